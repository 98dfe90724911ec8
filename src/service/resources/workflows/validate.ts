import type { ReplyOf } from '../../../contract/endpoint.ts';
import { isObject } from '../../../contract/json.ts';
import type { Table } from '../../../contract/table.ts';
import type { Problem } from '../../../rules/problem.ts';
import type { Context } from '../../core/context.ts';
import { workflowOf } from './access.ts';
import { bodyOf, checkBody, issuesOf } from './check.ts';

type ValidationReply = ReplyOf<Table['workflows']['validateDraft']>;

/** Checks a body as if it were published, or stored as a draft if it says `publish: false`. */
export async function validateBody(context: Context, body: unknown): Promise<ReplyOf<Table['workflows']['validate']>> {
  const strictness = isObject(body) && body['publish'] === false ? 'draft' : 'publish';
  const { problems, plan } = await checkBody(context, body, strictness, 'validate');
  return { ...validationOf(problems), plan };
}

/** Checks the draft as if it were published. Throws Refusal `not_found`. */
export async function validateDraft(context: Context, id: number): Promise<ValidationReply> {
  const workflow = await workflowOf(context, id);
  return validationOf((await checkBody(context, bodyOf(workflow), 'publish')).problems);
}

function validationOf(problems: readonly Problem[]): ValidationReply {
  const errors = issuesOf(problems, 'error');
  return { isValid: errors.length === 0, errors, warnings: issuesOf(problems, 'warning') };
}
