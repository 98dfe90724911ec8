import { isFields } from '../../../../rules/shape.ts';

/** An input of a node; one that is bound to a declared webhook input is read from the `payload` of the delivery. */
export function boundValue(value: unknown, { payload }: Readonly<Record<string, unknown>>): unknown {
  if (!isFields(value) || !('webhookInputKey' in value)) return value;
  const key = value['webhookInputKey'];
  return isFields(payload) && typeof key === 'string' && Object.hasOwn(payload, key) ? payload[key] : undefined;
}

/** All inputs of a node. */
export function boundInputs(
  inputs: Readonly<Record<string, unknown>> | undefined,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).map(([key, value]) => [key, boundValue(value, input)]));
}
