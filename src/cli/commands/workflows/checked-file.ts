// A workflow file on its way to the service: checked here first, with the rules that the service asks again.

import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { checkedWorkflow } from '../../../rules/workflows/check.ts';
import type { Session } from '../../app/session.ts';
import { problemsOf, type WorkflowFile } from '../../files/workflow-file.ts';
import { offlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { soundFile } from '../../shared/names/resolve.ts';

/** What the file says. Throws the refusal of a file with errors (exit 3); shows the warnings of another. */
export async function soundInput(session: Session, file: WorkflowFile): Promise<WorkflowInput> {
  const knowledge = offlineKnowledge(session);
  const { body } = await soundFile(session, file, (own) => problemsOf(own, knowledge));
  const { input } = checkedWorkflow(body, knowledge);
  if (input === null) throw new Error('the rules refuse a workflow without errors');
  return input;
}
