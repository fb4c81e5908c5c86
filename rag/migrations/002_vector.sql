-- source: empty for a report, or the standard that a passage is a piece of; label: the paragraph or metric that it is.
alter table rag.passage add column source text not null default '', add column label text not null default '';

-- One vector for each passage and embedding space; vectors of two spaces are never compared.
create table rag.vector (
    space      text   not null,
    passage_id text   not null references rag.passage (id) on delete cascade,
    value      real[] not null,
    primary key (space, passage_id)
);

create index vector_passage on rag.vector (passage_id);

---- create above / drop below ----

drop table rag.vector;
alter table rag.passage drop column source, drop column label;
