// The sender of a campaign: a draft may lack one; messages read its fields.

import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import type { Problem } from '../problem.ts';

/** A draft may lack its sender; a campaign cannot start without one (undocumented). */
export function missingSender(body: unknown): Problem[] {
  if (!isObject(body) || (getOwn(body, 'identityId') ?? null) !== null || has(body, 'identity')) return [];
  const message = 'a campaign cannot start without a sender: identity: NAME (reach identity list shows them)';
  const place = { path: 'identityId', at: ['identityId'] };
  return [{ ...place, code: 'no_sender', message, severity: 'warning', basis: 'undocumented', kind: 'invalid' }];
}

/**
 * A field of the sender as `{identity.…}` reads it: first and last name default to the parts of the name. Null where it has
 * no value, undefined where the record does not show it.
 */
export function senderValue(sender: JsonObject, field: string): string | null | undefined {
  const value = getOwn(sender, field);
  if (typeof value === 'string') return value;
  const name = getOwn(sender, 'name');
  if (typeof name === 'string' && (field === 'firstName' || field === 'lastName')) {
    const [first = '', ...rest] = name.split(' ');
    return field === 'firstName' ? first : rest.join(' ');
  }
  return value === undefined ? undefined : null;
}
