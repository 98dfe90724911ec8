import { isFields } from '../../../../rules/shape.ts';

/** A value of a node; one that is bound to a declared webhook input is what the delivery brought (`payload`). */
export function bound(value: unknown, { payload }: Readonly<Record<string, unknown>>): unknown {
  if (!isFields(value) || !('webhookInputKey' in value)) return value;
  const key = value['webhookInputKey'];
  return isFields(payload) && typeof key === 'string' && Object.hasOwn(payload, key) ? payload[key] : undefined;
}
