// The edit of a workflow's draft, made of operations that the service is known to take.

import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { takesDescribed } from '../../../rules/definitions/draft-operations.ts';
import { type Draft, draftEdit, inWordsOf, notTaken, takesAll, takesShown } from '../../../rules/workflows/changes.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';

/** `keepsUnknown`: what the input does not name, and this build does not know, stays. */
export interface EditScope {
  readonly keepsUnknown: boolean;
}

/** The edit and what it makes of the draft; null when the draft is so already. Exit 3 for what the service may not take. */
export async function workflowEdit(session: Session, draft: Draft, input: WorkflowInput, scope: EditScope) {
  if (session.profile().baseUrl === null) {
    const edit = draftEdit(draft, input, takesAll);
    return edit === null ? null : { edit, wanted: input };
  }
  const wanted = inWordsOf(draft, input, scope.keepsUnknown);
  const shown = draftEdit(draft, wanted, takesShown);
  if (shown === null) return null;
  if (notTaken(shown, takesShown).length === 0) return { edit: shown, wanted };
  const learned = await (await session.client()).learned();
  const takes = takesDescribed(learned?.draftOperations ?? {});
  const edit = draftEdit(draft, wanted, takes) ?? shown;
  const left = notTaken(edit, takes);
  if (left.length === 0) return { edit, wanted };
  const message = `this edit would ${left.join('; ')}: the interface shows how to change inputs of steps and maxCreditsPerRun, and the service does not describe more; nothing was sent`;
  throw new CliError('refused', 'not_shown', message, {
    hint: 'make these changes in the web app, or create the workflow under another name with reach workflow create',
    details: { changes: left },
  });
}
