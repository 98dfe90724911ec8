// Webhook ids and secrets are derived from the store's seed and the workflow's id, not random: they survive every
// publish, and the secret is never stored.

import type { Context, Principal, Tx } from '../../../core/context.ts';
import { isSameSecret, signatureOf } from '../../../core/hash.ts';
import { webhookSeed } from '../../../core/queries/settings.ts';
import { Refusal } from '../../../core/refusals.ts';
import { type WebhookOwner, webhookOwner } from '../queries/webhooks.ts';

/** What a delivery carries besides its parsed payload. */
export interface Delivery {
  /** The raw body, which the signature covers. */
  readonly body: string;
  /** `x-webhook-secret` */
  readonly secret: string | undefined;
  /** `x-webhook-signature`: `sha256=<HMAC of the raw body>` */
  readonly signature: string | undefined;
  readonly isProofRequired: boolean;
}

/** 128 bits: the address cannot be guessed. */
const ID_LENGTH = 32;

/** Used in replies to calls from inside the process, where no server listens. */
const NO_HOST = 'https://local.reach.invalid';

export function webhookIdOf(seed: string, workflowId: number): string {
  return signatureOf(seed, `webhook id of workflow ${workflowId}`).slice(0, ID_LENGTH);
}

function secretOf(seed: string, webhookId: string): string {
  return `whsec_${signatureOf(seed, `webhook secret of ${webhookId}`)}`;
}

export async function webhookSecret(tx: Tx, webhookId: string): Promise<string> {
  return secretOf(await webhookSeed(tx), webhookId);
}

export function webhookUrl({ baseUrl }: Pick<Context, 'baseUrl'>, webhookId: string): string {
  return `${baseUrl ?? NO_HOST}/wf/${webhookId}`;
}

/** The owner of the workflow whose published webhook trigger has this id. */
export async function ownerByWebhook(tx: Tx, webhookId: string): Promise<Principal | null> {
  const owner = await webhookOwner(tx, webhookId);
  return owner === undefined ? null : whoOwns(owner);
}

function whoOwns({ workspaceId, userId, role }: WebhookOwner): Principal {
  return { workspaceId, userId, role, keyId: 0, keyName: 'webhook', scopes: [] };
}

/**
 * Why a delivery is rejected: a wrong secret or signature, or neither where one is required; null if it is accepted.
 * Without either it is accepted, because the address cannot be guessed (chosen).
 */
export async function refusedDelivery(
  tx: Tx,
  delivery: Delivery & { readonly webhookId: string },
): Promise<Refusal | null> {
  const { webhookId, body, secret: named, signature, isProofRequired } = delivery;
  if (named === undefined && signature === undefined) {
    if (!isProofRequired) return null;
    const message =
      'A delivery needs the header x-webhook-secret, or x-webhook-signature: sha256=<HMAC of the body with the secret>';
    return new Refusal('unauthenticated', message);
  }
  const secret = await webhookSecret(tx, webhookId);
  if (named !== undefined && !isSameSecret(named, secret))
    return new Refusal('unauthenticated', 'The secret in x-webhook-secret is not the secret of this webhook');
  if (signature === undefined || isSameSecret(signature.toLowerCase(), `sha256=${signatureOf(secret, body)}`))
    return null;
  const message =
    'The signature in x-webhook-signature does not match: send sha256= followed by the HMAC-SHA256 of the raw body in ' +
    'hex, keyed with the webhook secret';
  return new Refusal('unauthenticated', message);
}
