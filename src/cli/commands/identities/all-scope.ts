// Changing identities needs scope ALL, which surprises everybody once (SERVICE-API, Identities and Authentication).

import { ApiError } from '../../../client/errors.ts';

/** Does the work; a refusal for want of ALL is told with its reason. */
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
        hint: 'there is no narrower scope for it: give a key ALL in the web dashboard, and use it for this alone (--profile)',
      },
    });
  }
}
