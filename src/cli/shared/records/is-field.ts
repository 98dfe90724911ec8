import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';

/** Whether a row of the fields endpoint says what a field is. */
export function isField(value: unknown): value is FieldDescriptor {
  return (
    isObject(value) && ['id', 'label', 'dataType', 'fieldType'].every((key) => typeof own(value, key) === 'string')
  );
}
