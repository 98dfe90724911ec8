// Values of records as conditions compare them: booleans, lists of ids, and the fields of the run itself.

import { getOwn, isObject } from '../../../../contract/json.ts';
import type { ConditionField } from '../../../../contract/workflows/plan.ts';
import type { CustomField } from '../../../../rules/records/fields.ts';
import { valuesOf } from '../queries/record-values.ts';
import type { Work } from './moves.ts';

/** By record id and field id. */
export async function recordValues(
  { context, run }: Work,
  {
    customs,
    fields,
  }: { readonly customs: readonly CustomField[]; readonly fields: ReadonlyMap<string, ConditionField> },
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

/** An input of a node; one that is bound to a declared webhook input is read from the `payload` of the delivery. */
export function boundValue(value: unknown, { payload }: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(value) || !('webhookInputKey' in value)) return value;
  const key = value['webhookInputKey'];
  return isObject(payload) && typeof key === 'string' && getOwn(payload, key);
}

/** All inputs of a node. */
export function boundInputs(
  inputs: Readonly<Record<string, unknown>> | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).map(([key, value]) => [key, boundValue(value, input)]));
}
