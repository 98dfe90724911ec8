import type * as z from 'zod';
import { issuesText } from '../../contract/envelope.ts';
import { check } from '../../contract/issues.ts';
import { type Problem, refusalOf } from '../../rules/problem.ts';
import { Refusal, type RefusalDetails } from './refusals.ts';

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
