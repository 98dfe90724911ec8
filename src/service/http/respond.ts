import type { ItemOf } from '../../contract/endpoint.ts';
import { boundedIssues, type ErrorCode, type Failure, STATUS_OF, type Success } from '../../contract/envelope.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { Refusal, type RefusalDetails } from '../core/context.ts';
import { isBusy, isDiskFailure, StoreDamaged, StoreTimeout, StoreUnreachable } from '../core/store.ts';

/** The connection is dropped instead of answered: before or after the request was processed. */
export interface Dropped {
  readonly dropped: 'before' | 'after';
}

/** An answer that goes on: events as they happen. */
export interface Streamed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Begins to send; returns how it ends, once the other side is gone or the server closes. */
  stream(write: (text: string) => void): () => void;
}

export type HttpAnswer = WireResponse | Dropped | Streamed;

type ResponseHeaders = Readonly<Record<string, string>>;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** `data` is already JSON text: what a worker thread sends is not parsed again. */
export function success(data: string, headers: ResponseHeaders): WireResponse {
  const { status, message }: Pick<Success<never>, 'status' | 'message'> = { status: 'success', message: 'OK' };
  return {
    status: 200,
    headers: { ...JSON_TYPE, ...headers },
    body: `{"status":"${status}","message":"${message}","data":${data}}`,
  };
}

export function failure(refusal: Refusal, requestId: string, headers: ResponseHeaders): WireResponse {
  const { code, message, details } = refusal;
  const body: Failure = { status: 'error', message, code, ...(details && { details: bounded(details) }), requestId };
  return {
    status: STATUS_OF[code],
    headers: { ...JSON_TYPE, ...headers, ...headersOf(code, details) },
    body: JSON.stringify(body),
  };
}

function bounded(details: RefusalDetails): RefusalDetails {
  const { issues } = details;
  return Array.isArray(issues) ? { ...details, issues: boundedIssues(issues) } : details;
}

function headersOf(code: ErrorCode, details: RefusalDetails | undefined): ResponseHeaders {
  if (code === 'rate_limited') return { 'retry-after': String(details?.['retryAfter'] ?? 1) };
  if (code === 'unavailable') return { 'retry-after': '1' };
  if (code === 'method_not_allowed' && Array.isArray(details?.['allow'])) return { allow: details['allow'].join(', ') };
  return {};
}

/** What the caller sees of an error. Anything but a Refusal is a bug or a disk failure: its text is not disclosed. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreTimeout) return new Refusal('timeout', tookLonger(error.limitMs));
  if (error instanceof StoreUnreachable) return new Refusal('unavailable', 'The database does not answer: try again');
  if (isBusy(error)) return new Refusal('unavailable', 'The store is busy: try again');
  if (error instanceof StoreDamaged)
    return new Refusal('unavailable', 'The store is damaged or gone: its operator has to restore a snapshot');
  if (isProgramGone(error))
    return new Refusal(
      'unavailable',
      'The program of this server was replaced or removed while it ran: restart the server',
    );
  if (isDiskFailure(error))
    return new Refusal('unavailable', 'The store cannot be written: its disk is full or unavailable');
  return new Refusal('internal', 'Internal error: the log of the service has the details under this request id');
}

/** What is loaded when it is first needed is not there any more: an update does not wait. No file of a store is a script. */
export function isProgramGone(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const path = 'path' in error ? String(error.path) : '';
  return /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code)) || (error.code === 'ENOENT' && /\.[cm]?js$/.test(path));
}

export function tookLonger(limitMs: number): string {
  return `This took longer than ${limitMs / 1000} s and was stopped: try again later, or request less`;
}

// A request on its way to a handler: as it came, and parsed.

/** A trusted call from inside the process: the built-in profile. */
export type Caller = 'operator' | undefined;

/** How a request comes, beside its head. */
export interface RequestArrival {
  readonly caller?: Caller;
  /** Why it is refused whatever it is; it is still logged. */
  readonly refusal?: Refusal | undefined;
  /**
   * Reads the body, which is still coming: who has no key cannot make the service hold megabytes. Throws Refusal, and
   * ConnectionCut.
   */
  readonly readBody?: (() => Promise<string | null>) | undefined;
}

/** The connection ended before the request was complete. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
}

/** A request before it is parsed. */
export interface UnparsedRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string | null;
  readonly contentType: string | undefined;
}

/** A request parsed by the row's schemas; each row's handler knows its own types. */
export interface ParsedRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly items?: readonly ItemOf<unknown>[];
}
