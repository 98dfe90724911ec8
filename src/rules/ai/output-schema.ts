// What the value of an AI variable is.

import { AI_LIMITS, OUTPUT_TYPES, type OutputType } from '../../contract/ai/enums.ts';
import { has, own } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { DataType } from '../../contract/records/fields.ts';
import type { At, Problems } from '../problem.ts';

/** The kind of data a variable of this type holds. */
export const DATA_TYPE_OF: Readonly<Record<OutputType, DataType>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  oneOf: 'select',
  url: 'url',
  email: 'email',
};

/** `values` is required when `type` is `oneOf`; elsewhere it has no effect. */
export function checkOutputSchema(problems: Problems, at: At, schema: unknown): void {
  if (!isObject(schema)) return;
  const type = own(schema, 'type');
  if (has(schema, 'values')) warnOfValues(problems, [...at, 'values'], own(schema, 'values'), type);
  else if (type === 'oneOf') {
    problems.error(
      'given',
      [...at, 'values'],
      'required',
      'type oneOf needs values: a list of the texts it chooses from',
    );
  }
}

function warnOfValues(problems: Problems, at: At, values: unknown, type: unknown): void {
  if (!Array.isArray(values) || values.length > AI_LIMITS.valuesMax) return;
  for (const [index, one] of values.entries()) {
    const isDuplicate = typeof one === 'string' && values.indexOf(one) < index;
    if (isDuplicate) problems.warn([...at, index], 'no_effect', `"${one}" is listed twice`);
  }
  const isType = OUTPUT_TYPES.some((known) => known === type);
  if (isType && type !== 'oneOf')
    problems.warn(at, 'no_effect', `values has no effect for type ${type}: only for oneOf`);
}
