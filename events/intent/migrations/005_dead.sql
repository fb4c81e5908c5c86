-- What was decided about a dead letter: once for each time its event was given up on.
create table app.dead_decisions (
  letter     text collate "C" not null,
  round      int not null,
  decision   text not null check (decision in ('retried', 'discarded')),
  decided_at timestamptz not null,
  primary key (letter, round)
);

-- The row is an event that is on the log already and goes there once more: that its id is there says nothing.
alter table app.outbox add column again boolean not null default false;

---- create above / drop below ----

alter table app.outbox drop column again;
drop table app.dead_decisions;
