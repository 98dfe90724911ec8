import type { SplitKind } from '../../../../contract/ai/enums.ts';
import type { Context } from '../../../core/context.ts';
import { assertNoCycle, assertValid } from '../check.ts';
import { updateContent as writeContent } from '../queries/contents.ts';
import { setReferences } from '../queries/references.ts';
import { aiWorkspace, referencesOf } from '../workspace.ts';
import { type Content, contentOf, getContent } from './get.ts';
import { inputOf, textsOf, valuesOf } from './stored.ts';

/** Throws Refusal `forbidden`, `not_found`, or `invalid` with every problem of the body. */
export async function updateContent(context: Context, kind: SplitKind, id: number, body: unknown): Promise<Content> {
  const row = await contentOf(context, kind, id);
  const { tx, now } = context;
  const workspace = await aiWorkspace(context);
  const { channel, subject } = row;
  await assertValid(context, workspace, { kind, body, purpose: 'update', current: { id, channel, subject } });
  const { id: _id, createdAt: _createdAt, ...before } = row;
  const values = valuesOf(workspace, inputOf(kind, 'update', body), before);
  const targets = referencesOf(workspace, textsOf(values));
  await assertNoCycle(context, { kind, id }, targets);
  if (JSON.stringify(values) === JSON.stringify(before)) return { row, workspace };
  await writeContent(tx, kind, id, { ...values, updatedAt: now });
  await setReferences(tx, { kind, id }, targets);
  return getContent(context, kind, id);
}
