// Which records each of the last writes to a workspace has added, changed or removed, as ranges of ids: see db/postgres/changes.ts.
// And a query for companies that says what to expect of it.

export const RECORD_CHANGES = `
create table record_changes (
  workspace_id bigint not null,
  writes bigint not null,
  record_table text collate "C" not null,
  first_id bigint not null,
  last_id bigint not null
);
create index record_changes_by_writes on record_changes (workspace_id, writes);

-- Finds the same as query_of. Of what begins with a word, PostgreSQL expects one company in fifty, unless a hundred words are in many of
-- them; of the word itself it knows how many have it. What it expects tells whether contacts are read company by company.
create function query_with_words_of(text) returns tsquery language sql immutable parallel safe as
  $$ select query_of($1) || replace(query_of($1)::text, ':*', '')::tsquery $$;
`;
