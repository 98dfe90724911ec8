// Webhook ids and secrets are derived from the store's seed and the workflow's id, not random: they survive every
// publish, and the secret is never stored.

import { LIMITS } from '../../../../contract/limits.ts';
import { type Context, type Principal, Refusal } from '../../../core/context.ts';
import { isSameSecret, signatureOf } from '../../../core/crypto.ts';
import { webhookSeed } from '../../../core/queries/settings.ts';
import type { Tx } from '../../../core/sql.ts';
import { type WebhookOwner, webhookOwner } from '../queries/triggers.ts';

export interface Delivery {
  readonly webhookId: string;
  /** The raw body, which the signature covers. */
  readonly body: string;
  /** `x-webhook-secret` */
  readonly secret: string | undefined;
  /** `x-webhook-signature`: `t=<unix seconds>,v1=<HMAC>`, with `,id=<id>` before `v1`, or `sha256=<HMAC of the raw body>` */
  readonly signature: string | undefined;
  readonly isProofRequired: boolean;
  /** The real clock, epoch ms: senders know no other. */
  readonly realNow: number;
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
  return owner === undefined ? null : { ...whoOwns(owner), webhookId };
}

function whoOwns({ workspaceId, userId, role }: WebhookOwner): Principal {
  return { workspaceId, userId, role, keyId: 0, keyName: 'webhook', scopes: [] };
}

const TIMED = /^t=([0-9]{1,12})(?:,id=([\w.-]{1,100}))?,v1=([0-9a-f]{64})$/i;

/** What distinguishes a signed delivery from every other: the sender's id, else its signature. Null if it has no time. */
export function deliveryIdOf(signature: string | undefined): string | null {
  const [, , id, digest] = TIMED.exec(signature ?? '') ?? [];
  return id ?? digest?.toLowerCase() ?? null;
}

/**
 * Why a delivery is rejected: a wrong secret or signature, or no signature where one is required; null if it is accepted.
 * Without either it is accepted, because the address cannot be guessed (our choice).
 */
export async function refusedDelivery(tx: Tx, delivery: Delivery): Promise<Refusal | null> {
  const { webhookId, secret: named, signature, isProofRequired } = delivery;
  // A secret that is sent with every delivery proves nothing about this one: whoever saw one could send it again.
  if (signature === undefined && isProofRequired)
    return refused(
      'A delivery needs the header x-webhook-signature: t=<unix seconds>,v1=<HMAC>; the secret alone is not proof',
      { requiredHeader: 'x-webhook-signature' },
    );
  if (named === undefined && signature === undefined) return null;
  const secret = await webhookSecret(tx, webhookId);
  if (named !== undefined && !isSameSecret(named, secret))
    return refused('The secret in x-webhook-secret is not the secret of this webhook');
  return signature === undefined ? null : refusedSignature(secret, signature, delivery);
}

function refusedSignature(secret: string, signature: string, delivery: Delivery): Refusal | null {
  const { body, isProofRequired, realNow } = delivery;
  const [, time, id, digest] = TIMED.exec(signature) ?? [];
  if (time === undefined || digest === undefined) {
    // Could be replayed for ever, so it is no proof where one is required.
    if (!isProofRequired && isSameSecret(signature.toLowerCase(), `sha256=${signatureOf(secret, body)}`)) return null;
  } else {
    const text = id === undefined ? `${time}.${body}` : `${id}.${time}.${body}`;
    if (isSameSecret(digest.toLowerCase(), signatureOf(secret, text))) {
      if (Math.abs(realNow - Number(time) * 1000) <= LIMITS.signatureAgeMaxMs) return null;
      return refused('The time in x-webhook-signature is more than 5 minutes off: sign each delivery when it is sent');
    }
  }
  return refused(
    'The signature in x-webhook-signature does not match: send t=<unix seconds>,v1=<HMAC-SHA256 in hex of "<t>.<raw body>">, ' +
      'keyed with the webhook secret',
  );
}

function refused(message: string, details?: Readonly<Record<string, string>>): Refusal {
  return new Refusal('unauthenticated', message, details);
}
