-- What a run may spend by its own request; null for no limit of its own.
alter table ledger.run add column limit_usd numeric, add column limit_tokens bigint;

---- create above / drop below ----

alter table ledger.run drop column limit_usd, drop column limit_tokens;
