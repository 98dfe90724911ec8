import { CompanyInput } from '../../../../contract/companies/endpoints.ts';
import { check } from '../../../../contract/issues.ts';
import type { At, Problem } from '../../../../rules/problem.ts';

/** Problems of a `companyPayload`, which takes the same fields as creating a company, under the key it was sent with. */
export function companyPayloadProblems(at: At, value: unknown): Problem[] {
  const { issues } = check(CompanyInput, value, at);
  return (issues ?? []).map(({ path, code, message }) => ({
    path,
    at,
    code,
    message,
    severity: 'error',
    kind: 'invalid',
    basis: 'given',
  }));
}
