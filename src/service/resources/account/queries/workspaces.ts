import { raw, sql, type Tx } from '../../../core/sql.ts';

export interface StoredWorkspace {
  readonly id: number;
  readonly name: string;
}

export async function firstWorkspaces(tx: Tx, limit: number): Promise<StoredWorkspace[]> {
  return tx.all<StoredWorkspace>(sql`select id, name from workspaces order by id limit ${limit}`);
}

export async function workspaceById(tx: Tx, id: number): Promise<StoredWorkspace | undefined> {
  return tx.one<StoredWorkspace>(sql`select id, name from workspaces where id = ${id}`);
}

/** The tables of records that have an address of their own; their ids are unique in the store. */
const TABLES = {
  contact: 'contacts',
  company: 'companies',
  list: 'lists',
  message: 'messages',
  thread: 'threads',
  identity: 'identities',
  campaign: 'campaigns',
  workflow: 'workflows',
  run: 'workflow_runs',
  'ai-variable': 'ai_variables',
  'ai-message': 'ai_messages',
  'ai-snippet': 'ai_snippets',
  template: 'message_templates',
  'ai-folder': 'ai_folders',
  action: 'action_runs',
  post: 'social_posts',
  schedule: 'social_schedules',
} as const;

export type RecordKind = keyof typeof TABLES;

export async function workspaceIdOf(tx: Tx, kind: RecordKind, id: number): Promise<number | null> {
  return tx.value(sql`select workspace_id from ${raw(TABLES[kind])} where id = ${id}`);
}
