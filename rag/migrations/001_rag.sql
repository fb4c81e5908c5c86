create table rag.passage (
    id        text    primary key,
    report_id text    not null,
    page      integer not null,
    start_at  integer not null,
    end_at    integer not null,
    heading   text    not null,
    body      text    not null
);

create index passage_report on rag.passage (report_id);

---- create above / drop below ----

drop table rag.passage;
