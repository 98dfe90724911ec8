// Values of records as conditions compare them: booleans, lists of ids, and the fields of the run itself.

import type { ConditionField } from '../../../../contract/workflows/plan.ts';
import type { CustomField } from '../../../../rules/records/fields.ts';
import { valuesOf } from '../queries/record-values.ts';
import type { Work } from './work.ts';

export interface ConditionFields {
  readonly customs: readonly CustomField[];
  readonly fields: ReadonlyMap<string, ConditionField>;
}

/** By record id and field id. */
export async function recordValues(
  { context, run }: Work,
  { customs, fields }: ConditionFields,
  ids: readonly number[],
  fieldIds: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, unknown>>> {
  const names = [...new Set(fieldIds)];
  if (names.length === 0) return new Map();
  const { workspaceId } = context.principal;
  const kept = await valuesOf(context.tx, { workspaceId, entity: run.entity, customs }, ids, names);
  return new Map(
    [...kept].map(([id, values]) => {
      const read = new Map([...values].map(([name, value]) => [name, readAs(fields.get(name), value)]));
      read.set('run.triggerType', run.triggerType).set('run.sequenceNumber', run.sequenceNumber);
      return [id, read];
    }),
  );
}

function readAs(field: ConditionField | undefined, value: unknown): unknown {
  if (field?.dataType === 'boolean' && typeof value === 'number') return value !== 0;
  if (field?.dataType === 'ids' && typeof value === 'string') return JSON.parse(value);
  return value;
}
