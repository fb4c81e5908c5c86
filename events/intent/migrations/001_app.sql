create table app.reports (
  id           text collate "C" primary key,
  sha256       text not null,
  filename     text not null,
  bytes        bigint not null,
  company      text not null,
  sector       text not null,
  period       text not null,
  attempt      int not null,
  status       text not null check (status in ('uploaded', 'parsing', 'parsed', 'error')),
  submitted_at timestamptz not null
);

create table app.runs (
  id           text collate "C" primary key,
  report_id    text collate "C" not null references app.reports (id),
  status       text not null check (status in ('analyzing', 'completed', 'error')),
  request      json not null,
  requested_at timestamptz not null
);

-- The row that makes a second start a conflict.
create unique index runs_one_active on app.runs (report_id) where status = 'analyzing';
create index runs_by_report on app.runs (report_id, id);

create table app.outbox (
  position  bigint generated always as identity primary key,
  id        text not null,
  topic     text not null,
  key       text not null,
  envelope  json not null,
  data      bytea not null,
  published boolean not null default false
);

create index outbox_pending on app.outbox (position) where not published;

---- create above / drop below ----

drop table app.outbox;
drop table app.runs;
drop table app.reports;
