// What the failure of a bulk means: certainly not processed, refused, or unknown.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';

export type FailureKind =
  /** The rate: it waits and goes again, however often. */
  | 'rate_limited'
  /** Certainly not processed, and it may pass. */
  | 'not_sent'
  /** The bulk as a whole: its rows fail, the import goes on. */
  | 'refused'
  /** It may have been processed. */
  | 'unknown'
  /** No bulk can go through as things are. */
  | 'stop';

const REFUSED = new Set([400, 413, 422]);
/** Of a request about one record, also that it is gone, or is not to be changed now. */
const REFUSED_OF_ONE = new Set([...REFUSED, 404, 409, 410]);

export function classifyFailure(error: unknown, isOfOne = false): FailureKind {
  if (error instanceof ApiError) {
    if (error.status === 429) return 'rate_limited';
    if ((isOfOne ? REFUSED_OF_ONE : REFUSED).has(error.status)) return 'refused';
    return error.status === 408 || error.status >= 500 ? 'unknown' : 'stop';
  }
  if (error instanceof NetworkError) {
    if (error.sent === 'maybe') return 'unknown';
    return error.passing ? 'not_sent' : 'stop';
  }
  // A redirect was not followed: nothing behind it has seen the bulk.
  if (error instanceof ReplyError) return error.fault === 'redirect' ? 'stop' : 'unknown';
  return 'stop';
}

/** What went wrong, with the request id where there is one. */
export function reasonText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const id = error instanceof ApiError || error instanceof ReplyError ? error.requestId : undefined;
  return id === undefined ? error.message : `${error.message} (request id ${id})`;
}
