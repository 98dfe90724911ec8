// The edit of a workflow's draft, made of operations that the service is known to take.

import { takesDescribed } from '../../../client/compatibility/definitions/bodies.ts';
import { getOwn } from '../../../contract/json.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { isSame } from '../../../rules/outreach/compare.ts';
import {
  allOperations,
  documentedOperations,
  draftEdit,
  inWordsOf,
  notTaken,
  type WorkflowDraft,
} from '../../../rules/workflows/changes.ts';
import { unknownSettings } from '../../../rules/workflows/file.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';

/** `keepsUnknown`: what the input does not name, and this build does not know, stays. */
export interface EditScope {
  readonly keepsUnknown: boolean;
}

/** Settings of another service that the input has otherwise: no operation is known to change them. */
const otherSettings = (draft: object, input: object): string[] =>
  unknownSettings({ ...input }).flatMap(([name, value]) => (isSame(getOwn({ ...draft }, name), value) ? [] : [name]));

/** The edit and what it makes of the draft; null when the draft is so already. Exit 3 for what the service may not take. */
export async function workflowEdit(session: Session, draft: WorkflowDraft, input: WorkflowInput, scope: EditScope) {
  if (session.profile().baseUrl === null) {
    const edit = draftEdit(draft, input, allOperations);
    return edit === null ? null : { edit, wanted: input };
  }
  const wanted = inWordsOf(draft, input, scope.keepsUnknown);
  const others = otherSettings(draft, input);
  const displayed = draftEdit(draft, wanted, documentedOperations) ?? { ops: [] };
  if (notTaken(displayed, documentedOperations).length + others.length === 0) {
    return Object.keys(displayed).length === 1 && displayed.ops.length === 0 ? null : { edit: displayed, wanted };
  }
  const learned = await (await session.client()).learned();
  const takes = takesDescribed(learned?.draftOperations ?? {});
  const edit = draftEdit(draft, wanted, takes) ?? displayed;
  const left = [...notTaken(edit, takes), ...others.map((name) => `change ${name}`)];
  if (left.length === 0) return { edit, wanted };
  const message = `this edit would ${left.join('; ')}: the interface shows how to change inputs of steps and maxCreditsPerRun, and the service does not describe more; nothing was sent`;
  throw new CliError('refused', 'not_shown', message, {
    hint: 'make these changes in the web app, or create the workflow under another name with reach workflow create',
    details: { changes: left },
  });
}
