// The one guard of every command that has people contacted: who must never be, and who was a short time ago. No option
// switches off never-contact; removing the entry does.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { counted, firstOf } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { type AnyId, isId, parseId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import {
  addressesOf,
  comparableKinds,
  hasDomainField,
  isAddressField,
  type NeverContact,
} from '../../../rules/records/never-contact.ts';
import { labelOf } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { needed } from '../answer.ts';
import { type ContactFilters, filtersOf, type Targets } from '../effects/targets.ts';
import { isField } from '../records/columns.ts';
import { CONTACT, readableFields } from '../records/entity.ts';
import { neverContactOf } from './entries.ts';
import { contactedSince } from './recently-contacted.ts';

export interface LeftOut {
  readonly contactId: number;
  readonly name: string;
  readonly outcome: 'NEVER_CONTACT' | 'RECENTLY_CONTACTED' | 'NOT_PLANNED';
  /** `never-contact acme.com` */
  readonly reason: string;
}

/** Contacts. */
export type Audience = Pick<Targets, 'ids' | 'lists' | 'campaigns'>;

export interface Screened {
  readonly allowed: readonly number[];
  readonly leftOut: readonly LeftOut[];
}

interface ScreenOptions {
  /** Leaves out whom another campaign has contacted within this time; null for no such limit. */
  readonly withinMs?: number | null;
  /** The campaign that does not count as another one. */
  readonly campaignId?: AnyId;
  readonly folder?: string;
}

const NAMED_MAX = 5;

/** The fields that hold addresses and have to be asked for: those that the service says it has. */
async function addressFields(session: Session): Promise<string[]> {
  const fields = (await readableFields(session, CONTACT)).filter(isField);
  return fields.map(({ id }) => id).filter(isAddressField);
}

/** What is found by the search, then what it did not find: a search index may be behind the record. */
async function* contactsOf(
  session: Session,
  { ids: wantedIds = [], ...others }: Audience,
  fields: readonly string[],
): AsyncGenerator<JsonObject> {
  const { api, call } = await session.client();
  const search = (include: ContactFilters) =>
    listPages(
      call,
      'contacts',
      'search',
      { body: { include, ...(fields.length > 0 && { fields: fields.slice(0, LIMITS.pageSizeMax) }) } },
      { signal: session.io.interrupt },
    );
  for (const include of filtersOf({ entity: CONTACT, ...others }))
    for await (const contact of search(include)) if (isObject(contact)) yield contact;
  for (const ids of batchesOf(wantedIds, LIMITS.pageSizeMax)) {
    const wanted = new Set<unknown>(ids);
    for await (const contact of search({ id: [...ids] })) {
      if (isObject(contact) && wanted.delete(parseId(String(getOwn(contact, 'id'))))) yield contact;
      if (wanted.size === 0) break;
    }
    for (const contactId of ids.filter((id) => wanted.has(id))) {
      try {
        const contact: unknown = await api.contacts.get({ params: { contactId } });
        yield { ...objectIn(contact), id: contactId };
      } catch (error) {
        // Whoever does not exist is refused by the request itself.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
  }
}

/** Companies by id, for contacts that do not say the domain of theirs. */
async function companiesOf(
  session: Session,
  contacts: readonly JsonObject[],
): Promise<ReadonlyMap<unknown, JsonObject>> {
  const ids = new Set(contacts.filter((one) => !hasDomainField(one)).map((one) => getOwn(one, 'companyId')));
  const found = new Map<unknown, JsonObject>();
  const { call } = await session.client();
  for (const some of batchesOf([...ids].filter(isId), LIMITS.pageSizeMax)) {
    const input = { body: { include: { id: [...some] } } };
    const wanted = new Set<unknown>(some);
    for await (const company of listPages(call, 'companies', 'search', input, { signal: session.io.interrupt })) {
      if (isObject(company) && wanted.delete(getOwn(company, 'id'))) found.set(getOwn(company, 'id'), company);
      if (wanted.size === 0) break;
    }
  }
  return found;
}

/** Exit 7 for a contact without one: it could not be left out. */
const idOf = (contact: JsonObject): number =>
  needed(parseId(String(getOwn(contact, 'id'))), 'the id of a contact', 'nothing was sent');

const nameOf = (contact: JsonObject): string => harmless(labelOf(contact).label ?? `contact ${String(contact['id'])}`);

/** The members of some contacts that an entry covers. */
async function covered(
  session: Session,
  never: NeverContact,
  contacts: readonly JsonObject[],
  comparable: Set<string>,
): Promise<LeftOut[]> {
  const companies = await companiesOf(session, contacts);
  return contacts.flatMap((contact) => {
    for (const kind of comparableKinds(contact, companies.get(getOwn(contact, 'companyId')))) comparable.add(kind);
    const text = never.covering(addressesOf(contact, companies.get(getOwn(contact, 'companyId'))));
    if (text === null) return [];
    const reason = `never-contact ${harmless(text)}`;
    return [{ contactId: idOf(contact), name: nameOf(contact), outcome: 'NEVER_CONTACT', reason }];
  });
}

/** An entry of a kind that no contact shows protects no one. */
async function warnOfOthers(session: Session, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return;
  const named = firstOf(entries.map(harmless), NAMED_MAX);
  await session.print.warn(`the service shows nothing of contacts that these could be compared with: ${named}`);
}

/** Null where nothing limits whom the command may contact, nor a plan needs to name them: then no one is looked up. */
export async function screened(
  session: Session,
  audience: Audience,
  { withinMs = null, campaignId, folder }: ScreenOptions = {},
): Promise<Screened | null> {
  const never = neverContactOf(session, folder);
  const { guard } = session.host;
  if (never === null && withinMs === null && guard === undefined && session.savePlan === undefined) return null;
  const names = new Map<number, string>();
  const leftOut: LeftOut[] = [];
  const page: JsonObject[] = [];
  const comparable = new Set<string>();
  const check = async () => {
    if (never !== null) for (const one of await covered(session, never, page, comparable)) leftOut.push(one);
    page.length = 0;
  };
  for await (const contact of contactsOf(session, audience, never === null ? [] : await addressFields(session))) {
    const contactId = idOf(contact);
    if (names.has(contactId)) continue;
    names.set(contactId, nameOf(contact));
    if (page.push(contact) >= LIMITS.pageSizeMax) await check();
  }
  await check();
  if (never !== null && names.size > 0)
    await warnOfOthers(
      session,
      never.ofKinds((kind) => !comparable.has(kind)),
    );
  const barred = new Set(leftOut.map(({ contactId }) => contactId));
  if (withinMs !== null) {
    const open = [...names.keys()].filter((id) => !barred.has(id));
    for (const [contactId, at] of await contactedSince(session, open, session.now() - withinMs, campaignId)) {
      barred.add(contactId);
      const name = names.get(contactId) ?? `contact ${contactId}`;
      leftOut.push({ contactId, name, outcome: 'RECENTLY_CONTACTED', reason: `contacted on ${at.slice(0, 10)}` });
    }
  }
  if (guard !== undefined && campaignId !== undefined) {
    const planned = guard.membersOf('campaign', campaignId, 'contacts');
    for (const id of planned)
      if (!names.has(Number(id))) guard.note({ kind: 'contact', id }, 'not there any more, left out');
    for (const [contactId, name] of names) {
      if (barred.has(contactId) || planned.has(String(contactId))) continue;
      barred.add(contactId);
      const reason = guard.note({ kind: 'contact', id: contactId, label: name }, 'not in the plan');
      leftOut.push({ contactId, name, outcome: 'NOT_PLANNED', reason });
    }
  }
  const all = new Set([...(audience.ids ?? []), ...names.keys()]);
  return { allowed: [...all].filter((id) => !barred.has(id)), leftOut };
}

type LeftOutName = Pick<LeftOut, 'contactId' | 'name' | 'reason'>;

const namesOf = (some: readonly LeftOutName[]): string =>
  firstOf(
    some.map(({ name, contactId }) => `${name} (${contactId})`),
    NAMED_MAX,
  );

/** Says who was left out: `1 left out, never-contact acme.com: Ada Lovelace (12)`, a line per reason. */
export async function noteLeftOut(session: Session, leftOut: readonly LeftOutName[]): Promise<void> {
  for (const [reason, some] of groupBy(leftOut, (one) => one.reason)) {
    await session.print.warn(`${some.length} left out, ${reason}: ${namesOf(some)}`);
  }
}

/** Exit 3 where someone must not be contacted and cannot be left out. `undone`: what did not happen. */
export function refusal(leftOut: readonly LeftOut[], undone: string, how?: string): CliError {
  const reasons = [...groupBy(leftOut, (one) => one.reason)].map(([reason, some]) => `${namesOf(some)}, ${reason}`);
  const isNever = leftOut.some(({ outcome }) => outcome === 'NEVER_CONTACT');
  const must = isNever ? 'must not be contacted' : `${leftOut.length === 1 ? 'was' : 'were'} contacted recently`;
  const message = `${counted(leftOut.length, 'contact')} ${must}: ${reasons.join('; ')}; ${undone}`;
  return new CliError('refused', isNever ? 'never_contact' : 'recently_contacted', message, {
    hint:
      how ??
      (isNever
        ? 'reach never-contact list shows the entries; only removing an entry allows the contact'
        : '--contacted-within allow contacts them all the same'),
    details: { contacts: leftOut },
  });
}

/** Exit 3 where one of them must not be contacted. */
export async function assertContactable(
  session: Session,
  audience: Audience,
  undone: string,
  { how, ...options }: ScreenOptions & { readonly how?: string } = {},
): Promise<void> {
  const found = await screened(session, audience, options);
  if (found !== null && found.leftOut.length > 0) throw refusal(found.leftOut, undone, how);
}
