// Reads every record that the items of a bulk may match, in a few set-based queries.

import type { EntityName } from '../../../contract/entities.ts';
import type { Issue } from '../../../contract/envelope.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { CustomField } from '../../../rules/records/fields.ts';
import { COMPANY_PRECEDENCE, type CompanyKeys } from '../../../rules/records/matching.ts';
import { KnownCompanies, KnownContacts, type Person } from '../../../rules/records/upsert/known-records.ts';
import { pendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import type { ContactMatchInput } from '../../../rules/records/upsert/plan.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/sql.ts';
import { COMPANIES, companiesByKey } from '../companies/queries/companies.ts';
import { CONTACTS, contactsByProfile, peopleAt, peopleAtNamed } from '../contacts/queries/contacts.ts';
import { customFields, insertEmptyField } from './queries/fields.ts';
import { type RecordShape, recordsById, reserveIds } from './queries/records.ts';

/** Reads the companies that have any of these keys; at most `most` will be created. */
export async function knownCompanies(tx: Tx, workspaceId: number, sent: readonly CompanyKeys[], most: number) {
  // Asked together, here and below: a database over a network takes as long for one as for all of them.
  const [firstId, ...hits] = await Promise.all([
    reserveIds(tx, COMPANIES, most),
    ...COMPANY_PRECEDENCE.map(async (by) => {
      const keys = new Set(sent.flatMap((one) => one[by] ?? []));
      return { by, found: await companiesByKey(tx, workspaceId, by, keys) };
    }),
  ]);
  const companies = new KnownCompanies(firstId);
  for (const { by, found } of hits) for (const { key, id, n } of found) companies.load(by, key, id, n);
  const idsOfKeys = hits.map(({ by, found }) => ({ by, ids: new Map(found.map(({ key, id }) => [key, id])) }));
  const foundIds = hits.flatMap(({ found }) => found.map(({ id }) => id));
  await readInto(tx, workspaceId, COMPANIES, companies, foundIds);
  /** Those that match the keys of one item: the oldest of each key. */
  const idsOf = (keys: CompanyKeys): number[] => idsOfKeys.flatMap(({ by, ids }) => ids.get(keys[by] ?? '') ?? []);
  const namesakes = new Set(
    hits.flatMap(({ by, found }) => (by === 'NAME' ? found.filter(({ n }) => n > 1) : [])).map(({ key }) => key),
  );
  /** Whether the store has more companies of exactly this name than `idsOf` has. */
  const hasNamesakes = (name: string) => namesakes.has(name);
  return { companies, idsOf, hasNamesakes };
}

/** Reads those of the records that are not known yet. */
async function readInto(
  tx: Tx,
  workspaceId: number,
  shape: RecordShape,
  { byId }: Pick<KnownCompanies | KnownContacts, 'byId'>,
  ids: Iterable<number>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !byId.has(id));
  if (missing.length === 0) return;
  for (const stored of await recordsById(tx, shape, workspaceId, missing)) byId.set(stored.id, pendingRecord(stored));
}

const companyIdsOf = (contacts: KnownContacts): number[] =>
  [...contacts.byId.values()].flatMap(({ companyId }) => companyId ?? []);

/** Reads every contact and company that these contact items may match, and the companies of those contacts; at most `most` of each will be created. */
export async function knownContacts(tx: Tx, workspaceId: number, sought: readonly ContactMatchInput[], most: number) {
  const companyKeysSent = sought.flatMap(({ company }) => company?.keys ?? []);
  const profiles = new Set(sought.flatMap(({ keys }) => keys.NETWORK_URL ?? []));
  const [{ companies, idsOf, hasNamesakes }, firstId, ofProfiles] = await Promise.all([
    knownCompanies(tx, workspaceId, companyKeysSent, most),
    reserveIds(tx, CONTACTS, most),
    contactsByProfile(tx, workspaceId, profiles),
  ]);
  const contacts = new KnownContacts(firstId, companies);
  const holders = new Map<string, number>();
  for (const { key, id, n } of ofProfiles) {
    contacts.profiles.load(key, id, n);
    holders.set(key, id);
  }
  await readInto(tx, workspaceId, CONTACTS, contacts, holders.values());
  const named: (Person & { companyName: string })[] = [];
  const placed: (Person & { companyId: number })[] = [];
  for (const { keys, person, company } of sought) {
    if (!person || !company || company.keys.NAME === null) continue;
    const companyName = company.keys.NAME;
    if (hasNamesakes(companyName)) named.push({ ...person, companyName });
    const holder = holders.get(keys.NETWORK_URL ?? '');
    const home = holder === undefined ? null : contacts.byId.get(holder)?.companyId;
    for (const companyId of new Set([...idsOf(company.keys), ...(home ? [home] : [])])) {
      placed.push({ ...person, companyId });
    }
  }
  const people = await Promise.all([peopleAtNamed(tx, workspaceId, named), peopleAt(tx, workspaceId, placed)]);
  const hits = people.flat();
  contacts.loadLookedUp(placed);
  contacts.loadPeople(hits);
  const found = hits.map(({ id }) => id);
  await readInto(tx, workspaceId, CONTACTS, contacts, found);
  await readInto(tx, workspaceId, COMPANIES, companies, companyIdsOf(contacts));
  return { contacts, companies };
}

// Custom fields: an unknown name becomes a field on first use.

/** The custom fields of a workspace, by name, while a request writes them. */
export class WorkspaceCustomFields {
  readonly #byName: Readonly<Record<EntityName, Map<string, CustomField>>>;
  readonly #context: Context;

  constructor(fields: readonly CustomField[], context: Context) {
    const of = (entity: EntityName) =>
      new Map(fields.filter((field) => field.entity === entity).map((field) => [field.name, field]));
    this.#byName = { CONTACT: of('CONTACT'), COMPANY: of('COMPANY') };
    this.#context = context;
  }

  /** Creates missing fields. Returns an issue for each name beyond the limit. */
  async make(entity: EntityName, names: Iterable<string>, pathOf: (name: string) => string): Promise<Issue[]> {
    const known = this.#byName[entity];
    const { tx, principal, now } = this.#context;
    const issues: Issue[] = [];
    for (const name of names) {
      if (known.has(name)) continue;
      if (known.size >= LIMITS.customFields) issues.push(tooMany(pathOf(name)));
      else known.set(name, await insertEmptyField(tx, { workspaceId: principal.workspaceId, entity, name, now }));
    }
    return issues;
  }

  /** Converts values by field name to values by property key. */
  keyed<V>(entity: EntityName, values: ReadonlyMap<string, V>): Map<string, V> {
    const keyed = new Map<string, V>();
    for (const [name, value] of values) {
      const field = this.#byName[entity].get(name);
      if (field) keyed.set(field.key, value);
    }
    return keyed;
  }
}

function tooMany(path: string): Issue {
  return { path, code: 'too_many', message: `exceeds the limit of ${LIMITS.customFields} custom fields` };
}

export async function readCustomFields(context: Context): Promise<WorkspaceCustomFields> {
  return new WorkspaceCustomFields(await customFields(context.tx, context.principal.workspaceId), context);
}
