import type { EntityName } from '../../contract/entities.ts';
import type { Issue } from '../../contract/envelope.ts';
import { RESERVED_NAMES, type RecordField } from './fields.ts';
import { customValue, type FieldValue, nameProblem, standardValue } from './items.ts';

export interface Patch {
  /** Standard fields by id; null clears. */
  readonly standard: ReadonlyMap<string, FieldValue | null>;
  /** Custom fields by name; null clears. */
  readonly custom: ReadonlyMap<string, string | null>;
}

export type PatchVerdict =
  | { readonly ok: true; readonly patch: Patch }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Only editable fields are taken, every other known one is named. Null and empty text clear. An unknown name is a custom
 * field, unless it is a standard one with spaces around it.
 */
export function checkPatch(
  entity: EntityName,
  body: Readonly<Record<string, unknown>>,
  known: ReadonlyMap<string, RecordField>,
): PatchVerdict {
  const issues: Issue[] = [];
  const standard = new Map<string, FieldValue | null>();
  const custom = new Map<string, string | null>();
  for (const [name, value] of Object.entries(body)) {
    const trimmed = name.trim();
    const field = known.get(trimmed);
    const problem = refused(entity, name, field);
    if (problem) issues.push({ path: name, ...problem });
    else if (field && !field.isCustom) standard.set(trimmed, standardValue(field, value, name, issues) ?? null);
    else custom.set(trimmed, customValue(value, name, issues) ?? null);
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, patch: { standard, custom } };
}

function refused(entity: EntityName, name: string, field: RecordField | undefined): Omit<Issue, 'path'> | null {
  const trimmed = name.trim();
  const reserved = RESERVED_NAMES[entity];
  if (reserved.has(trimmed)) return { code: 'not_editable', message: 'is not a field that can be changed' };
  if (field && field.of !== entity) {
    return { code: 'not_editable', message: 'belongs to the company: change it there' };
  }
  if (field && !field.editable) return { code: 'not_editable', message: 'is set by the service and cannot be changed' };
  if (field && trimmed !== name) return { code: 'invalid_name', message: `must be written ${trimmed}` };
  const problem = field ? null : nameProblem(trimmed);
  return problem === null ? null : { code: 'invalid_name', message: problem };
}
