import type { EntityName } from '../../../contract/entities.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import {
  type CustomField,
  descriptorOf,
  knownFields,
  RESERVED_NAMES,
  type RecordField,
} from '../../../rules/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { customFields } from './queries/fields.ts';

/** The fields of an entity in the caller's workspace. */
export interface WorkspaceFields {
  readonly entity: EntityName;
  readonly known: ReadonlyMap<string, RecordField>;
  readonly customs: readonly CustomField[];
}

export async function workspaceFields({ tx, principal }: Context, entity: EntityName): Promise<WorkspaceFields> {
  const customs = await customFields(tx, principal.workspaceId);
  return { entity, known: knownFields(entity, customs), customs };
}

/** Field discovery. */
export async function describeFields(context: Context, entity: EntityName): Promise<{ fields: FieldDescriptor[] }> {
  const { known } = await workspaceFields(context, entity);
  return { fields: [...known.values()].map(descriptorOf) };
}

/**
 * The fields named by a `fields` parameter; names of properties that every record has are ignored. Throws Refusal
 * `invalid` with every unknown name and, in `details.known`, all that exist.
 */
export function requestedFields(
  { entity, known }: WorkspaceFields,
  names: readonly string[] | undefined,
): readonly RecordField[] {
  const unknown = (names ?? []).filter((name) => !known.has(name) && !RESERVED_NAMES[entity].has(name));
  if (unknown.length > 0) {
    const issues = unknown.map((name, nth) => ({
      path: 'fields',
      code: 'unknown_field',
      message: `there is no field "${name}"${didYouMean(name, known.keys(), nth)}`,
    }));
    const message = issues.map((issue) => issue.message).join('; ');
    throw new Refusal('invalid', `fields: ${message}`, { issues, known: [...known.keys()] });
  }
  return (names ?? []).flatMap((name) => known.get(name) ?? []);
}
