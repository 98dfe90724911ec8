import type * as z from 'zod';
import { type ErrorCode, issuesText } from '../../contract/envelope.ts';
import { check } from '../../contract/issues.ts';
import { type Problem, refusalOf } from '../../rules/problem.ts';

export type RefusalDetails = Readonly<Record<string, unknown>>;

/** A request that is refused: the code decides the HTTP status, the message is sent to the caller unchanged. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: RefusalDetails) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export function stopping(): Refusal {
  return new Refusal('unavailable', 'The service is stopping');
}

/** Throws Refusal `invalid` with every error of the problems, or `unprocessable` if they are all of that kind. */
export function refuseProblems(problems: readonly Problem[], details: RefusalDetails = {}): void {
  const refused = refusalOf(problems);
  if (refused !== null)
    throw new Refusal(refused.code, issuesText(refused.issues), { issues: refused.issues, ...details });
}

/** A body as its schema reads it. Throws Refusal `invalid`, for whatever the rules do not find before. */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const checked = check(schema, body);
  if (checked.issues === null) return checked.input;
  throw new Refusal('invalid', issuesText(checked.issues), { issues: checked.issues });
}
