// One delivery to a webhook, with what proves that its secret is known.

import { createHmac } from 'node:crypto';
import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Session } from '../../session/session.ts';

const SIGNATURE = 'x-webhook-signature';

interface DeliveryRequest {
  readonly params: { readonly webhookId: string };
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * With the secret itself; with a signature where the service's details name its header. How a secret authenticates is
 * not shown, so no service gets a signature that did not name it.
 */
export async function deliver(session: Session, request: DeliveryRequest, secret: string | null): Promise<unknown> {
  const { call } = await session.client();
  const send = async (headers: Readonly<Record<string, string>>) =>
    (await call(routes.workflows.deliver, { ...request, headers }, { signal: session.io.interrupt })).data;
  if (secret === null) return await send({});
  try {
    return await send({ 'x-webhook-secret': secret });
  } catch (error) {
    const isForSignature = error instanceof ApiError && error.details?.['requiredHeader'] === SIGNATURE;
    if (!isForSignature) throw error;
    return await send({ [SIGNATURE]: signatureOf(secret, request.body, session.io) });
  }
}

/** Of the body as it is sent. The id keeps two deliveries of one payload apart. */
function signatureOf(secret: string, body: DeliveryRequest['body'], { now, random }: Session['io']): string {
  const seconds = Math.floor(now() / 1000);
  const id = `${random()}`.slice(2) || '0';
  const digest = createHmac('sha256', secret)
    .update(`${id}.${seconds}.${JSON.stringify(body)}`)
    .digest('hex');
  return `t=${seconds},id=${id},v1=${digest}`;
}
