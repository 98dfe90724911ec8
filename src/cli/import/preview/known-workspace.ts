// The records of the workspace that the rows of a file may match, read by searches alone, so that what a create or an update would
// do to them can be planned here as the service plans it.

import { batchesOf } from '../../../contract/batches.ts';
import type { EntityName } from '../../../contract/entities.ts';
import type { Issue } from '../../../contract/envelope.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import { COMPANY_ALIASES, knownFields, type RecordField, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import { COMPANY_PRECEDENCE, companyKeys } from '../../../rules/records/matching.ts';
import { checkPatch } from '../../../rules/records/patch.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { lookupKeysOf } from '../../../rules/records/upsert/known-records.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import {
  type CompanyPlanInput,
  type ContactPlanInput,
  companyInput,
  contactInput,
} from '../../../rules/records/upsert/plan.ts';
import { COMPANY_FIELDS, StoredRecords, spellings } from '../../session/history/stored-records.ts';
import { COMPANY } from '../../shared/records/entity.ts';
import type { ImportPlan } from '../mapping/plan.ts';
import type { ImportService, Include, SearchedRecord } from '../service.ts';

/** Workspaces of so many records are read whole: that finds addresses however they are spelled. */
export const READ_WHOLE_MAX = 5_000;
/** Values of one search: each address brings a dozen spellings, and a filter takes a thousand. */
const VALUES_AT_ONCE = 50;
const FIELDS_MAX = 100;

/** Values of an item by the names of their fields: no service gave them keys. */
const byName = (_: string, custom: ReadonlyMap<string, string>) => custom;
export const contactOf = (item: Item): ContactPlanInput => contactInput(contactItem(item), byName);
export const companyOf = (item: Item): CompanyPlanInput => companyInput(companyItem(item), byName);
const merges = ({ mergeWithExisting }: ContactPlanInput | CompanyPlanInput): boolean => mergeWithExisting;

export interface WorkspaceReading {
  readonly service: ImportService;
  readonly plan: ImportPlan;
  readonly discovered: readonly FieldDescriptor[];
  readonly readWholeMax: number;
  readonly signal: AbortSignal;
}

export class KnownWorkspace extends StoredRecords {
  readonly #reading: WorkspaceReading;
  readonly #fields: readonly string[];
  readonly #own: ReadonlyMap<string, RecordField>;
  readonly #appUrls = new Map<number, string>();
  /** Values that were looked up, each by its field. */
  readonly #seen = new Set<string>();
  #isWhole: boolean | null = null;

  constructor(reading: WorkspaceReading) {
    super();
    const { plan, discovered } = reading;
    this.#reading = reading;
    this.#own = fieldsOf(plan.entity, discovered);
    // Under the name of a field of its own, a contact may show one of its company.
    const known = new Set(discovered.flatMap(({ id, editable }) => (editable || id === 'companyWebsite' ? id : [])));
    const wanted = ['companyWebsite', ...plan.columns.map(({ field }) => field)];
    this.#fields = wanted.filter((field) => known.has(field)).slice(0, FIELDS_MAX);
  }

  /** Whether addresses in unusual spellings are found, too. */
  get isWhole(): boolean {
    return this.#isWhole === true;
  }

  appUrl(id: number): string {
    return this.#appUrls.get(id) ?? '';
  }

  /** The record of the file's kind. */
  record(id: number): PendingRecord | undefined {
    return (this.#reading.plan.entity === 'CONTACT' ? this.contacts : this.companies).byId.get(id);
  }

  /** Sets the values in the record, as an update does; what is wrong with them. */
  update(record: PendingRecord, item: Item): readonly Issue[] {
    const { entity } = this.#reading.plan;
    const verdict = checkPatch(entity, item, this.#own);
    if (!verdict.ok) return verdict.issues;
    const before = { ...record };
    record.standard = patched(record.standard, verdict.patch.standard);
    record.properties = patched(record.properties, verdict.patch.custom);
    if (entity === 'CONTACT') this.contacts.rekey(record, lookupKeysOf(before));
    else this.companies.rekey(record, companyKeys(before.standard), companyKeys(record.standard));
    return [];
  }

  /** Reads whatever these items may be merged into, and the records of the ids, if it is not known yet. */
  async read(items: readonly Item[], ids: readonly number[] = []): Promise<void> {
    const isOfContacts = this.#reading.plan.entity === 'CONTACT';
    const contacts = isOfContacts ? items.map(contactOf).filter(merges) : [];
    const companies = isOfContacts
      ? contacts.flatMap(({ company }) => company ?? [])
      : items.map(companyOf).filter(merges);
    if (contacts.length + companies.length + ids.length === 0) return;
    this.#isWhole ??= await this.#readWhole();
    if (this.#isWhole) return;
    await this.#search(
      'id',
      ids.map((id) => [String(id), [id]]),
    );
    const pages = contacts.flatMap(({ keys, standard }) =>
      keys.NETWORK_URL === null
        ? []
        : [[keys.NETWORK_URL, spellings(keys.NETWORK_URL, standard.get('networkProfileUrl'))] as const],
    );
    await this.#search('networkProfileUrl', pages);
    await this.#searchNames(contacts);
    for (const by of COMPANY_PRECEDENCE) {
      const field = COMPANY_FIELDS[by];
      const wanted = companies.flatMap(({ keys, standard }) => {
        const key = keys[by];
        return key === null ? [] : [[key, by === 'NAME' ? [key] : spellings(key, standard.get(field))] as const];
      });
      for (const include of this.#unseen(field, wanted))
        for await (const record of this.#findCompanies(include)) this.addCompany(record);
    }
  }

  async #readWhole(): Promise<boolean> {
    const { plan, service, signal, readWholeMax } = this.#reading;
    const { entity, columns } = plan;
    const hasCompanies = entity === 'CONTACT' && columns.some(({ field }) => COMPANY_ALIASES.has(field));
    const sizes = await Promise.all([service.count(signal), hasCompanies ? service.count(signal, COMPANY) : 0]);
    if (sizes.some((size) => size === null || size > readWholeMax)) return false;
    if (hasCompanies) for await (const record of this.#findCompanies({})) this.addCompany(record);
    for await (const record of this.#find({})) this.#add(record);
    return true;
  }

  #find(include: Include) {
    return this.#reading.service.search(include, this.#fields, this.#reading.signal);
  }

  #findCompanies(include: Include) {
    return this.#reading.service.search(include, [], this.#reading.signal, COMPANY);
  }

  /** `wanted`: keys, each with the values that find it. */
  async #search(field: string, wanted: readonly (readonly [key: string, values: readonly (string | number)[]])[]) {
    for (const include of this.#unseen(field, wanted))
      for await (const record of this.#find(include)) this.#add(record);
  }

  *#unseen(
    field: string,
    wanted: readonly (readonly [key: string, values: readonly (string | number)[]])[],
  ): Generator<Include> {
    const open = new Map(wanted.filter(([key]) => !this.#seen.has(`${field} ${key}`)));
    for (const key of open.keys()) this.#seen.add(`${field} ${key}`);
    for (const some of batchesOf([...open.values()], VALUES_AT_ONCE)) yield { [field]: [...new Set(some.flat())] };
  }

  /** Everyone of these names, at whichever company. */
  async #searchNames(contacts: readonly ContactPlanInput[]): Promise<void> {
    const people = contacts.flatMap(({ person }) => person ?? []);
    const open = new Map(people.map((person) => [`${person.lastName}\n${person.firstName}`, person]));
    const all = [...open].filter(([key]) => !this.#seen.has(`name ${key}`));
    for (const [key] of all) this.#seen.add(`name ${key}`);
    for (const batch of batchesOf(all, VALUES_AT_ONCE)) {
      const some = batch.map(([, person]) => person);
      const include = {
        lastName: [...new Set(some.map(({ lastName }) => lastName))],
        firstName: [...new Set(some.map(({ firstName }) => firstName))],
      };
      for await (const record of this.#find(include)) this.#add(record);
    }
  }

  #add(record: SearchedRecord): void {
    if (this.#reading.plan.entity === 'COMPANY') this.addCompany(record);
    else this.addContact(record);
  }

  protected override customsOf(entity: EntityName): readonly string[] {
    const customs =
      entity === this.#reading.plan.entity ? this.#reading.plan.columns.filter(({ kind }) => kind === 'custom') : [];
    return customs.map(({ field }) => field);
  }

  protected override keep(entity: EntityName, id: number, record: SearchedRecord): void {
    if (entity === this.#reading.plan.entity && typeof record['appUrl'] === 'string')
      this.#appUrls.set(id, record['appUrl']);
  }
}

/** As an update takes them: every value as sent. */
function patched<V>(
  values: ReadonlyMap<string, V>,
  patch: ReadonlyMap<string, NoInfer<V> | null>,
): ReadonlyMap<string, V> {
  const after = new Map(values);
  for (const [name, value] of patch) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** The fields of the workspace as its own rules have them. */
function fieldsOf(kind: EntityName, discovered: readonly FieldDescriptor[]): ReadonlyMap<string, RecordField> {
  const standard = new Set(STANDARD_FIELDS[kind].map(({ id }) => id));
  const customs = discovered.filter(({ id }) => !standard.has(id));
  return knownFields(
    kind,
    customs.map(({ id, fieldType, dataType }) => ({ entity: kind, name: id, key: id, fieldType, dataType })),
  );
}
