// The people that workflows add to campaigns: of a published one, of one that is run, of a run that waits for a decision.

import { listByCursor } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { type AnyId, looksLikeId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, listIn, valueIn } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../answer.ts';
import { helpful } from '../approval.ts';
import type { Targets } from '../effects/targets.ts';
import { COMPANY, CONTACT, type Entity } from '../records/entity.ts';
import { neverContactOf } from './entries.ts';
import { assertContactable, noteLeftOut, refusal, screened } from './guard.ts';

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
  return typeof value === 'string' && looksLikeId(value) ? value : null;
}

/** The records an input names, of a run or of the entry step; null where it names none. */
export function targetsIn(input: Readonly<Record<string, unknown>>): Targets | null {
  for (const [key, { entity, isList }] of Object.entries(RECORD_KEYS)) {
    const value = getOwn(input, key);
    const ids = [value ?? []].flat().flatMap((id: unknown) => idIn(id) ?? []);
    if (ids.length > 0 && isList) return { entity, lists: ids };
    const numbers = ids.map(Number).filter(Number.isSafeInteger);
    if (numbers.length > 0) return { entity, ids: numbers };
  }
  return null;
}

const inputsOf = (nodes: readonly unknown[] = []): JsonObject[] =>
  nodes.filter(isObject).map((node) => (isObject(node['inputs']) ? node['inputs'] : {}));

/** Those of the entry, which nothing points to; a list that another node names is where records go. */
function entriesOf(nodes: readonly unknown[] = []): JsonObject[] {
  const pointedTo = new Set(nodes.flatMap((node) => listIn(valueIn(node, 'next'))));
  return inputsOf(nodes.filter((node) => !pointedTo.has(valueIn(node, 'id'))));
}

export const UNKNOWN = 'is not known before it starts: never-contact is not checked';

export function audienceOf(input: JsonObject): Targets | null {
  const found = targetsIn(input);
  return found?.entity === CONTACT ? found : null;
}

const withoutThem = ({ lists: [list] = [] }: Targets) =>
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
  const { inputs, entries } = nodesOf({ plan });
  const isByItself = trigger.type !== 'MANUAL' && trigger.type !== 'API';
  if (!isByItself || !inputs.some(({ campaignId }) => idIn(campaignId) !== null)) return;
  const audiences = trigger.type === 'SCHEDULE' ? entries.flatMap((one) => audienceOf(one) ?? []) : [];
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

// What a workflow is run on: the inputs of its published version, and the input of a run without those who must not be contacted.
// A list, or an entry that the plan fixes, cannot be narrowed by the interface: such a run is refused with their names.

/** As much of a plan as says whom a run reaches, and what it costs. */
export interface PublishedNodes {
  readonly inputs: readonly JsonObject[];
  /** The inputs of the entry alone: where its records come from. */
  readonly entries: readonly JsonObject[];
  readonly blocks: readonly string[];
  readonly credits: number | null | undefined;
}

export function nodesOf({
  plan,
  maxCreditsPerRun: credits,
}: {
  readonly plan?: { readonly nodes: readonly unknown[] } | undefined;
  readonly maxCreditsPerRun?: number | null | undefined;
}): PublishedNodes {
  const nodes: readonly unknown[] = plan?.nodes ?? [];
  const blocks = nodes.flatMap((node) =>
    isObject(node) && typeof node['blockId'] === 'string' ? node['blockId'] : [],
  );
  return { inputs: inputsOf(nodes), entries: entriesOf(nodes), blocks, credits };
}

/** The name of a workflow, and the inputs of each node of its published version. */
export async function publishedInputs(
  session: Session,
  workflowId: AnyId,
): Promise<PublishedNodes & { readonly name: string }> {
  const { workflows } = await session.api();
  const draft = await workflows.get({ params: { workflowId } });
  const version = draft.published?.version;
  const read =
    version === undefined ? null : await helpful(workflows.get({ params: { workflowId }, query: { version } }));
  return { name: orDash(draft.name), ...nodesOf(read ?? draft) };
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
  const fixed = own === null ? (await publishedInputs(session, workflowId)).entries.map(audienceOf) : [];
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
  return { ...input, leadIds: allowed };
}
