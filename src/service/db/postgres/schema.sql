-- What a store on PostgreSQL has of its own. Its other tables and indexes are those of db/sqlite/schema.sql (db/postgres/schema.ts);
-- one that is made here too is left out there.

-- Upper and lower case of all languages where PostgreSQL was built with ICU; otherwise as far as the system supports it.
do $$ begin
  create collation case_folding (provider = icu, locale = 'und');
exception when others then
  begin
    create collation case_folding (locale = 'C.UTF-8');
  exception when others then
    create collation case_folding (locale = 'C');
  end;
end $$;

-- The tables and indexes of db/sqlite/schema.sql

-- Rows have no number that an index could end with: the id is a part of it.

create index contacts_by_workspace on contacts (workspace_id, id);
create index contacts_by_company on contacts (workspace_id, company_id, last_name, first_name) include (id)
  where company_id is not null;
create index contacts_by_network on contacts (workspace_id, network_key, suppressed, id) where network_key is not null;
create index contacts_by_full_name on contacts (workspace_id, full_name_key, suppressed, id) where full_name_key is not null;
create index contacts_by_email on contacts (workspace_id, email_key, suppressed, id) where email_key is not null;
create index contacts_by_crm on contacts (workspace_id, contact_crm_key, suppressed, id) where contact_crm_key is not null;
create index contacts_by_crm_lead on contacts (workspace_id, lead_crm_key, suppressed, id) where lead_crm_key is not null;
create index contacts_by_job_title on contacts (workspace_id, job_title) include (id) where length(job_title) <= 500;

create table counters (name text primary key, last bigint not null);

alter table ai_tones alter column id restart with 1001;

-- Full text: every word is kept together with its workspace (db/fulltext.ts), as w12xada.

-- Without case and accents: letters and digits, everything else parts them.
create function plain_words(text) returns text language sql immutable parallel safe as
  $$ select trim(regexp_replace(regexp_replace(
       normalize(lower(coalesce($1, '') collate case_folding), NFD), '[\u0300-\u036f]', '', 'g'),
       '[^[:alnum:]]+' collate case_folding, ' ', 'g')) $$;
create function words_of(bigint, text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('simple',
       'w' || $1 || 'x' || replace(plain_words($2), ' ', ' w' || $1 || 'x')) $$;
-- Of phrases in quotes, each the beginning of words that follow each other. The first characters of each stand for the
-- workspace; where they are repeated, they part words. A phrase without a letter that this server knows finds nothing.
create function query_of(text) returns tsquery language sql immutable parallel safe as
  $$ select coalesce(string_agg(phrase, ' & '), '')::tsquery from (
       select (select string_agg('''w' || coalesce(ascii(found[1]) - 57344, 0) * 65000 + ascii(found[2]) - 983040
             || 'x' || word || '''', ' <-> ' order by at)
           filter (where word <> '') || ':*'
         from unnest(string_to_array(plain_words(found[3]), ' ')) with ordinality as parts (word, at)) as phrase
       from regexp_matches($1, '"([\uE000-\uF8FF])?(.)([^"]*)"', 'g') as found) as phrases $$;

create table contacts_fts (id bigint primary key, words tsvector not null);
create index contacts_fts_words on contacts_fts using gin (words);
create table companies_fts (id bigint primary key, words tsvector not null);
create index companies_fts_words on companies_fts using gin (words);
create table messages_fts (id bigint primary key, words tsvector not null);
create index messages_fts_words on messages_fts using gin (words);

-- Functions of SQLite that PostgreSQL lacks

create function lower_ascii(text) returns text language sql immutable parallel safe strict as
  $$ select translate($1, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') $$;
create function instr(text, text) returns int language sql immutable parallel safe strict as
  $$ select strpos($1 collate "C", $2 collate "C") $$;
create function max(bigint, bigint) returns bigint language sql immutable parallel safe as
  $$ select case when $1 is not null and $2 is not null then greatest($1, $2) end $$;
create function min(bigint, bigint) returns bigint language sql immutable parallel safe as
  $$ select case when $1 is not null and $2 is not null then least($1, $2) end $$;

create function integers_of(text) returns bigint[] language sql immutable parallel safe strict as
  $$ select array(select value::bigint from json_array_elements_text($1::json) as one (value)) $$;
create function texts_of(text) returns text[] language sql immutable parallel safe strict as
  $$ select array(select value from json_array_elements_text($1::json) as one (value)) $$;

create function json_each(text) returns table (key bigint, value text) language sql immutable parallel safe strict
  rows 100 as $$
    select position - 1, element #>> '{}' from json_array_elements($1::json) with ordinality as one (element, position)
  $$;
create function json_tree(text) returns table (key text, value text) language sql immutable parallel safe strict
  rows 100 as $$
    with recursive tree (key, node) as (
      select null::text, $1::jsonb
      union all
      select inner_key, inner_node from tree, lateral (
        select e.key, e.value from jsonb_each(case jsonb_typeof(node) when 'object' then node else '{}' end) as e
        union all
        select null, a.value from jsonb_array_elements(case jsonb_typeof(node) when 'array' then node else '[]' end) as a
      ) as inside (inner_key, inner_node)
    )
    select key, node #>> '{}' from tree
  $$;
-- $.a.b or a single name
create function json_path_of(text) returns text[] language sql immutable parallel safe strict as
  $$ select case when $1 like '$.%' then string_to_array(substr($1, 3), '.') else array[$1] end $$;
create function json_array_length(text, text) returns int language sql immutable parallel safe strict as
  $$ select json_array_length($1::json #> json_path_of($2)) $$;
create function json_type(text, text) returns text language sql immutable parallel safe strict as
  $$ select json_typeof($1::json #> json_path_of($2)) $$;

-- A flag is 0 or 1, as a column would have it.
create function json_member(text, text) returns text language sql immutable parallel safe strict as
  $$ select case json_typeof(node) when 'boolean' then (node #>> '{}')::boolean::int::text else node #>> '{}' end
     from (select $1::json #> json_path_of($2) as node) as found $$;
create function json_element(text, int) returns text language sql immutable parallel safe strict as
  $$ select $1::json ->> $2 $$;
create operator ->> (leftarg = text, rightarg = text, function = json_member);
create operator ->> (leftarg = text, rightarg = int, function = json_element);

create function json_of_ids(bigint[]) returns text language sql immutable parallel safe as
  $$ select coalesce(array_to_json($1)::text, '[]') $$;
create aggregate json_group_array (bigint) (sfunc = array_append, stype = bigint[], finalfunc = json_of_ids);

-- The number a text begins with, and 0 without one.
create function plus_real(text, numeric) returns double precision language sql immutable parallel safe strict as
  $$ select coalesce(substring($1 from '^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)')::double precision, 0)
       + $2::double precision $$;
create operator + (leftarg = text, rightarg = numeric, function = plus_real);

-- What servers of one database share

-- A block of ids that no one else gets. Only this takes ids of contacts and companies, under its own short lock.
create function reserve_ids(sequence text, count bigint) returns bigint language plpgsql as $$
  declare first bigint;
  begin
    perform pg_advisory_lock(1919117361, sequence::regclass::oid::int);
    first := nextval(sequence);
    if count > 1 then perform setval(sequence, first + count - 1); end if;
    perform pg_advisory_unlock(1919117361, sequence::regclass::oid::int);
    return first;
  end $$;
-- Gives back what was not used, unless others have taken ids in the meantime.
create function return_ids(sequence text, first bigint, kept bigint, last bigint) returns void language plpgsql as $$
  begin
    perform pg_advisory_lock(1919117361, sequence::regclass::oid::int);
    if pg_sequence_last_value(sequence::regclass) = last then
      perform setval(sequence, greatest(kept, 1), kept > 0);
    end if;
    perform pg_advisory_unlock(1919117361, sequence::regclass::oid::int);
  end $$;

create table secrets (
  name text primary key,
  value text not null
);

create table requests (
  id bigint generated by default as identity primary key,
  request text not null
);

-- Servers that are alive renew seen_at; times are the database's.
create table servers (
  id text primary key,
  url text,
  version text not null,
  workers bigint not null,
  is_answering bigint not null,
  started_at bigint not null,
  seen_at bigint not null
);

-- Locks the first workspace that has a job due and that no one else works on; if all are taken, waits for the first.
create function claim_workspace(until bigint) returns bigint language plpgsql as $$
  declare workspace bigint; waiting bigint;
  begin
    for workspace in
      select workspace_id from jobs where failed_at is null and due_at <= until
      group by workspace_id order by min(due_at), min(id) limit 20
    loop
      if pg_try_advisory_xact_lock(1919117362, workspace::int) then return workspace; end if;
      waiting := coalesce(waiting, workspace);
    end loop;
    if waiting is not null then perform pg_advisory_xact_lock(1919117362, waiting::int); end if;
    return waiting;
  end $$;

-- The numbered migrations that the schema has. Servers that do not know an additive one can go on beside those that do.
create table migrations (
  name text primary key,
  is_additive bigint not null default 0
);
