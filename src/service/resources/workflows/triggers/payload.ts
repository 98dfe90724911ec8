import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { issuesOf } from '../../../../contract/issues.ts';
import type { At, Problem } from '../../../../rules/problem.ts';

/** Problems of a `companyPayload`, which takes the same fields as creating a company, under the key it was sent with. */
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
    basis: 'given',
  }));
}
