// What goes wrong once there is an answer. What goes wrong before there is one is a NetworkError (transport.ts).

import type { ErrorCode } from '../contract/envelope.ts';

export interface RequestLine {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
}

type ApiErrorFacts = Pick<ApiError, 'method' | 'path' | 'status' | 'code' | 'message' | 'body'> &
  Partial<Pick<ApiError, 'details' | 'requestId' | 'retryAfterMs' | 'hint' | 'attempts'>>;

/** The service refused the request. The code is the body's if it is a known one, else that of the status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  /** From `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** The first 2 KB of the body, without the key. */
  readonly body: string;
  /** Why no further attempt was made; set by `withRetries`. */
  hint: string | undefined;
  /** How often the request was sent, 0: not at all; set by `withRetries`. */
  attempts: number;
  /** A write that may be done all the same: `hint` says so. `once`: the same request again does it at most once. */
  declare mayBeDone?: boolean | 'once';

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.hint = facts.hint;
    this.attempts = facts.attempts ?? 1;
    this.body = facts.body;
  }
}

/**
 * A write that the service took, and of which it did something else: what it did stays. `not_applied`: values are as they were;
 * `other_record`: it changed another record, or made one.
 */
export class OtherEffectError extends ApiError {
  readonly effect: 'not_applied' | 'other_record';

  constructor(
    effect: 'not_applied' | 'other_record',
    facts: Omit<ApiErrorFacts, 'status' | 'code' | 'body'> & { readonly hint: string },
  ) {
    super({ ...facts, status: 409, code: 'conflict', body: '' });
    this.effect = effect;
  }
}

/** `cut`: begins as JSON and ends too early. `misfit`: lacks what the interface shows. `redirect`: not followed, so that the key stays with its own host. */
export type ReplyFault = 'cut' | 'not_json' | 'no_data' | 'redirect' | 'not_a_page' | 'misfit';

type ReplyErrorFacts = Pick<ReplyError, 'method' | 'path' | 'fault' | 'status' | 'message' | 'body'> &
  Partial<Pick<ReplyError, 'requestId' | 'hint'>>;

/** An answer that is not one of this interface. Never thrown for a write that was done. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  readonly method: string;
  readonly path: string;
  readonly fault: ReplyFault;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly body: string;
  hint: string | undefined;
  attempts = 1;
  declare mayBeDone?: boolean;

  constructor(facts: ReplyErrorFacts) {
    super(facts.message);
    this.method = facts.method;
    this.path = facts.path;
    this.fault = facts.fault;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.hint = facts.hint;
    this.body = facts.body;
  }
}

/** A base URL, proxy or key that cannot be used. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
