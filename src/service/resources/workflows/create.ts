import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { strictnessOf } from '../../../rules/workflows/check.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { workflowOf } from './access.ts';
import { checkedInput, contentOf } from './check.ts';
import { publishWorkflow } from './publish.ts';
import { insertWorkflow } from './queries/workflows.ts';
import { triggerView } from './read.ts';
import { noteChange } from './revision.ts';

/**
 * Creates a draft; with `publish`, publishes it as version 1 at once. Throws Refusal `invalid` with every problem of the
 * body; then nothing is stored.
 */
export async function createWorkflow(context: Context, body: unknown): Promise<ReplyOf<Table['workflows']['create']>> {
  const { input, warnings } = await checkedInput(context, body, strictnessOf(body));
  const { tx, principal, now, appUrl } = context;
  const content = contentOf(input);
  const { workspaceId, userId: ownerId } = principal;
  const id = await insertWorkflow(tx, { ...content, workspaceId, ownerId, name: input.name, now });
  await noteChange(context, id, now, 'created');
  const created = { id, appUrl: appUrl('workflows', id), warnings };
  if (input.publish !== true) {
    const trigger = triggerView(context, content.trigger, null);
    return { ...created, isPublished: false, version: null, revision: isoTime(now), trigger };
  }
  const { version, revision, trigger } = await publishWorkflow(context, await workflowOf(context, id));
  return { ...created, isPublished: true, version, revision, trigger };
}
