// The exit codes, and which failure ends with which.

import { ApiError, OtherEffectError, ReplyError, SetupError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/transport.ts';
import type { ErrorCode } from '../../contract/envelope.ts';
import { Interrupted, OutputError } from './io.ts';
import { isDiskFull, isSystemError, reasonOf } from './system-error.ts';

export const EXIT = {
  done: 0,
  bad: 1,
  usage: 2,
  refused: 3,
  access: 4,
  notFound: 5,
  conflict: 6,
  later: 7,
  running: 8,
  bug: 70,
} as const;

export type ExitName = keyof typeof EXIT;

/** One line each, for help topics and each command's help. */
export const EXIT_MEANING: Readonly<Record<ExitName, string>> = {
  done: 'done',
  bad: 'completed, but problems were found (in files, rows, differences), or a prompt was declined',
  usage: 'invalid usage: options, a missing value, an unreadable file, no profile',
  refused: 'invalid content: 400, 422, an invalid file on a write',
  access: 'missing or invalid key, or missing scope: 401, 403',
  notFound: 'not found: 404',
  conflict: 'conflict: 409',
  later: 'temporary failure after all retries: network, 408, 429, 5xx, no disk space',
  running: 'still running when --timeout expired',
  bug: 'a bug in reach',
};

const EXIT_OF_CODE: Readonly<Record<ErrorCode, ExitName>> = {
  invalid: 'refused',
  unprocessable: 'refused',
  too_large: 'refused',
  unsupported_media_type: 'refused',
  method_not_allowed: 'refused',
  unauthenticated: 'access',
  forbidden: 'access',
  not_found: 'notFound',
  conflict: 'conflict',
  timeout: 'later',
  rate_limited: 'later',
  unavailable: 'later',
  internal: 'later',
};

interface Details {
  readonly hint?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A failure that reach found itself, before or without a request. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exit: ExitName;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(exit: ExitName, code: string, message: string, more: Details = {}) {
    super(message);
    this.exit = exit;
    this.code = code;
    this.hint = more.hint;
    this.details = more.details;
  }
}

/** Where only the answer to a write cannot be shown as it was asked for. */
export const CARRIED_OUT = 'the command was carried out; only its answer is not shown';

/** Invalid usage: exit 2. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';

  constructor(message: string, more: Details = {}) {
    super('usage', 'usage', message, more);
  }
}

/** A person said no: nothing was done, so that `&&` stops. Exit 1. */
export class Declined extends CliError {
  override readonly name = 'Declined';

  constructor(message: string) {
    super('bad', 'declined', message);
  }
}

/** A failure as it is printed: on stderr as text, or as one JSON object. */
export interface PrintedFailure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Whether the same command line may succeed later, without anything else being changed, and does nothing twice. */
  readonly retryable?: boolean;
  /** When the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The request that failed, as `METHOD path`. */
  readonly request?: string | undefined;
  /** Prints nothing, as the problem was already shown. */
  readonly silent?: boolean;
  /** For bugs: the stack, shown with --debug. */
  readonly stack?: string | undefined;
}

function apiHint(error: ApiError): string | undefined {
  const { hint, known } = error.details ?? {};
  if (typeof hint === 'string') return hint;
  if (Array.isArray(known)) return `known: ${known.join(', ')}`;
  if (error.code === 'unauthenticated' && error.path.startsWith('/wf/')) {
    return 'give the secret that was issued on publishing with --secret-file or REACH_WEBHOOK_SECRET';
  }
  if (error.code === 'unauthenticated') return 'check the key: reach auth status, or reach auth login';
  if (error.code === 'forbidden') {
    const { requiredScope: scope, feature } = error.details ?? {};
    if (typeof feature === 'string') {
      return `this feature is not enabled in the workspace; on the local service: reach local feature ${feature} on`;
    }
    return typeof scope === 'string'
      ? `add the scope ${scope} to the key in the web dashboard, or use a profile whose key has it (--profile)`
      : 'the key is not allowed to do this';
  }
  if (error.code === 'rate_limited') return 'the rate limit is exhausted; run the command again in a minute';
  if (error.code === 'unavailable') return 'run the command again once the service is available';
  if (error.status >= 500) return 'the service failed; run the command again, or report the request id to support';
  return undefined;
}

function outputFailure({ message, cause }: OutputError): PrintedFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const isFull = isDiskFull(cause);
  const why = isFull ? 'no space left' : code;
  return { exitCode: isFull ? EXIT.later : EXIT.usage, code: 'output', message: `${message}: ${why}` };
}

/** A file that cannot be read or written: exit 7 where room has to be made, else 2. */
export function diskError(code: string, message: string, error: unknown, hint?: string): CliError {
  const failure = new CliError(isDiskFull(error) ? 'later' : 'usage', code, `${message}: ${reasonOf(error)}`, { hint });
  failure.cause = error;
  return failure;
}

/** A lock is released, an answer comes; damage and a full disk stay as they are. */
const isTransient = ({ exit, code }: CliError): boolean =>
  exit === 'running' || code === 'locked' || code === 'no_answer';

/** Anything that was thrown, as a failure with its exit code. */
export function failureOf(error: unknown): PrintedFailure {
  if (error instanceof Interrupted) {
    return { exitCode: error.exitCode, code: 'interrupted', message: error.message, silent: true };
  }
  if (error instanceof CliError) {
    const { code, message, hint, details } = error;
    return { exitCode: EXIT[error.exit], code, message, hint, details, retryable: isTransient(error) };
  }
  if (error instanceof OutputError) return outputFailure(error);
  if (error instanceof SetupError) {
    return { exitCode: EXIT.usage, code: 'usage', message: error.message, hint: error.hint };
  }
  if (error instanceof OtherEffectError) {
    const { effect, message, hint, details } = error;
    return { exitCode: EXIT[effect === 'not_applied' ? 'bad' : 'conflict'], code: effect, message, hint, details };
  }
  if (error instanceof ApiError) {
    const exit = EXIT_OF_CODE[error.code];
    return {
      exitCode: EXIT[exit],
      code: error.code,
      message: error.message,
      hint: error.mayBeDone ? error.hint : (apiHint(error) ?? error.hint),
      // What was never sent was never refused.
      status: error.attempts === 0 ? undefined : error.status,
      requestId: error.requestId,
      retryable: exit === 'later' && error.mayBeDone !== true,
      retryAfterMs: error.retryAfterMs,
      details: error.details,
      request: error.attempts === 0 ? undefined : `${error.method} ${error.path}`,
    };
  }
  if (error instanceof NetworkError) {
    return {
      exitCode: EXIT.later,
      code: error.code,
      message: error.message,
      hint: error.hint,
      retryable: !error.mayBeDone,
    };
  }
  if (error instanceof ReplyError) {
    return {
      // A redirect means that the base URL is wrong, so a retry does not help.
      exitCode: error.fault === 'redirect' ? EXIT.usage : EXIT.later,
      retryable: error.fault === 'cut' && !error.mayBeDone,
      code: 'bad_reply',
      message: error.message,
      hint: error.hint ?? 'check that the base URL is the address of the service: reach profile show',
      status: error.status,
      request: `${error.method} ${error.path}`,
      requestId: error.requestId,
    };
  }
  if (isSystemError(error)) {
    const { path, syscall } = error;
    const { exit, code, message, hint } = diskError(
      'system',
      path === undefined ? (syscall ?? 'cannot use a file') : `cannot use ${path}`,
      error,
      syscall === 'mkdtemp' ? 'temporary files go to TMPDIR: it must name a folder that can be written' : undefined,
    );
    return { exitCode: EXIT[exit], code, message, hint };
  }
  const bug = error instanceof Error ? error : new Error(String(error));
  return {
    exitCode: EXIT.bug,
    code: 'bug',
    message: bug.message,
    hint: 'this is a bug in reach; run the command again with --debug and report its output',
    stack: bug.stack,
  };
}
