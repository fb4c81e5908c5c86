-- The report is analysed as soon as it is read; taken back by whoever starts that analysis.
alter table app.reports add column auto_start boolean not null default false;
create index reports_to_start on app.reports (id) where auto_start;

---- create above / drop below ----

drop index app.reports_to_start;
alter table app.reports drop column auto_start;
