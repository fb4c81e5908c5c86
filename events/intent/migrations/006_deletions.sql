-- What was removed. The rows stay: late events of a removed run, or of an attempt at a removed file, bring nothing back,
-- and a file that is handed in again counts its attempts on.
create table app.deletions (
  report_id  text collate "C" not null,
  attempt    int not null, -- the latest at reading the file
  sha256     text not null,
  deleted_at timestamptz not null,
  primary key (report_id, attempt)
);
create table app.deleted_runs (
  id        text collate "C" primary key,
  report_id text collate "C" not null
);
-- Documents that were taken off the shelf: their bytes go when nobody uses them any more.
create table app.unshelved (
  id     text collate "C" primary key,
  sha256 text not null
);

---- create above / drop below ----

drop table app.unshelved;
drop table app.deleted_runs;
drop table app.deletions;
