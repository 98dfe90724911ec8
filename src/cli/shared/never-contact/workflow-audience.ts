// The people that workflows add to campaigns: of a published one, of one that is run, of a run that waits for a decision.

import { listByCursor } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { type AnyId, isIdText } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import type { Targets } from '../effects/targets.ts';
import { COMPANY, CONTACT, type Entity } from '../records/entity.ts';
import { neverContactOf } from './entries.ts';
import { assertContactable } from './guard.ts';

const CONTACTS = { entity: CONTACT, isList: false };
const COMPANIES = { entity: COMPANY, isList: false };

/** Keys of the input of a run, and of an entry step, by which they name records. Contacts come first: they are messaged. */
export const RECORD_KEYS: Readonly<Record<string, { readonly entity: Entity; readonly isList: boolean }>> = {
  leadIds: CONTACTS,
  leadId: CONTACTS,
  contactListId: { ...CONTACTS, isList: true },
  leadsGroupId: { ...CONTACTS, isList: true },
  companyIds: COMPANIES,
  companyId: COMPANIES,
  companyListId: { ...COMPANIES, isList: true },
  companyGroupId: { ...COMPANIES, isList: true },
};

export function idIn(value: unknown): AnyId | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isIdText(value) ? value : null;
}

/** The records an input names, of a run or of the entry step; null where it names none. */
export function targetsIn(input: Readonly<Record<string, unknown>>): Targets | null {
  for (const [key, { entity, isList }] of Object.entries(RECORD_KEYS)) {
    const value = getOwn(input, key);
    const ids = [value ?? []].flat().flatMap((id: unknown) => idIn(id) ?? []);
    if (ids.length > 0 && isList) return { entity, lists: ids };
    if (ids.length > 0) return { entity, ids: ids.map(Number).filter(Number.isSafeInteger) };
  }
  return null;
}

export const inputsOf = (nodes: readonly unknown[] = []): JsonObject[] =>
  nodes.filter(isObject).map((node) => (isObject(node['inputs']) ? node['inputs'] : {}));

export const UNKNOWN = 'is not known before it starts: never-contact is not checked';

export function audienceOf(input: JsonObject): Targets | null {
  const found = targetsIn(input);
  return found?.entity === CONTACT ? found : null;
}

export const withoutThem = ({ lists: [list] = [] }: Targets) =>
  list === undefined ? {} : { how: `take them off the list: reach list remove ${list} --contacts IDS` };

/** Exit 3 where a workflow would by itself add someone to a campaign who must not be contacted. Runs that people start are checked then. */
export async function assertPublishable(
  session: Session,
  read: () => Promise<{
    readonly trigger?: { readonly type: string } | undefined;
    readonly plan?: { readonly nodes: readonly unknown[] } | undefined;
  }>,
): Promise<void> {
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

/** Exit 3 where one that waits must not be contacted: whoever is approved goes on to what follows. */
export async function assertApprovable(
  session: Session,
  {
    runId,
    stepId,
    ids,
  }: { readonly runId: AnyId; readonly stepId: string; readonly ids: readonly AnyId[] | undefined },
): Promise<void> {
  if (neverContactOf(session) === null) return;
  const { call } = await session.client();
  const wanted = ids && new Set(ids.map(String));
  const query = { status: 'WAITING' as const, stepId };
  const options = { limit: null, filtersItself: true, signal: session.io.interrupt };
  const people: number[] = [];
  try {
    const all = listByCursor(call, 'workflows', 'runRecords', { params: { runId }, query }, options);
    for await (const { id, entity, status, stepId: at } of all)
      if (entity !== 'COMPANY' && status === 'WAITING' && at === stepId && wanted?.has(String(id)) !== false)
        people.push(Number(id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return await session.print.warn('the service does not tell who waits: never-contact is not checked');
  }
  await assertContactable(session, { ids: people }, 'nothing was approved', {
    how: '--ids IDS approves the others; with --reject, it rejects these',
  });
}
