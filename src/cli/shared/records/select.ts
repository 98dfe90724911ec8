// The records a command is about: those of a list, a text, filters, conditions and a saved search, as one listing.

import { type Listing, type ListOptions, picked } from '../../../client/answers/listing.ts';
import type { Call } from '../../../client/api.ts';
import { type AnyId, isIdText } from '../../../contract/ids.ts';
import { dictionary, isObject } from '../../../contract/json.ts';
import { pathParts } from '../../../contract/path-parts.ts';
import type { DataType, FieldType } from '../../../contract/records/fields.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { meets, parseCondition, type RecordCondition } from '../../../rules/records/conditions.ts';
import { STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { valueAt } from '../../terminal/formats/cells.ts';
import { checkedIfEmpty } from '../limit.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { checkListId, listIdOf } from '../lookup/list.ts';
import { exportKey, isExtra } from './columns.ts';
import { type Entity, type NamedFilters, readableFields, type SearchInput } from './entity.ts';
import { type ConditionOptions, checkFilters, type FilterOptions, isFieldFilter, readFilters } from './filters.ts';

// What of a condition the interface's own search can do. It only narrows: every record that comes back is compared here.

/** What discovery says of a field; a service may leave out what the interface only names. */
interface KnownField {
  readonly id: string;
  readonly dataType?: DataType;
  readonly fieldType?: FieldType;
}

interface Narrowing {
  readonly include: Readonly<Record<string, NamedFilters>>;
  readonly exclude: Readonly<Record<string, NamedFilters>>;
  /** One whole word that every match has, for the full-text search. */
  readonly word: string | null;
  /** Conditions whose filter is sent, and means the same there. */
  readonly sent: readonly RecordCondition[];
}

const TEXTS: ReadonlySet<DataType> = new Set<DataType>(['text', 'select', 'url', 'email']);

const iso = (ms: number) => new Date(ms).toISOString();

/** The filter of the interface that keeps at least what meets the condition; null where there is none. */
function filterFor({ test, not }: RecordCondition, { dataType, fieldType }: KnownField): NamedFilters | null {
  if (dataType === undefined) return null;
  const isText = TEXTS.has(dataType) || fieldType === 'AI_VARIABLE';
  switch (test.is) {
    case 'empty':
      return dataType === 'boolean' ? null : [''];
    case 'exactly':
      if (isText) return [test.text];
      return dataType === 'boolean' && (test.text === 'true' || test.text === 'false') ? [test.text === 'true'] : null;
    case 'number':
      // What is left out of a range does not follow from what is left in where a bound is not exactly the interface's.
      if (isText || dataType !== 'number' || not) return null;
      return [String(test.from?.at ?? ''), String(test.to?.at ?? '')];
    case 'time':
      if (isText || dataType !== 'date' || not) return null;
      return {
        ...(test.from === null ? {} : { startDate: iso(test.from) }),
        ...(test.until === null ? {} : { endDate: iso(test.until) }),
      };
    case 'contains':
      return null;
  }
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The longest word that a match has from end to end. */
function wordOf({ test, not }: RecordCondition, { dataType, fieldType }: KnownField): string | null {
  // Which fields a full-text search reads is not shown: those that the service brings itself are the safe ones.
  if (test.is !== 'contains' || not || fieldType !== 'STANDARD' || dataType === undefined || !TEXTS.has(dataType))
    return null;
  const words = test.text.match(WORD) ?? [];
  const isWhole = (at: number) => !(at === 0 && test.openStart) && !(at === words.length - 1 && test.openEnd);
  return words.filter((_, at) => isWhole(at)).toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** What is sent for these conditions; `taken` are filters that the command line has already. */
function narrowingOf(
  conditions: readonly RecordCondition[],
  fields: ReadonlyMap<string, KnownField>,
  taken: { readonly include: object; readonly exclude: object; readonly text: string | undefined },
): Narrowing {
  const include = dictionary<NamedFilters>();
  const exclude = dictionary<NamedFilters>();
  const sent: RecordCondition[] = [];
  let word: string | null = null;
  for (const condition of conditions) {
    const field = fields.get(condition.field);
    if (field === undefined) continue;
    const filter = filterFor(condition, field);
    const side = condition.not ? exclude : include;
    const isFree =
      !Object.hasOwn(condition.not ? taken.exclude : taken.include, field.id) && !Object.hasOwn(side, field.id);
    if (filter !== null && isFree) {
      side[field.id] = filter;
      sent.push(condition);
    }
    if (taken.text === undefined) word ??= wordOf(condition, field);
  }
  return { include, exclude, word, sent };
}

type Selection = ConditionOptions &
  Partial<FilterOptions> & {
    readonly text?: string | undefined;
    readonly actionsId?: AnyId | undefined;
    readonly campaignId?: AnyId | undefined;
  };

type OpenListing = (options: ListOptions) => Listing<unknown>;

function conditionsOf(texts: readonly string[], now: number): RecordCondition[] {
  return texts.map((text) => {
    const condition = parseCondition(text, now);
    if (!('problem' in condition)) return condition;
    throw new UsageError(`--where ${text}: ${condition.problem}`, {
      hint: 'such as jobTitle~chief, jobTitle!=CEO, numberOfEmployees=10..200, "createdAt>2026-01-01", createdAt=last-30d',
    });
  });
}

const isKnownField = (row: unknown): row is KnownField => isObject(row) && typeof row['id'] === 'string';

const namesOf = (entity: Entity, known: ReadonlyMap<string, KnownField>): readonly string[] => [
  ...new Set(['id', ...known.keys(), ...STANDARD_FIELDS[entity.name].map(({ id }) => id)]),
];

/** Throws UsageError for a field that the workspace does not have; knows none where the key may not read them. */
async function fieldsOf(session: Session, entity: Entity, conditions: readonly RecordCondition[]) {
  const known = new Map(
    (await readableFields(session, entity)).filter(isKnownField).map((row) => [row.id, row] as const),
  );
  if (known.size === 0) return known;
  // Not every service names in its fields what every record of it shows.
  const names = namesOf(entity, known);
  const unknown = conditions.filter(({ field }) => pathParts(field).length === 1 && !names.includes(field));
  if (unknown.length > 0) {
    const each = unknown.map(
      ({ text, field }) => `--where ${text}: there is no field "${field}"${didYouMean(field, names)}`,
    );
    throw new UsageError(each.join('; '), { hint: `reach ${entity.plural} fields lists them` });
  }
  return known;
}

/** What a reader must know of how the records were found. */
function notesOf(conditions: readonly RecordCondition[], { sent, word }: Narrowing): string[] {
  const here = conditions.filter((condition) => !sent.includes(condition));
  if (here.length === 0) return [];
  const how = word === null ? 'all records were read' : `of the records that a full-text search for "${word}" finds`;
  const isOfWords = here.some(({ test }) => test.is === 'contains' && !test.openStart && !test.openEnd);
  return [
    `checked here, ${how}: ${here.map(({ text }) => text).join(', ')}`,
    ...(isOfWords ? ['~ finds whole words; ~*text* finds parts of words, too'] : []),
  ];
}

/** Every record that comes back is compared: what the service selected is trusted for nothing. */
function checked(
  open: (options: ListOptions) => Listing<unknown>,
  conditions: readonly RecordCondition[],
  notes: string[],
): OpenListing {
  const seen = new Set<string>();
  let count = 0;
  const isWanted = (record: unknown) => {
    count += 1;
    return conditions.every((condition) => {
      const value = valueAt(record, exportKey(condition.field));
      if (value !== undefined) seen.add(condition.field);
      return meets(condition, value);
    });
  };
  return (options) => {
    // Of many records few may be wanted: pages are as large as they can be.
    const whole = ({ pageSize: _, ...rest }: ListOptions) => open(rest);
    const gone = () => [...new Set(conditions.map(({ field }) => field))].filter((field) => !seen.has(field));
    return picked(whole, isWanted, options, () =>
      count > 0 && gone().length > 0 ? [...notes, `no record shows ${gone().join(', ')}: taken as empty`] : notes,
    );
  };
}

async function wholeSelection(session: Session, entity: Entity, input: Selection): Promise<Selection> {
  if (input.search === undefined) return input;
  const { savedSearch } = await import('./saved-searches.ts');
  const saved = await savedSearch(session, input.search, entity.plural);
  return {
    ...input,
    text: input.text ?? saved.text,
    ...(input.list === undefined && saved.list !== undefined ? { list: saved.list } : {}),
    where: [...saved.where, ...(input.where ?? [])],
    include: [...saved.include, ...(input.include ?? [])],
    exclude: [...saved.exclude, ...(input.exclude ?? [])],
  };
}

/** Throws UsageError for a filter that would be joined with another of the same key, or hidden by it. */
function ownFilters({ listFilter }: Entity, { list, campaignId }: Selection, include: object) {
  if (list !== undefined && Object.hasOwn(include, listFilter))
    throw new UsageError(`--list and the filter ${listFilter} both name lists: give one of them`);
  if (campaignId === undefined) return {};
  if (Object.hasOwn(include, 'campaigns')) throw new UsageError('the campaign is named already: leave out campaigns');
  return { campaigns: [campaignId] };
}

/**
 * How to list the records of a selection; `extra` are fields to ask for. A search of companies takes no fields, and none
 * takes a run: then the search finds which records they are, and they are picked from the whole.
 */
export async function selectRecords(
  session: Session,
  call: Call,
  entity: Entity,
  input: Selection,
  extra: readonly string[] | undefined,
): Promise<OpenListing> {
  const selection = await wholeSelection(session, entity, input);
  const { text, where = [], actionsId } = selection;
  // Parsed twice: what is wrong is said before anything is sent, and the time of the service is known after.
  conditionsOf(where, session.now());
  const filtered = await readFilters(session.io, selection);
  const { exclude } = filtered;
  const include = { ...filtered.include, ...ownFilters(entity, selection, filtered.include) };
  const listId = selection.list === undefined ? undefined : await listIdOf(session, selection.list, entity.name);
  const names = Object.keys({ ...include, ...exclude }).filter(isFieldFilter);
  const isFiltered = names.length > 0 && !isLocal(session);
  const known =
    where.length === 0 && !isFiltered
      ? new Map<string, KnownField>()
      : await fieldsOf(session, entity, conditionsOf(where, 0));
  if (isFiltered && known.size > 0) checkFilters(entity, names, namesOf(entity, known));
  const conditions = conditionsOf(where, session.now());
  const narrowing = narrowingOf(conditions, known, { include, exclude, text });
  const asked = [
    ...(extra ?? []),
    ...conditions.map(({ field }) => field).filter((field) => isExtra(entity.name, field)),
  ];
  const fields = asked.length === 0 ? undefined : [...new Set(asked)];
  const search = text ?? narrowing.word ?? undefined;
  const filters = {
    search,
    include: { ...include, ...narrowing.include },
    exclude: { ...exclude, ...narrowing.exclude },
  };
  const isSearch = search !== undefined || Object.keys({ ...filters.include, ...filters.exclude }).length > 0;
  const wanted = { listId, actionsId, fields, ...(isSearch && { filters }) };
  const found = await recordListing(call, entity, wanted, session.io.interrupt);
  const { list } = selection;
  const open: OpenListing =
    list === undefined || !isIdText(list)
      ? found
      : (options) => checkedIfEmpty(found(options), () => checkListId(session, list, entity.name));
  return conditions.length === 0 ? open : checked(open, conditions, notesOf(conditions, narrowing));
}

interface WantedRecords {
  readonly listId: number | undefined;
  /** Of a search; none for all records. */
  readonly filters?: Pick<SearchInput, 'search' | 'include' | 'exclude'>;
  readonly fields: readonly string[] | undefined;
  readonly actionsId?: AnyId | undefined;
}

/**
 * How to list records: of one list, of a search, or all. A search of companies takes no `fields`, and none takes a run: then the
 * search finds which records are on the list, and they are picked from the whole.
 */
async function recordListing(
  call: Call,
  entity: Entity,
  { listId, filters, fields, actionsId }: WantedRecords,
  signal: AbortSignal,
): Promise<(options: ListOptions) => Listing<unknown>> {
  const list = (options: ListOptions) => entity.list(call, { fields, actionsId }, options);
  if (listId === undefined && filters === undefined) return list;
  const onList = listId === undefined ? {} : { [entity.listFilter]: [listId] };
  const wanted = { ...filters, include: { ...filters?.include, ...onList } };
  const isSearchable = actionsId === undefined && (fields === undefined || entity.name === 'CONTACT');
  if (isSearchable) return (options) => entity.search(call, { ...wanted, fields }, options);
  const members = new Set<string>();
  for await (const record of entity.search(call, wanted, { signal })) members.add(String(valueAt(record, 'id')));
  return (options) => picked(list, (record) => members.has(String(valueAt(record, 'id'))), options);
}
