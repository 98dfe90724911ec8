import { issuesText } from '../../../contract/envelope.ts';
import { PlaybookUpdate } from '../../../contract/playbook/endpoints.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { changeOf, type KeptItem } from '../../../rules/playbook/change.ts';
import { checkUpdate, rejectionsOf } from '../../../rules/playbook/check.ts';
import { refusalOf } from '../../../rules/problem.ts';
import { type Context, Refusal, readBody } from '../../core/context.ts';
import { queueRefresh } from './jobs.ts';
import { insertPlaybookItem, updatePlaybookItem, writeCompany } from './queries/playbook.ts';
import { getPlaybook, type StoredPlaybook, storedPlaybook } from './view.ts';

/**
 * Adds, changes, restores and removes items. The whole body is checked before anything is written, and recommendations
 * are refreshed in the background. Throws Refusal `invalid` with every problem (`issues`, `rejectedItems`,
 * `invalidDeleteIds`); `not_found` if the key's workspace no longer exists.
 */
export async function updatePlaybook(context: Context, body: unknown): Promise<ReplyData<'playbook', 'update'>> {
  const { changes, isRefreshDue } = await writePlaybook(context, body);
  if (isRefreshDue) await queueRefresh(context);
  return { ...(await getPlaybook(context)), changes };
}

/** As `updatePlaybook`, without the refresh. */
export async function writePlaybook(context: Context, body: unknown) {
  const kept = await storedPlaybook(context);
  const plan = changeOf(kept, checked(body, kept));
  const { tx, principal, now } = context;
  if (Object.keys(plan.company).length > 0) {
    await writeCompany(tx, principal.workspaceId, JSON.stringify({ ...kept.company, ...plan.company }));
  }
  for (const item of plan.changed) await writeChanged(context, item, kept);
  for (const { section, key, fields } of plan.created) {
    await insertPlaybookItem(tx, principal.workspaceId, { section, itemKey: key, fields, createdAt: now });
  }
  return plan;
}

async function writeChanged({ tx, now }: Context, item: KeptItem, { rows }: StoredPlaybook): Promise<void> {
  const before = rows.find(({ id }) => id === item.id);
  if (before === undefined) throw new Error('a playbook item that is not stored');
  const removedAt = item.isRemoved ? (before.removedAt ?? now) : null;
  await updatePlaybookItem(tx, before.id, { fields: item.fields, removedAt, updatedAt: now });
}

function checked(body: unknown, { items }: StoredPlaybook): PlaybookUpdate {
  const problems = checkUpdate(body, { items });
  const refused = refusalOf(problems);
  if (refused !== null) {
    const { issues } = refused;
    throw new Refusal(refused.code, issuesText(issues), { issues, ...rejectionsOf(body, problems) });
  }
  return readBody(PlaybookUpdate, body);
}
