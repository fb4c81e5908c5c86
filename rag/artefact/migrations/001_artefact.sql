create table artefact.content (
    hash     bytea  primary key check (octet_length(hash) = 32),
    kind     text   not null,
    encoding text   not null check (encoding in ('raw', 'zstd')),
    size     bigint not null,
    data     bytea  not null
);

-- The bytes are compressed already, by us or by their format: the server must not try again.
alter table artefact.content alter column data set storage external;

create table artefact.link (
    name text  primary key,
    hash bytea not null references artefact.content (hash)
);

create index link_hash on artefact.link (hash);

---- create above / drop below ----

drop table artefact.link;
drop table artefact.content;
