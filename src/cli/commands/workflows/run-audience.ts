// The people a run is started on, without those who must not be contacted. A list, or an entry that the plan fixes, cannot be
// narrowed by the interface: such a run is refused with their names.

import type { AnyId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { neverContactOf } from '../../shared/never-contact/entries.ts';
import { type Audience, noteLeftOut, refusal, screened } from '../../shared/never-contact/guard.ts';
import { idIn, publishedInputs } from './approve-run.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';

function audienceOf(input: JsonObject): Audience | null {
  const { leadIds, leadId, contactListId, leadsGroupId } = input;
  if (Array.isArray(leadIds)) return { ids: leadIds.map(Number).filter(Number.isSafeInteger) };
  if (idIn(leadId) !== null) return { ids: [Number(leadId)] };
  const listId = idIn(contactListId) ?? idIn(leadsGroupId);
  return listId === null ? null : { listId };
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
    await session.print.warn('who comes into the run is not known before it starts: never-contact is not checked');
    return input;
  }
  const found = await screened(session, audience, { withinMs });
  if (found === null || found.leftOut.length === 0) return input;
  const { leftOut, allowed } = found;
  const isListed = own !== null && Array.isArray(input?.['leadIds']);
  if (!isListed || allowed.length === 0) {
    const how =
      'listId' in audience ? `take them off the list: reach list remove ${audience.listId} --contacts IDS` : undefined;
    throw refusal(leftOut, 'nothing was started', how);
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
