// Authentication, scopes and rate limits.

import { allows, type Scope } from '../../contract/account/scopes.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { type Principal, Refusal } from '../core/context.ts';
import type { Operator } from '../core/operator.ts';
import { principalOf } from '../core/principals.ts';
import { firstKey, keyByHash } from '../core/queries/keys.ts';
import { countDelivery, countRequest } from '../core/queries/rates.ts';
import type { Tx } from '../core/sql.ts';
import type { RowRequest } from './perform.ts';
import type { Caller, UnparsedRequest } from './respond.ts';
import { unknownPath } from './routes.ts';

/** The principal of the key, or why the request is refused. An operator without a key uses the first one. */
export async function authenticate(tx: Tx, key: string | undefined, caller: Caller): Promise<Principal | Refusal> {
  if (!key && caller === 'operator') {
    const first = await firstKey(tx);
    if (first) return principalOf(first);
  }
  if (!key) return new Refusal('unauthenticated', 'This request needs an API key in the header x-api-key');
  const { hashOf } = await import('../core/crypto.ts');
  const row = await keyByHash(tx, hashOf(key));
  if (!row) return new Refusal('unauthenticated', 'This API key is not valid');
  if (row.revokedAt !== null) return new Refusal('unauthenticated', 'This API key was revoked');
  return principalOf(row);
}

/** A delivery to a workflow's webhook runs as the workflow's owner. */
export async function ownerOfWebhook(tx: Tx, webhookId: string): Promise<Principal | Refusal> {
  const { ownerByWebhook } = await import('../resources/workflows/triggers/webhooks.ts');
  const owner = await ownerByWebhook(tx, webhookId);
  return owner ?? new Refusal('not_found', 'There is no webhook at this address');
}

/** Throws Refusal `forbidden`, naming the missing scope. */
export function assertScope(principal: Principal, needed: Scope): void {
  if (principal.scopes.length === 0)
    throw new Refusal('forbidden', 'This key has no scopes', { requiredScope: needed });
  if (!allows(principal.scopes, needed)) {
    throw new Refusal('forbidden', `This request needs the scope ${needed}`, { requiredScope: needed });
  }
}

/** The control surface needs an admin token or a call inside the process, never a key. Throws Refusal. */
export async function assertOperator(
  { isControlOpen, adminToken }: { readonly isControlOpen: boolean; readonly adminToken: () => Promise<string> },
  { caller, request, path }: { readonly caller: Caller; readonly request: WireRequest; readonly path: string },
): Promise<void> {
  if (caller === 'operator') return;
  // If closed, it looks like a path that does not exist.
  if (!isControlOpen) throw unknownPath(path);
  const { 'x-admin-token': sent, 'x-api-key': key } = request.headers;
  if (sent === undefined && key !== undefined) {
    throw new Refusal(
      'forbidden',
      'The control API of the local service needs the header x-admin-token, not an API key',
    );
  }
  if (sent === undefined) throw new Refusal('unauthenticated', 'This request needs the header x-admin-token');
  const { isSameSecret } = await import('../core/crypto.ts');
  if (!isSameSecret(sent, await adminToken()))
    throw new Refusal('unauthenticated', 'The token in x-admin-token is not valid');
}

/** Throws Refusal for a delivery whose secret or signature is wrong. */
export async function acceptedDelivery(
  {
    store,
    realNow,
    requireWebhookSignature,
  }: Pick<Operator, 'store' | 'realNow'> & { readonly requireWebhookSignature: boolean },
  headers: WireRequest['headers'],
  { params, body }: UnparsedRequest,
): Promise<Pick<RowRequest, 'delivery'>> {
  const { refusedDelivery, deliveryIdOf } = await import('../resources/workflows/triggers/webhooks.ts');
  const signature = headers['x-webhook-signature'];
  const delivery = {
    webhookId: params['webhookId'] ?? '',
    body: body ?? '',
    secret: headers['x-webhook-secret'],
    signature,
    isProofRequired: requireWebhookSignature,
    realNow: realNow(),
  };
  const refused = await store.read((tx) => refusedDelivery(tx, delivery));
  if (refused) throw refused;
  const id = deliveryIdOf(signature);
  return id === null ? {} : { delivery: { id, at: realNow() } };
}

export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/** Counts this request in the window of the key, or of the webhook. `perMinute`: the row's limit times the factor set at start. */
export async function countAgainst(
  tx: Tx,
  { keyId, webhookId }: Principal,
  endpoint: string,
  perMinute: number,
  now: number,
): Promise<RateStatus> {
  const counted = webhookId === undefined ? countRequest(tx, keyId, endpoint, now) : countDelivery(tx, webhookId, now);
  const { beganAt, used } = await counted;
  const resetSeconds = Math.max(1, Math.ceil((beganAt + LIMITS.rateWindowMs - now) / 1000));
  return { limit: perMinute, remaining: Math.max(0, perMinute - used), resetSeconds, isExceeded: used > perMinute };
}

/** `reset` is in seconds from now, independent of the reader's clock. */
export function rateHeaders({ limit, remaining, resetSeconds }: RateStatus): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}
