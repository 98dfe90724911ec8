// Who may pass, and how often.

import { allows, type Scope } from '../../contract/account/scopes.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Principal, Tx } from '../core/context.ts';
import { principalOf } from '../core/principal.ts';
import { countRequest } from '../core/queries/rates.ts';
import { Refusal } from '../core/refusals.ts';
import { firstKey, keyByHash } from '../resources/account/queries/keys.ts';
import type { Delivery } from '../resources/workflows/triggers/webhooks.ts';

/** A trusted call from inside the process: the built-in profile. */
export type Caller = 'operator' | undefined;

/** Who holds the key, or why nobody may pass. An operator without a key is whoever holds the first one. */
export async function whoCalls(tx: Tx, key: string | undefined, caller: Caller): Promise<Principal | Refusal> {
  if (!key && caller === 'operator') {
    const first = await firstKey(tx);
    if (first) return principalOf(first);
  }
  if (!key) return new Refusal('unauthenticated', 'This request needs a key in the header x-api-key');
  const { hashOf } = await import('../core/hash.ts');
  const row = await keyByHash(tx, hashOf(key));
  if (!row) return new Refusal('unauthenticated', 'The key in x-api-key is not known');
  if (row.revokedAt !== null) return new Refusal('unauthenticated', 'The key in x-api-key was revoked');
  return principalOf(row);
}

/** Who delivers to a workflow's webhook acts as its owner, or why nobody may pass (SERVICE-API, Authentication 6). */
export async function whoDelivers(
  tx: Tx,
  delivery: Delivery & { readonly webhookId: string },
): Promise<Principal | Refusal> {
  const { ownerByWebhook, refusedDelivery } = await import('../resources/workflows/triggers/webhooks.ts');
  const owner = await ownerByWebhook(tx, delivery.webhookId);
  if (!owner) return new Refusal('not_found', 'There is no webhook at this address');
  return (await refusedDelivery(tx, delivery)) ?? owner;
}

/** Throws Refusal `forbidden`, naming the scope that is missing. */
export function assertScope(principal: Principal, needed: Scope): void {
  if (principal.scopes.length === 0)
    throw new Refusal('forbidden', 'This key has no scopes', { requiredScope: needed });
  if (!allows(principal.scopes, needed)) {
    throw new Refusal('forbidden', `This request needs the scope ${needed}`, { requiredScope: needed });
  }
}

/** The control surface is the operator's: an admin token, or a call from inside the process. Never a key. */
export async function assertOperator(
  caller: Caller,
  given: string | undefined,
  token: () => Promise<string>,
  hasKey: boolean,
): Promise<void> {
  if (caller === 'operator') return;
  if (given === undefined && hasKey) {
    throw new Refusal('forbidden', 'The control of the local service takes the header x-admin-token, not a key');
  }
  if (given === undefined) throw new Refusal('unauthenticated', 'This request needs the header x-admin-token');
  const { isSameSecret } = await import('../core/hash.ts');
  if (!isSameSecret(given, await token()))
    throw new Refusal('unauthenticated', 'The token in x-admin-token is not known');
}

export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window closes. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/** Counts this request against the key's window. `perMinute` is the row's number, times what the start asked for. */
export async function countAgainst(
  tx: Tx,
  principal: Principal,
  endpoint: string,
  perMinute: number,
  now: number,
): Promise<Rate> {
  const { beganAt, used } = await countRequest(tx, principal.keyId, endpoint, now);
  const resetSeconds = Math.max(1, Math.ceil((beganAt + LIMITS.rateWindowMs - now) / 1000));
  return { limit: perMinute, remaining: Math.max(0, perMinute - used), resetSeconds, isExceeded: used > perMinute };
}

/** `reset` counts seconds from now, so that it holds for readers whose clock is another. */
export function rateHeaders({ limit, remaining, resetSeconds }: Rate): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}
