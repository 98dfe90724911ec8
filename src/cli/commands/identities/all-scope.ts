// Changing identities needs the scope ALL, as no narrower scope covers it.

import { ApiError } from '../../../client/errors.ts';

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
