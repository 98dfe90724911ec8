// The workspace of a text among its words, and how often each workspace was written to. A server of the version before this
// indexes by the same view and function, so that both may run during an update.

export const TEXT_BY_WORKSPACE = `
create or replace view contacts_text (id, body) as
  select id, concat_ws(' ', chr(1) || workspace_id, first_name, last_name, job_title, professional_email, personal_emails,
    mobile_phone, phones, network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text)
  from contacts;
create or replace view companies_text (id, body) as
  select id, concat_ws(' ', chr(1) || workspace_id, name, domain, website, industry, network_url, country, crm_id,
    properties_text)
  from companies;

-- No search can name a word with a colon.
create function workspace_word(text) returns tsvector language sql immutable parallel safe strict as
  $$ select array_to_tsvector(array['workspace:' || $1]) $$;
create or replace function words_of(text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('simple', regexp_replace(regexp_replace(
       normalize(lower(regexp_replace(coalesce($1, ''), '^\\x01\\d+', '') collate case_folding), NFD),
         '[\\u0300-\\u036f]', '', 'g'),
       '[^[:alnum:]]+' collate case_folding, ' ', 'g'))
     || coalesce(workspace_word(substring($1 from '^\\x01(\\d+)')), ''::tsvector) $$;
-- As before; with workspace : "12" in front, of that workspace alone.
create or replace function query_of(text) returns tsquery language sql immutable parallel safe as
  $$ select coalesce(string_agg(phrase, ' & '), '')::tsquery from (
       select case when found[1] is not null then '''workspace:' || found[2] || ''''
         else (select string_agg('''' || word || '''', ' <-> ' order by at) filter (where word <> '') || ':*' from unnest(regexp_split_to_array(
         trim(regexp_replace(regexp_replace(normalize(lower(found[2] collate case_folding), NFD),
           '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+' collate case_folding, ' ', 'g')), ' ')) with ordinality
           as parts (word, at)) end as phrase
       from regexp_matches($1, '(workspace : )?"([^"]*)"', 'g') as found) as phrases $$;

-- Indexes are dropped and created again: changing each entry takes several times as long.
drop index contacts_fts_words;
update contacts_fts as t set words = t.words || workspace_word(r.workspace_id::text) from contacts as r where r.id = t.id;
create index contacts_fts_words on contacts_fts using gin (words);
drop index companies_fts_words;
update companies_fts as t set words = t.words || workspace_word(r.workspace_id::text) from companies as r where r.id = t.id;
create index companies_fts_words on companies_fts using gin (words);

-- Of workspace 0: writes to the store as a whole.
create table workspace_writes (
  workspace_id bigint primary key,
  writes bigint not null
) with (fillfactor = 50);
`;
