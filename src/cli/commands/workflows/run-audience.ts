// The people a run is started on, without those who must not be contacted. A list, or an entry that the plan fixes, cannot be
// narrowed by the interface: such a run is refused with their names.

import { getOwn as ownOf } from '../../../contract/dictionary.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { WebhookInput } from '../../../contract/workflows/plan.ts';
import type { Session } from '../../session/session.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { type Audience, assertContactable, noteLeftOut, refusal, screened } from '../../shared/never-contact/guard.ts';
import { idIn, inputsOf, publishedInputs } from './approve-run.ts';

const UNKNOWN = 'is not known before it starts: never-contact is not checked';

const isNumber = (value: unknown): value is number => typeof value === 'number';

function audienceOf(input: JsonObject): Audience | null {
  const { leadIds, leadId, contactListId, leadsGroupId } = input;
  if (Array.isArray(leadIds)) return { ids: leadIds.map(Number).filter(Number.isSafeInteger) };
  if (idIn(leadId) !== null) return { ids: [Number(leadId)] };
  const listId = idIn(contactListId) ?? idIn(leadsGroupId);
  return listId === null ? null : { listId };
}

const withoutThem = (audience: Audience) =>
  'listId' in audience ? { how: `take them off the list: reach list remove ${audience.listId} --contacts IDS` } : {};

/** Exit 3 where a payload names someone who must not be contacted: it is that of another system, and not changed here. */
export async function assertDeliverable(
  session: Session,
  inputs: readonly WebhookInput[],
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (neverContactOf(session) === null) return;
  const ids = inputs.flatMap(({ key, type }) => (type === 'leadIds' ? [ownOf(body, key)] : [])).flat();
  if (ids.length === 0) return await session.print.warn(`who comes into the run ${UNKNOWN}`);
  await assertContactable(session, { ids: ids.map(Number).filter(Number.isSafeInteger) }, 'nothing was delivered');
}

interface DraftOrInput {
  readonly trigger?: { readonly type: string } | undefined;
  readonly plan?: { readonly nodes: readonly unknown[] } | undefined;
}

/** Exit 3 where a workflow would by itself add someone to a campaign who must not be contacted. Runs that people start are checked then. */
export async function assertPublishable(session: Session, read: () => Promise<DraftOrInput>): Promise<void> {
  if (neverContactOf(session) === null) return;
  const { trigger = { type: 'MANUAL' }, plan } = await read();
  const inputs = inputsOf(plan?.nodes);
  const isByItself = trigger.type !== 'MANUAL' && trigger.type !== 'API';
  if (!isByItself || !inputs.some(({ campaignId }) => idIn(campaignId) !== null)) return;
  const audiences = trigger.type === 'SCHEDULE' ? inputs.flatMap((one) => audienceOf(one) ?? []) : [];
  if (audiences.length === 0) await session.print.warn(`who comes into its runs ${UNKNOWN}`);
  for (const audience of audiences)
    await assertContactable(session, audience, 'nothing was published', withoutThem(audience));
}

/** The input of the run. Exit 3 where someone cannot be left out, or no one is left. */
export async function contactableInput(
  session: Session,
  workflowId: AnyId,
  input: JsonObject | undefined,
  withinMs: number | null,
): Promise<JsonObject | undefined> {
  if (withinMs === null && neverContactOf(session) === null) return input;
  const own = isObject(input) ? audienceOf(input) : null;
  const fixed = own === null ? (await publishedInputs(session, workflowId)).inputs.map(audienceOf) : [];
  const audience = own ?? fixed.find((one) => one !== null) ?? null;
  if (audience === null) {
    await session.print.warn(`who comes into the run ${UNKNOWN}`);
    return input;
  }
  const found = await screened(session, audience, { withinMs });
  if (found === null || found.leftOut.length === 0) return input;
  const { leftOut, allowed } = found;
  const isListed = own !== null && Array.isArray(input?.['leadIds']);
  if (!isListed || allowed.length === 0) {
    throw refusal(leftOut, 'nothing was started', withoutThem(audience).how);
  }
  await noteLeftOut(session, leftOut);
  const kept = new Set(allowed);
  const { leadIds } = input ?? {};
  return {
    ...input,
    leadIds: Array.isArray(leadIds)
      ? leadIds
          .map(Number)
          .filter(isNumber)
          .filter((id) => kept.has(id))
      : [],
  };
}
