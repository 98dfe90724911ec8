import { own } from '../../../../contract/dictionary.ts';
import { isObject } from '../../../../contract/json.ts';

/** An input of a node; one that is bound to a declared webhook input is read from the `payload` of the delivery. */
export function boundValue(value: unknown, { payload }: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(value) || !('webhookInputKey' in value)) return value;
  const key = value['webhookInputKey'];
  return isObject(payload) && typeof key === 'string' && own(payload, key);
}

/** All inputs of a node. */
export function boundInputs(
  inputs: Readonly<Record<string, unknown>> | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).map(([key, value]) => [key, boundValue(value, input)]));
}
