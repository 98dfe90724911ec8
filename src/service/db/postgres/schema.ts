// Every migration on PostgreSQL, in order. The first is the schema that SQLite's migrations up to the given one arrive at;
// from then on each of theirs has one here, of the same name.

import { CAMPAIGNS_SCHEMA } from './schema/campaigns.ts';
import { CHANGED_KEYS } from './schema/changed-keys.ts';
import { CONVERSATIONS_SCHEMA } from './schema/conversations.ts';
import { DUPLICATE_GROUPS } from './schema/duplicate-groups.ts';
import { FUNCTIONS_SCHEMA } from './schema/functions.ts';
import { RECORD_CHANGES } from './schema/record-changes.ts';
import { RECORD_COUNTS } from './schema/record-counts.ts';
import { RECORDS_SCHEMA } from './schema/records.ts';
import { SHARED_SCHEMA } from './schema/shared.ts';
import { TEXT_BY_WORKSPACE } from './schema/text-by-workspace.ts';
import { WORDS_OF_WORKSPACE } from './schema/words-of-workspace.ts';
import { WORK_SCHEMA } from './schema/work.ts';

export interface PostgresMigration {
  readonly name: string;
  readonly sql: string;
  /**
   * Servers of the version before can go on beside those that have it: it only adds tables, indexes, and columns that may be
   * empty or have a default; and whatever the older servers write in the meantime is right for the newer ones.
   */
  readonly isAdditive?: boolean;
}

/** Upper and lower case of all languages where PostgreSQL was built with ICU; else as far as the system knows. */
const CASE_FOLDING = `
do $$ begin
  create collation case_folding (provider = icu, locale = 'und');
exception when others then
  begin
    create collation case_folding (locale = 'C.UTF-8');
  exception when others then
    create collation case_folding (locale = 'C');
  end;
end $$;
`;

/**
 * Texts are compared byte by byte, as SQLite does, whatever the database's own collation. References can be checked at the
 * end of a transaction: a snapshot is restored table by table.
 */
function tables(sql: string): string {
  return sql
    .replaceAll(/^ {2}\w+ text\b/gm, '$& collate "C"')
    .replace(/references \w+ \(\w+\)(?: on delete cascade)?/g, '$& deferrable');
}

/** The service's own tones have the ids below. */
export const FIRST_TONE_ID = 'alter table ai_tones alter column id restart with 1001;';

const baseline: PostgresMigration = {
  name: '0014_deliveries',
  sql: [
    CASE_FOLDING,
    tables(RECORDS_SCHEMA),
    tables(CAMPAIGNS_SCHEMA),
    tables(WORK_SCHEMA),
    tables(CONVERSATIONS_SCHEMA),
    FUNCTIONS_SCHEMA,
    SHARED_SCHEMA,
    FIRST_TONE_ID,
  ].join(''),
};

const runOutcomes: PostgresMigration = {
  name: '0015_run_outcomes',
  sql: `
alter table workflow_run_entities
  add column outcome text collate "C", add column reason text collate "C", add column reason_step bigint;
`,
};

const pageSessions: PostgresMigration = {
  name: '0016_page_sessions',
  sql: `
create table page_sessions (
  hash text collate "C" primary key,
  is_link bigint not null,
  expires_at bigint not null
);
`,
};

const campaignCounts: PostgresMigration = {
  name: '0017_campaign_counts',
  sql: `
create index campaign_contacts_by_place on campaign_contacts (campaign_id, status, outcome, place);
drop index messages_by_campaign;
create index messages_by_campaign on messages (campaign_id, id) where campaign_id is not null;
drop index threads_by_time;
create index threads_by_time on threads (workspace_id, archived, last_message_at desc, id desc) where deleted_at is null;
`,
};

const textByWorkspace: PostgresMigration = { name: '0018_text_by_workspace', sql: TEXT_BY_WORKSPACE };

const wordsOfWorkspace: PostgresMigration = { name: '0019_words_of_workspace', sql: WORDS_OF_WORKSPACE };

const recordCounts: PostgresMigration = { name: '0020_record_counts', sql: RECORD_COUNTS };

const duplicateGroups: PostgresMigration = { name: '0021_duplicate_groups', sql: DUPLICATE_GROUPS };

const changedKeys: PostgresMigration = { name: '0022_changed_keys', sql: CHANGED_KEYS };

const recordChanges: PostgresMigration = { name: '0023_record_changes', sql: RECORD_CHANGES };

export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  baseline,
  runOutcomes,
  pageSessions,
  campaignCounts,
  textByWorkspace,
  wordsOfWorkspace,
  recordCounts,
  duplicateGroups,
  changedKeys,
  recordChanges,
];
