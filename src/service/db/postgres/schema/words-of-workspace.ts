// Every word of a text with its workspace, in one, as on SQLite: w12xada. Neither of them is kept alone. And the indexes that
// duplicates are found by hold the id, as every index of SQLite does: the rows need not be read.

export const DUPLICATE_INDEXES: readonly (readonly [index: string, column: string])[] = [
  ['contacts_by_network', 'network_key'],
  ['contacts_by_full_name', 'full_name_key'],
  ['contacts_by_email', 'email_key'],
  ['contacts_by_crm', 'contact_crm_key'],
  ['contacts_by_crm_lead', 'lead_crm_key'],
];

const coveringSql = ([index, column]: readonly [string, string]): string => `
drop index ${index};
create index ${index} on contacts (workspace_id, ${column}, suppressed) include (id) where ${column} is not null;`;

export const WORDS_OF_WORKSPACE = `
drop view contacts_text;
drop view companies_text;
create view contacts_text (id, body, workspace) as
  select id, concat_ws(' ', first_name, last_name, job_title, professional_email, personal_emails, mobile_phone, phones,
    network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text), workspace_id
  from contacts;
create view companies_text (id, body, workspace) as
  select id, concat_ws(' ', name, domain, website, industry, network_url, country, crm_id, properties_text), workspace_id
  from companies;
create view messages_text (id, body, workspace) as select id, concat_ws(' ', subject, body), workspace_id from messages;

drop function words_of(text);
drop function workspace_word(text);
-- Without case and accents: letters and digits, everything else parts them.
create function plain_words(text) returns text language sql immutable parallel safe as
  $$ select trim(regexp_replace(regexp_replace(
       normalize(lower(coalesce($1, '') collate case_folding), NFD), '[\\u0300-\\u036f]', '', 'g'),
       '[^[:alnum:]]+' collate case_folding, ' ', 'g')) $$;
create function words_of(bigint, text) returns tsvector language sql immutable parallel safe as
  $$ select to_tsvector('simple',
       'w' || $1 || 'x' || replace(plain_words($2), ' ', ' w' || $1 || 'x')) $$;
-- Of phrases in quotes, each the beginning of words that follow each other. The first characters of each stand for the
-- workspace (db/fulltext.ts); where they are repeated, they part words. A phrase without a letter that this server knows finds nothing.
create or replace function query_of(text) returns tsquery language sql immutable parallel safe as
  $$ select coalesce(string_agg(phrase, ' & '), '')::tsquery from (
       select (select string_agg('''w' || coalesce(ascii(found[1]) - 57344, 0) * 65000 + ascii(found[2]) - 983040 || 'x' || word || '''', ' <-> ' order by at)
           filter (where word <> '') || ':*'
         from unnest(string_to_array(plain_words(found[3]), ' ')) with ordinality as parts (word, at)) as phrase
       from regexp_matches($1, '"([\\uE000-\\uF8FF])?(.)([^"]*)"', 'g') as found) as phrases $$;

-- Filled first, indexed afterwards.
drop index contacts_fts_words;
truncate contacts_fts;
insert into contacts_fts (id, words) select id, words_of(workspace, body) from contacts_text;
create index contacts_fts_words on contacts_fts using gin (words);
drop index companies_fts_words;
truncate companies_fts;
insert into companies_fts (id, words) select id, words_of(workspace, body) from companies_text;
create index companies_fts_words on companies_fts using gin (words);
drop index messages_fts_words;
truncate messages_fts;
insert into messages_fts (id, words) select id, words_of(workspace, body) from messages_text;
create index messages_fts_words on messages_fts using gin (words);
${DUPLICATE_INDEXES.map(coveringSql).join('')}
`;
