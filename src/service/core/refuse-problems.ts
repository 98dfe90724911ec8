import type * as z from 'zod';
import { check, issuesText } from '../../contract/issues.ts';
import { type Problem, refusalOf } from '../../rules/problem.ts';
import { Refusal, type RefusalDetails } from './refusals.ts';

/** Throws Refusal `invalid` with every error of the problems, or `unprocessable` if they are all of that kind. */
export function refuseProblems(problems: readonly Problem[], details: RefusalDetails = {}): void {
  const refused = refusalOf(problems);
  if (refused !== null)
    throw new Refusal(refused.code, issuesText(refused.issues), { issues: refused.issues, ...details });
}

/**
 * A body that the rules have accepted, read by its schema. The rules cover everything the schema asks for (a test holds
 * them together), so a refusal here is a bug. `what`: "a campaign".
 */
export function parseAccepted<S extends z.ZodType>(schema: S, body: unknown, what: string): z.infer<S> {
  const checked = check(schema, body);
  if (checked.issues === null) return checked.input;
  throw new Error(`the rules accept ${what} that its schema refuses: ${issuesText(checked.issues)}`);
}
