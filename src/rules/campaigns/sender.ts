import { has, own } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import type { Problem } from '../problem.ts';

/** A draft may lack its sender; a campaign cannot start without one (undocumented). */
export function missingSender(body: unknown): Problem[] {
  if (!isObject(body) || (own(body, 'identityId') ?? null) !== null || has(body, 'identity')) return [];
  const message = 'a campaign cannot start without a sender: identity: NAME (reach identity list shows them)';
  const place = { path: 'identityId', at: ['identityId'] };
  return [{ ...place, code: 'no_sender', message, severity: 'warning', basis: 'undocumented', kind: 'invalid' }];
}
