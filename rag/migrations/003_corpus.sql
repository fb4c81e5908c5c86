-- What stands on the shelves: one row for each source that was ever put there, also when it was taken away again.
create table rag.corpus (
    source text primary key,
    digest text not null -- of what is there; empty: taken away
);

-- How many passages were ever removed: with those that are there, a number that no two states share.
create table rag.removed (
    report_id text   primary key,
    passages  bigint not null
);

create function rag.count_removed() returns trigger language plpgsql as $$
begin
    insert into rag.removed select report_id, count(*) from gone group by report_id order by report_id
        on conflict (report_id) do update set passages = rag.removed.passages + excluded.passages;
    return null;
end
$$;

create trigger passage_removed after delete on rag.passage referencing old table as gone
    for each statement execute function rag.count_removed();

create index passage_source on rag.passage (source, label);

---- create above / drop below ----

drop index rag.passage_source;
drop trigger passage_removed on rag.passage;
drop function rag.count_removed();
drop table rag.removed;
drop table rag.corpus;
