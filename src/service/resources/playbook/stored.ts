import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type PlaybookItemRow, playbookItems, playbookOf } from './queries/playbook.ts';

export interface StoredPlaybook extends KeptPlaybook {
  readonly rows: readonly PlaybookItemRow[];
  readonly idealCompanies: string;
}

export function fieldsOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

function textsOf(fields: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Throws Refusal `not_found` if the key's workspace no longer exists. */
export async function storedPlaybook({ tx, principal }: Context): Promise<StoredPlaybook> {
  const row = await playbookOf(tx, principal.workspaceId);
  if (!row) throw new Refusal('not_found', 'Playbook workspace not found');
  const rows = await playbookItems(tx, principal.workspaceId);
  const items = rows.map(({ id, section, itemKey, fields, removedAt }) => ({
    id,
    section,
    key: itemKey,
    fields: fieldsOf(fields),
    isRemoved: removedAt !== null,
  }));
  return { company: textsOf(fieldsOf(row.company)), items, rows, idealCompanies: row.idealCompanies };
}
