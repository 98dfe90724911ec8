// Every change of the schema, in order, for both engines. One is never changed once released: a change is a new one at the end.

import postgres from './postgres/schema.sql';
import sqlite from './sqlite/schema.sql';

export interface Migration {
  /** Number and subject, `0026_subject`. PostgreSQL's table of migrations has the name, SQLite's `user_version` the number. */
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /**
   * Servers of the version before can go on beside those that have it: it only adds tables, indexes, and columns that may be
   * empty or have a default; and whatever the older servers write in the meantime is right for the newer ones.
   */
  readonly isAdditive?: boolean;
}

/** Where the rules of keys change: the service makes those of the records that are there again, before the first request. */
const OUTDATED_KEYS = `insert into settings (name, value) select 'keys.outdated', 'true'
  where exists (select 1 from contacts) or exists (select 1 from companies) on conflict (name) do nothing`;

/** What a message was when it was sent, whatever becomes of its contact and sender; and what pages look messages and steps up by. */
const SENT_MESSAGES = [
  ...['contact_name', 'contact_address', 'sender_name', 'sender_address', 'signature'].map(
    (column) => `alter table messages add column ${column} text`,
  ),
  'create index messages_by_address on messages (workspace_id, contact_address) where contact_address is not null',
  "create index messages_by_reply on messages (workspace_id, thread_id) where direction = 'INBOUND'",
  'create index messages_by_day on messages (workspace_id, at)',
  'create index campaign_actions_by_step on campaign_actions (campaign_id, step_id, outcome, at)',
].join(';\n');

/** Version 0.2 had those before the first. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0025_schema', sqlite, postgres },
  { name: '0026_keys', sqlite: OUTDATED_KEYS, postgres: OUTDATED_KEYS },
  {
    name: '0027_sent_messages',
    sqlite: SENT_MESSAGES,
    postgres: SENT_MESSAGES.replaceAll(' text', ' text collate "C"'),
    isAdditive: true,
  },
];
