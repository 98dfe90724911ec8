// One identity, shown or changed.

import { ApiError } from '../../../client/errors.ts';
import type { Session } from '../../session/session.ts';
import { identityView } from '../../shared/views/identities.ts';
import { htmlText } from './html-text.ts';

/** A person reads the signature as text, a program as the HTML it is. */
export async function printIdentity(
  { io, print, settings }: Session,
  identity: Readonly<{ signature?: string | null | undefined }>,
): Promise<void> {
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  const signature = isForPerson && identity.signature != null ? htmlText(identity.signature) : identity.signature;
  await print.record(identityView, { ...identity, signature });
}

/** Explains a refusal because of the missing scope ALL. */
export async function withAllScope<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isScope = error instanceof ApiError && error.status === 403 && error.details?.['requiredScope'] === 'ALL';
    if (!isScope) throw error;
    const { method, path, status, code, requestId, retryAfterMs, body, details } = error;
    throw new ApiError({
      ...{ method, path, status, code, requestId, retryAfterMs, body },
      message: 'changing an identity needs a key with the scope ALL',
      details: {
        ...details,
        hint: 'no narrower scope covers this: create a key with ALL in the web dashboard and use it only for this (--profile)',
      },
    });
  }
}
