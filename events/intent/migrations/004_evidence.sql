-- The evidence library: what a user says of each document; its bytes are an artefact. A run takes a copy of these
-- rows into its request, so that what changes here later changes no run.
create table app.evidence (
  id        text collate "C" primary key,
  report_id text collate "C" references app.reports (id), -- null: for every report
  item      json not null,
  added_at  timestamptz not null
);
create index evidence_by_report on app.evidence (report_id, id);

---- create above / drop below ----

drop table app.evidence;
