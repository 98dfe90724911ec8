// The one exit table, and what each failure means to the person or program that called us.

import { ApiError, ReplyError, SetupError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/transport.ts';
import type { ErrorCode } from '../../contract/envelope.ts';
import { Interrupted, OutputError } from './io.ts';

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
  bad: 'done, and the answer is bad (problems found, rows failed, differences)',
  usage: 'wrong use: flags, a missing value, an unreadable file, no profile',
  refused: 'refused content: 400, 422, an invalid file on a write',
  access: 'key or scope: 401, 403, no key',
  notFound: 'not found: 404',
  conflict: 'conflict: 409',
  later: 'try later: network, 408, 429, 5xx, no room to write; retries spent',
  running: 'still running when --timeout ran out',
  bug: 'a bug of reach',
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

/** A failure that we found ourselves, before or without the service. */
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

/** Wrong use: exit 2. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';

  constructor(message: string, more: Details = {}) {
    super('usage', 'usage', message, more);
  }
}

/** A failure as it is told: on stderr as text, or as one JSON object. */
export interface Told {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The request that failed, as `METHOD path`. */
  readonly request?: string | undefined;
  /** Nothing more to say: the problem was already shown. */
  readonly silent?: boolean;
  /** For bugs: the stack, shown with --debug. */
  readonly stack?: string | undefined;
}

function apiHint(error: ApiError): string | undefined {
  const { hint, known } = error.details ?? {};
  if (typeof hint === 'string') return hint;
  if (Array.isArray(known)) return `known: ${known.join(', ')}`;
  if (error.code === 'unauthenticated' && error.path.startsWith('/wf/')) {
    return 'the secret that publishing issued is read from --secret-file or REACH_WEBHOOK_SECRET';
  }
  if (error.code === 'unauthenticated') return 'check the key: reach auth status, or reach auth login';
  if (error.code === 'forbidden') {
    const { requiredScope: scope, feature } = error.details ?? {};
    if (typeof feature === 'string') {
      return `the workspace has not switched it on; on the local service: reach local feature ${feature} on`;
    }
    return typeof scope === 'string'
      ? `give the key the scope ${scope} in the web dashboard, or use a profile whose key has it (--profile)`
      : 'the key may not do this';
  }
  if (error.code === 'rate_limited') return 'the rate limit is used up; run the command again in a minute';
  if (error.status >= 500) return 'the service failed; run the command again, and give the request id to support';
  return undefined;
}

function outputTold({ message, cause }: OutputError): Told {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const why = isFull ? 'no space left' : code;
  return { exitCode: isFull ? EXIT.later : EXIT.usage, code: 'output', message: `${message}: ${why}` };
}

/** Turns whatever was thrown into what is told, and the exit code. */
export function tell(error: unknown): Told {
  if (error instanceof Interrupted) {
    return { exitCode: error.exitCode, code: 'interrupted', message: error.message, silent: true };
  }
  if (error instanceof CliError) {
    const { code, message, hint, details } = error;
    return { exitCode: EXIT[error.exit], code, message, hint, details };
  }
  if (error instanceof OutputError) return outputTold(error);
  if (error instanceof SetupError) {
    return { exitCode: EXIT.usage, code: 'usage', message: error.message, hint: error.hint };
  }
  if (error instanceof ApiError) {
    return {
      exitCode: EXIT[EXIT_OF_CODE[error.code]],
      code: error.code,
      message: error.message,
      hint: apiHint(error) ?? error.hint,
      status: error.status,
      requestId: error.requestId,
      details: error.details,
      request: `${error.method} ${error.path}`,
    };
  }
  if (error instanceof NetworkError) {
    return { exitCode: EXIT.later, code: error.code, message: error.message, hint: error.hint };
  }
  if (error instanceof ReplyError) {
    return {
      // A redirect means that the base URL is wrong: trying later changes nothing.
      exitCode: error.fault === 'redirect' ? EXIT.usage : EXIT.later,
      code: 'bad_reply',
      message: error.message,
      hint: error.hint ?? 'is the base URL the address of the service? See reach profile show',
      status: error.status,
      request: `${error.method} ${error.path}`,
      requestId: error.requestId,
    };
  }
  const stack = error instanceof Error ? error.stack : String(error);
  return {
    exitCode: EXIT.bug,
    code: 'bug',
    message: error instanceof Error ? error.message : String(error),
    hint: 'this is a bug of reach; run again with --debug and report what it prints',
    stack,
  };
}
