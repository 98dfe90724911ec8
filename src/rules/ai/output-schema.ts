// What the value of an AI variable is (SERVICE-API, AI variable: outputSchema).

import { AI_LIMITS, OUTPUT_TYPES, type OutputType } from '../../contract/ai/enums.ts';
import type { DataType } from '../../contract/records/fields.ts';
import type { At, Problems } from '../problem.ts';
import {
  checkBoolean,
  checkFields,
  checkKeys,
  checkRequired,
  checkText,
  checkWord,
  given,
  has,
  kindOf,
} from '../shape.ts';

const KEYS = ['type', 'values', 'provideExplanation', 'jsonSchema'];

/** The kind of data a variable of this type holds. */
export const DATA_TYPE_OF: Readonly<Record<OutputType, DataType>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  oneOf: 'select',
  url: 'url',
  email: 'email',
};

/** `values` is required and non-empty when `type` is `oneOf`; elsewhere it has no effect. */
export function checkOutputSchema(problems: Problems, at: At, value: unknown): void {
  const schema = checkFields(problems, at, value, '{ type: text }');
  if (schema === null) return;
  checkKeys(problems, at, schema, KEYS, 'outputSchema');
  const why = `outputSchema needs a type: ${OUTPUT_TYPES.join(', ')}`;
  if (checkRequired(problems, at, schema, 'type', why)) {
    checkWord(problems, [...at, 'type'], given(schema, 'type'), OUTPUT_TYPES);
  }
  if (has(schema, 'provideExplanation')) {
    checkBoolean(problems, [...at, 'provideExplanation'], given(schema, 'provideExplanation'));
  }
  const type = given(schema, 'type');
  if (has(schema, 'values')) checkValues(problems, [...at, 'values'], given(schema, 'values'), type);
  else if (type === 'oneOf') {
    problems.error([...at, 'values'], 'required', 'type oneOf needs values: a list of the texts it chooses from');
  }
}

function checkValues(problems: Problems, at: At, values: unknown, type: unknown): void {
  if (!Array.isArray(values)) {
    problems.error(at, 'invalid_type', `values must be a list of texts, not ${kindOf(values)}`);
    return;
  }
  if (values.length === 0) problems.error(at, 'too_small', 'values is empty: name at least one');
  if (values.length > AI_LIMITS.valuesMax) {
    problems.error(at, 'too_big', `values has ${values.length}; at most ${AI_LIMITS.valuesMax} are allowed`);
    return;
  }
  const seen = new Set<unknown>();
  for (const [index, one] of values.entries()) {
    checkText(problems, [...at, index], one, { most: AI_LIMITS.valueMax });
    if (typeof one === 'string' && seen.has(one)) problems.warn([...at, index], 'no_effect', `"${one}" is there twice`);
    seen.add(one);
  }
  const isType = OUTPUT_TYPES.some((known) => known === type);
  if (isType && type !== 'oneOf') problems.warn(at, 'no_effect', `values count for type oneOf alone, not for ${type}`);
}
