// The two bodies every answer has, and the codes of refusals with their status. Free of zod.

export interface Success<D> {
  readonly status: 'success';
  readonly message: string;
  readonly data: D;
}

/** Status of each refusal code. The statuses are the interface's; the code names are undocumented. */
export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** One of several problems of a request. `path` is written as the interface writes it: `steps[0].onTrue[1].subject`. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** The part of the text that is meant, as it stands there; again and again where it stands there several times. */
  readonly token?: string;
}

/** Error body (undocumented: the interface does not show its shape). */
export interface Failure {
  readonly status: 'error';
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** The code an answer's status stands for, for bodies that carry none. */
export function codeOfStatus(status: number): ErrorCode {
  for (const [code, known] of Object.entries(STATUS_OF)) if (known === status) return code as ErrorCode;
  return status >= 500 ? 'internal' : 'invalid';
}

/** Writes a path the interface's way: `['steps', 0, 'subject']` is `steps[0].subject`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

/** So that a body made of mistakes is not answered with fifty times its size. */
const ISSUES_MAX = 100;

/** The first hundred, or as many as there is room for, and how many more there are. */
export function boundedIssues<T>(issues: readonly T[], room = ISSUES_MAX): readonly (T | Issue)[] {
  const most = Math.min(ISSUES_MAX, room);
  const more = issues.length - most;
  if (more <= 0) return issues;
  return [...issues.slice(0, most), { path: '', code: 'more_problems', message: `and ${more} more problems` }];
}

/** One sentence over several problems. */
export function issuesText(issues: readonly Issue[]): string {
  const [first] = issues;
  if (!first) return 'Invalid request';
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${rest}`;
}
