// The writes of a merge, each by its path, or by the create that merges where the service has no such path.

import type { Client } from '../../client/api.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Wait } from '../../client/retry/retry.ts';
import { isObject } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { ImportJournal } from '../import/recover/journal.ts';
import type { Cancellation } from '../shared/cancellation.ts';
import { NoDocumentedWay } from '../shared/documented-way/by-documented-way.ts';
import { isOfOne } from '../shared/one-by-one.ts';
import { CONTACT } from '../shared/records/entity.ts';
import { type MergeItem, mergeItemOf } from '../shared/records/merging/merge-item.ts';
import { assertMerged } from '../shared/records/merging/merge-update.ts';
import { CliError } from '../terminal/exit.ts';
import type { DisplayedContact, ListOrCampaign, MergeGroup } from './group.ts';
import type { ContactReader } from './read-contacts.ts';

export interface MergeContext {
  readonly client: Client;
  readonly reader: ContactReader;
  readonly journal: ImportJournal;
  readonly editable: readonly string[];
  readonly cancellation: Cancellation;
  readonly now: () => number;
  /** What the service has a path for; the rest is done by the create that merges, or not at all. */
  readonly has: Readonly<Record<'update' | 'addMembers' | 'delete', boolean>>;
  readonly signal: AbortSignal;
  readonly onWait: (wait: Wait) => void;
}

/** A path that no definition rules out is tried: the first answer decides. */
export async function hasPaths(client: Client): Promise<MergeContext['has']> {
  const has = (route: Route) => client.serves(route);
  return {
    update: await has(routes.contacts.update),
    addMembers: await has(routes.lists.addMembers),
    delete: await has(routes.contacts.delete),
  };
}

/** The service refused a step: the group stays as far as it came. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
}

export async function fillContact(host: MergeContext, contactId: number, set: MergeGroup['set']): Promise<void> {
  if (Object.keys(set).length === 0) return;
  const what = `contact ${contactId} was not updated`;
  if (host.has.update) {
    return void (await send(host, routes.contacts.update, { params: { contactId }, body: set }, what, {
      mustExist: [contactId],
    }));
  }
  const { planMerge, readBack } = await import('../shared/records/merging/merge-update.ts');
  const merge = mergeHostOf(host);
  const plan = await mergeable(what, planMerge(merge, contactId, set));
  await sendItem(host, plan, what);
  const [missed] = (await readBack(merge, plan)).missed.filter(({ is }) => is !== 'hidden');
  if (missed !== undefined) throw new StepRefused(`${what}: the service kept the ${missed.path} that it had`);
}

const mergeHostOf = ({ client, signal }: MergeContext) => ({ client, signal, entity: CONTACT });

/** What the create that merges cannot do is left out: nothing was sent. */
async function mergeable<T extends MergeItem>(what: string, planning: Promise<T>): Promise<T> {
  try {
    return await planning;
  } catch (error) {
    throw error instanceof NoDocumentedWay ? new StepRefused(`${what}: ${error.message}`) : error;
  }
}

async function sendItem(host: MergeContext, { id, item }: MergeItem, what: string): Promise<void> {
  const data = await send(host, routes.contacts.bulkCreate, { body: { contacts: [item] } }, what);
  try {
    assertMerged(CONTACT, id, data, 0);
  } catch (error) {
    throw error instanceof CliError && error.exit === 'refused' ? new StepRefused(`${what}: ${error.message}`) : error;
  }
}

export async function addToList(host: MergeContext, contactId: number, list: ListOrCampaign): Promise<void> {
  const what = `contact ${contactId} was not added to the list "${list.name}"`;
  if (host.has.addMembers) {
    const input = { params: { listId: list.id }, body: { contactIds: [contactId] } };
    return void (await send(host, routes.lists.addMembers, input, what));
  }
  const plan = await mergeable(what, mergeItemOf(mergeHostOf(host), contactId, {}));
  await sendItem(host, { ...plan, item: { ...plan.item, listId: list.id } }, what);
}

export async function addToCampaign(host: MergeContext, contactId: number, campaign: ListOrCampaign): Promise<void> {
  if (await host.reader.isInCampaign(contactId, campaign)) return;
  const what = `contact ${contactId} was not added to the campaign "${campaign.name}"`;
  const answer = await send(host, routes.campaigns.addContact, { body: { campaignId: campaign.id, contactId } }, what);
  if (isObject(answer) && answer['outcome'] === 'SKIPPED')
    throw new StepRefused(`${what}: ${String(answer['reason'] ?? 'the service gave no reason')}`);
}

export async function deleteContact(host: MergeContext, { id: contactId, record, holders }: DisplayedContact) {
  const what = `contact ${contactId} was not deleted`;
  try {
    // The history has what was just read; without its lists it reads the contact itself.
    const known = host.reader.wanted.lists && { knownBefore: { ...record, lists: holders.lists.map(({ id }) => id) } };
    await send(host, routes.contacts.delete, { params: { contactId } }, what, { mustExist: [contactId], ...known });
  } catch (error) {
    // Gone is what it should be, whichever request did it.
    if (error instanceof StepRefused && !(await host.reader.existing([contactId])).has(contactId)) return;
    throw error;
  }
}

/** Sends a write that has the same effect once and twice. Once it is on its way it is waited for, whatever is cancelled. */
async function send(
  host: MergeContext,
  route: Route,
  input: Parameters<Client['call']>[1],
  what: string,
  { mustExist = [], ...known }: { readonly mustExist?: readonly number[]; readonly knownBefore?: unknown } = {},
): Promise<unknown> {
  const { client, cancellation, reader, onWait } = host;
  const waiting = new AbortController();
  let isUnderWay = false;
  const onCancel = () => {
    if (!isUnderWay) waiting.abort(cancellation.reason);
  };
  cancellation.signal.addEventListener('abort', onCancel, { once: true });
  try {
    cancellation.signal.throwIfAborted();
    const onTurn = async () => {
      isUnderWay = true;
    };
    const options = { isRepeatable: true, signal: waiting.signal, onTurn, onWait, ...known };
    return (await client.call(route, input, options)).data;
  } catch (error) {
    if (!isOfOne(error) || isMissingPath(error)) throw error;
    // A path that the service does not have answers as a record that is not there.
    if (error.status === 404 && mustExist.length > 0 && (await reader.existing(mustExist)).size > 0) throw error;
    throw new StepRefused(`${what}: ${error.message}`);
  } finally {
    cancellation.signal.removeEventListener('abort', onCancel);
  }
}

const isMissingPath = (error: ApiError): boolean => error.status === 405;
