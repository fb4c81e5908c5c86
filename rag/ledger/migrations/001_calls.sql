-- What each run has spent and set aside: the row that is locked while a call is held.
create table ledger.run (
    run    text    primary key,
    usd    numeric not null default 0,
    tokens bigint  not null default 0
);

create table ledger.call (
    id            bigint generated always as identity primary key,
    run           text    not null,
    agent         text    not null,
    claim         text    not null,
    role          text    not null,
    model         text    not null,
    prompt        text    not null,
    request       text    not null,
    repair        boolean not null,
    state         text    not null check (state in ('held', 'paid', 'returned', 'lost', 'cached')),
    input_tokens  int     not null,
    output_tokens int     not null,
    prompt_cached int     not null,
    usd           numeric,
    most_tokens   bigint  not null,
    took_ms       bigint  not null,
    problem       text    not null,
    at            timestamptz not null default now()
);

create index call_run on ledger.call (run, id);
create unique index call_cached on ledger.call (run, agent, claim, request) where state = 'cached';

-- How an endpoint wants to be asked for JSON of a model.
create table ledger.mode (
    endpoint text not null,
    model    text not null,
    mode     text not null,
    primary key (endpoint, model)
);

---- create above / drop below ----

drop table ledger.mode;
drop table ledger.call;
drop table ledger.run;
