import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { assertValid } from '../check.ts';
import { insertContent } from '../queries/contents.ts';
import { setReferences } from '../queries/references.ts';
import { assertSplitModel } from '../split-model.ts';
import { aiWorkspace, referencesOf } from '../workspace.ts';
import { type Content, getContent } from './get.ts';
import { EMPTY, inputOf, textsOf, valuesOf } from './stored.ts';

/** Throws Refusal `forbidden`, or `invalid` with every problem of the body; nothing is stored then. */
export async function createContent(context: Context, kind: SplitKind, body: unknown): Promise<Content> {
  await assertSplitModel(context);
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertValid(context, workspace, { kind, body, purpose: 'create' });
  const values = { ...valuesOf(workspace, inputOf(kind, 'create', body), EMPTY), updatedAt: now };
  const id = await insertContent(tx, kind, principal.workspaceId, values, now);
  await setReferences(tx, { kind, id }, referencesOf(workspace, textsOf(values)));
  return getContent(context, kind, id);
}
