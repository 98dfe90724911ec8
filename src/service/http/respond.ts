import { type ErrorCode, type Failure, STATUS_OF, type Success } from '../../contract/envelope.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { type Details, Refusal } from '../core/refusals.ts';
import { isBusy, isDiskTrouble } from '../db/sqlite.ts';

/** A cut connection instead of an answer: before the request was processed, or after. */
export interface Dropped {
  readonly dropped: 'before' | 'after';
}

export type Headers = Readonly<Record<string, string>>;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** `data` is JSON text already: what crosses from a worker thread is not parsed again. */
export function success(data: string, headers: Headers): WireResponse {
  const { status, message }: Pick<Success<never>, 'status' | 'message'> = { status: 'success', message: 'OK' };
  return {
    status: 200,
    headers: { ...JSON_TYPE, ...headers },
    body: `{"status":"${status}","message":"${message}","data":${data}}`,
  };
}

export function failure(refusal: Refusal, requestId: string, headers: Headers): WireResponse {
  const { code, message, details } = refusal;
  const body: Failure = { status: 'error', message, code, ...(details && { details }), requestId };
  return {
    status: STATUS_OF[code],
    headers: { ...JSON_TYPE, ...headers, ...headersOf(code, details) },
    body: JSON.stringify(body),
  };
}

function headersOf(code: ErrorCode, details: Details | undefined): Headers {
  if (code === 'rate_limited') return { 'retry-after': String(details?.['retryAfter'] ?? 1) };
  if (code === 'unavailable') return { 'retry-after': '1' };
  if (code === 'method_not_allowed' && Array.isArray(details?.['allow'])) return { allow: details['allow'].join(', ') };
  return {};
}

/** What an error says outside. Anything that is no Refusal is a bug of ours or trouble with the disk: its text stays inside. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isBusy(error)) return new Refusal('unavailable', 'The store is busy with other work: try again');
  if (isDiskTrouble(error)) return new Refusal('unavailable', 'The store cannot write: its disk is full or gone');
  return new Refusal('internal', 'Something went wrong inside the service; the request id finds it in its log');
}
