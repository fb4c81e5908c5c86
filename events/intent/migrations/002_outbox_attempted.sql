-- Set before a row is sent: whoever finds it set on a pending row must look on the log first.
alter table app.outbox add column attempted boolean not null default false;

---- create above / drop below ----

alter table app.outbox drop column attempted;
