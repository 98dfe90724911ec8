// A company as a webhook delivery describes it: what a create of it takes.

import { CompanyInput } from '../../../contract/companies/endpoints.ts';
import { issuesOf } from '../../../contract/issues.ts';
import type { At, Problem } from '../../../rules/problem.ts';

/** Problems of a `companyPayload`, under the key it came with. */
export function companyPayloadProblems(at: At, value: unknown): Problem[] {
  const parsed = CompanyInput.safeParse(value);
  if (parsed.success) return [];
  return issuesOf(parsed.error, at).map(({ path, code, message }) => ({
    path,
    at,
    code,
    message,
    severity: 'error',
    kind: 'invalid',
  }));
}
