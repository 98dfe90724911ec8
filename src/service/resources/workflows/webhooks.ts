// Webhook addresses and secrets. Neither is chosen at random: both are made from the store's seed and the workflow's id,
// so that they stay the same over every publish, and the secret is written down nowhere.

import type { Context, Principal, Tx } from '../../core/context.ts';
import { isSameSecret, signatureOf } from '../../core/hash.ts';
import { webhookSeed } from '../../core/queries/settings.ts';
import { Refusal } from '../../core/refusals.ts';
import { type WebhookOwner, webhookOwner } from './queries/webhooks.ts';

/** What a delivery brings beside its payload. */
export interface Delivery {
  /** The raw body: what a signature is about. */
  readonly body: string;
  /** `x-webhook-secret` */
  readonly secret: string | undefined;
  /** `x-webhook-signature`: `sha256=<HMAC of the raw body>` */
  readonly signature: string | undefined;
  readonly isProofRequired: boolean;
}

/** 128 bits: whoever does not know the address does not find it. */
const ID_LENGTH = 32;

/** Nobody listens here: an address that a call from inside the process may be told. */
const NO_HOST = 'https://local.reach.invalid';

export function webhookIdOf(seed: string, workflowId: number): string {
  return signatureOf(seed, `webhook id of workflow ${workflowId}`).slice(0, ID_LENGTH);
}

function secretOf(seed: string, webhookId: string): string {
  return `whsec_${signatureOf(seed, `webhook secret of ${webhookId}`)}`;
}

/** The secret of a webhook of this store. */
export async function webhookSecret(tx: Tx, webhookId: string): Promise<string> {
  return secretOf(await webhookSeed(tx), webhookId);
}

/** Where to deliver (SERVICE-API, Endpoints: `{base_url}/wf/<webhook_id>`). */
export function webhookUrl({ baseUrl }: Pick<Context, 'baseUrl'>, webhookId: string): string {
  return `${baseUrl ?? NO_HOST}/wf/${webhookId}`;
}

/** Whoever owns the workflow with a published webhook trigger at this address. */
export async function ownerByWebhook(tx: Tx, webhookId: string): Promise<Principal | null> {
  const owner = await webhookOwner(tx, webhookId);
  return owner === undefined ? null : whoOwns(owner);
}

function whoOwns({ workspaceId, userId, role }: WebhookOwner): Principal {
  return { workspaceId, userId, role, keyId: 0, keyName: 'webhook', scopes: [] };
}

/**
 * Why a delivery is not believed: a wrong secret or signature, or none where one is required; null when it is. Without
 * either it is believed: the address cannot be guessed (chosen).
 */
export async function refusedDelivery(
  tx: Tx,
  given: Delivery & { readonly webhookId: string },
): Promise<Refusal | null> {
  const { webhookId, body, secret: named, signature, isProofRequired } = given;
  if (named === undefined && signature === undefined) {
    if (!isProofRequired) return null;
    const message =
      'A delivery needs the header x-webhook-secret, or x-webhook-signature: sha256=<HMAC of the body with the secret>';
    return new Refusal('unauthenticated', message);
  }
  const secret = await webhookSecret(tx, webhookId);
  if (named !== undefined && !isSameSecret(named, secret))
    return new Refusal('unauthenticated', 'The secret in x-webhook-secret is not that of this webhook');
  if (signature === undefined || isSameSecret(signature.toLowerCase(), `sha256=${signatureOf(secret, body)}`))
    return null;
  const message =
    'The signature in x-webhook-signature does not fit: it is sha256= and the HMAC-SHA256 of the raw body, in hex, ' +
    'keyed with the webhook secret';
  return new Refusal('unauthenticated', message);
}
