// What PostgreSQL lacks of the functions that the queries use: with them, most texts are the same on both engines. Text
// columns hold JSON, as in SQLite, where `->>` reads any text and functions take a path.

export const FUNCTIONS_SCHEMA = `
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
  $$ select coalesce(substring($1 from '^\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)')::double precision, 0)
       + $2::double precision $$;
create operator + (leftarg = text, rightarg = numeric, function = plus_real);

-- Words without case and accents: letters and digits, everything else parts them.
create function words_of(text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('simple', regexp_replace(regexp_replace(
       normalize(lower(coalesce($1, '') collate case_folding), NFD), '[\\u0300-\\u036f]', '', 'g'),
       '[^[:alnum:]]+' collate case_folding, ' ', 'g')) $$;
-- Of phrases in quotes, each the beginning of words that follow each other: "ann"* "sales man"*
-- A phrase without a letter that this server knows finds nothing.
create function query_of(text) returns tsquery language sql immutable parallel safe as
  $$ select coalesce(string_agg(phrase, ' & '), '')::tsquery from (
       select (select string_agg('''' || word || '''', ' <-> ' order by at) filter (where word <> '') || ':*' from unnest(regexp_split_to_array(
         trim(regexp_replace(regexp_replace(normalize(lower(found[1] collate case_folding), NFD),
           '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+' collate case_folding, ' ', 'g')), ' ')) with ordinality
           as parts (word, at)) as phrase
       from regexp_matches($1, '"([^"]*)"', 'g') as found) as phrases $$;

create table contacts_fts (id bigint primary key, words tsvector not null);
create index contacts_fts_words on contacts_fts using gin (words);
create table companies_fts (id bigint primary key, words tsvector not null);
create index companies_fts_words on companies_fts using gin (words);
create table messages_fts (id bigint primary key, words tsvector not null);
create index messages_fts_words on messages_fts using gin (words);
create view contacts_text (id, body) as
  select id, concat_ws(' ', first_name, last_name, job_title, professional_email, personal_emails, mobile_phone, phones,
    network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text)
  from contacts;
create view companies_text (id, body) as
  select id, concat_ws(' ', name, domain, website, industry, network_url, country, crm_id, properties_text)
  from companies;

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
`;
