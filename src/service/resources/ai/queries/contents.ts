// AI messages, AI snippets and message templates. They differ in few columns; columns that a kind does not have are null.

import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { AiChannel } from '../../../../contract/campaigns/enums.ts';
import { allOf, columnOf, inList, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';

export interface ContentValues {
  readonly name: string;
  readonly description: string | null;
  readonly folderId: number | null;
  readonly channel: AiChannel | null;
  /** In stored form, with ids instead of names, like `subject` and `messages`. Null for a template. */
  readonly prompt: string | null;
  readonly toneId: number | null;
  readonly model: string | null;
  readonly outputLength: string | null;
  /** 0 or 1. */
  readonly splitMessages: number | null;
  readonly subject: string | null;
  /** JSON array of texts; templates only. */
  readonly messages: string | null;
  /** The campaign that owns the message as the copy of a step. */
  readonly campaignId: number | null;
  /** Id of the original of a copy, as text. */
  readonly copiedFrom: string | null;
  readonly updatedAt: number;
}

export interface ContentRow extends ContentValues {
  readonly id: number;
  readonly createdAt: number;
}

type ContentKey = keyof ContentValues;

const HEAD = ['name', 'description', 'folderId', 'updatedAt'] as const satisfies readonly ContentKey[];
const VOICE = ['prompt', 'toneId', 'model'] as const satisfies readonly ContentKey[];

interface ContentTable {
  readonly table: string;
  readonly keys: readonly ContentKey[];
}

const TABLES: Readonly<Record<SplitKind, ContentTable>> = {
  'ai-message': {
    table: 'ai_messages',
    keys: [...HEAD, ...VOICE, 'channel', 'outputLength', 'splitMessages', 'campaignId', 'copiedFrom'],
  },
  'ai-snippet': { table: 'ai_snippets', keys: [...HEAD, ...VOICE] },
  template: { table: 'message_templates', keys: [...HEAD, 'channel', 'subject', 'messages'] },
};

const ALL_KEYS: readonly ContentKey[] = [...TABLES['ai-message'].keys, 'subject', 'messages'];

function selectOf({ keys, table }: ContentTable): string {
  const selected = ALL_KEYS.map((key) => `${keys.includes(key) ? columnOf(key) : 'null'} as ${key}`);
  return `select id, created_at as createdAt, ${selected.join(', ')} from ${table}`;
}

function rowOf({ keys }: ContentTable, values: ContentValues): object {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

/** Not deleted; may be the copy of a step. */
export async function contentById(tx: Tx, kind: SplitKind, workspaceId: number, id: number) {
  return tx.one<ContentRow>(sql`${raw(selectOf(TABLES[kind]))}
    where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`);
}

export async function contentsById(tx: Tx, kind: SplitKind, workspaceId: number, ids: Iterable<number>) {
  return tx.all<ContentRow>(sql`${raw(selectOf(TABLES[kind]))}
    where workspace_id = ${workspaceId} and id ${inList(ids)} and deleted_at is null order by id`);
}

export interface ContentFilter {
  /** Exact. */
  readonly name?: string | undefined;
  readonly folderId?: number | undefined;
  readonly channel?: AiChannel | undefined;
}

/** A page of them, oldest first, without the copies of steps, and how many there are in all. */
export async function contentPage(
  tx: Tx,
  kind: SplitKind,
  workspaceId: number,
  { name, folderId, channel }: ContentFilter,
  page: PageRequest,
) {
  const table = TABLES[kind];
  const where = allOf([
    sql`workspace_id = ${workspaceId} and deleted_at is null`,
    ...(kind === 'ai-message' ? [sql`campaign_id is null`] : []),
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(folderId === undefined ? [] : [sql`folder_id = ${folderId}`]),
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
  ]);
  return tx.page<ContentRow>(sql`${raw(selectOf(table))} where ${where}`, 'id', page);
}

/** Id and name of all that tokens may name, oldest first. */
export async function contentNames(tx: Tx, kind: SplitKind, workspaceId: number) {
  const copies = kind === 'ai-message' ? 'and campaign_id is null' : '';
  return tx.all<{ readonly id: number; readonly name: string }>(sql`select id, name from ${raw(TABLES[kind].table)}
    where workspace_id = ${workspaceId} and deleted_at is null ${raw(copies)} order by id`);
}

export async function insertContent(tx: Tx, kind: SplitKind, workspaceId: number, values: ContentValues, now: number) {
  const table = TABLES[kind];
  return tx.insert(table.table, { ...rowOf(table, values), workspaceId, createdAt: now });
}

export async function updateContent(tx: Tx, kind: SplitKind, id: number, values: ContentValues): Promise<void> {
  const table = TABLES[kind];
  await tx.update(table.table, id, rowOf(table, values));
}

/** The row is kept, so that its id is never reused. */
export async function softDeleteContent(tx: Tx, kind: SplitKind, id: number, now: number): Promise<void> {
  await tx.run(sql`update ${raw(TABLES[kind].table)} set deleted_at = ${now} where id = ${id}`);
}

interface ToneRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
}

export async function ownTones(tx: Tx, workspaceId: number): Promise<ToneRow[]> {
  return tx.all<ToneRow>(sql`select id, name, description from ai_tones where workspace_id = ${workspaceId}
    order by id`);
}

/** Creates the tone if there is none with this name; returns its id. */
export async function ensureTone(tx: Tx, workspaceId: number, { name, description }: Omit<ToneRow, 'id'>) {
  await tx.run(sql`insert into ai_tones (workspace_id, name, description)
    values (${workspaceId}, ${name}, ${description})
    on conflict (workspace_id, name) do nothing`);
  const id = await tx.value<number>(
    sql`select id from ai_tones where workspace_id = ${workspaceId} and name = ${name}`,
  );
  if (id === null) throw new Error(`tone ${name} was not stored`);
  return id;
}
