// The smallest additive update that makes a playbook what is wanted, and what no update can do.

import { largest } from '../../contract/extremes.ts';
import { getOwn, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  fieldsOfSection,
  LIST_FIELDS,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  SECTIONS,
} from '../../contract/playbook/sections.ts';
import { changedBy, changeOf, isEmpty, type KeptPlaybook } from './change.ts';
import { byKey, contentOf, type PlaybookContent } from './content.ts';
import { differences, type PlaybookChange } from './differences.ts';

/** The body of a PUT. */
export type UpdateBody = Readonly<Record<string, JsonObject>>;

/** What the wanted playbook says and the live one will not have. */
export interface Leftover {
  readonly section: PlaybookSection | 'company';
  readonly item: string;
  readonly field: string;
  /** `kept`: an item that is not wanted and not removed, since removing items was not allowed. */
  readonly why: 'kept' | 'cannot_clear' | 'main_product';
  readonly message: string;
}

export interface PlannedUpdate {
  /** To be sent in this order; none when there is nothing to do. Several are not atomic together. */
  readonly requests: readonly UpdateBody[];
  readonly changes: readonly PlaybookChange[];
  readonly leftovers: readonly Leftover[];
  /** The playbook afterwards, if no one else writes and no removed item comes back. */
  readonly after: Required<PlaybookContent>;
}

interface SectionUpdate {
  readonly upsert: JsonObject[];
  readonly deleteIds: (number | string)[];
}

/** Whether a request can bring a field to this value: texts cannot be emptied, and no product can be demoted by itself. */
function isSendable(field: string, after: unknown): boolean {
  return !isEmpty(after) || LIST_FIELDS.includes(field);
}

function keyFields(section: PlaybookSection, item: JsonObject): JsonObject {
  return Object.fromEntries(SECTIONS[section].key.map((field) => [field, getOwn(item, field)]));
}

/** A new item names its lists even where they are empty: one that was removed before would come back with its own. */
function upsertOf(section: PlaybookSection, change: PlaybookChange, item: JsonObject): JsonObject | null {
  const lists = fieldsOfSection(section).filter((field) => LIST_FIELDS.includes(field));
  const empty = change.change === 'create' ? Object.fromEntries(lists.map((field) => [field, []])) : {};
  const sent = change.fields
    .filter(({ field, after }) => isSendable(field, after))
    .map(({ field, after }) => [field, after ?? []] as const);
  if (change.change === 'update' && sent.length === 0) return null;
  return { ...keyFields(section, item), ...empty, ...Object.fromEntries(sent) };
}

function sectionUpdate(
  live: KeptPlaybook,
  wanted: PlaybookContent,
  section: PlaybookSection,
  changes: readonly PlaybookChange[],
  prune: boolean,
): SectionUpdate {
  const items = byKey(section, wanted[section]);
  const own = changes.filter((change) => change.section === section);
  const upsert = own.flatMap((change) => {
    const item = items.get(change.key);
    const sent = item === undefined ? null : upsertOf(section, change, item);
    return sent === null ? [] : [sent];
  });
  const gone = new Set(own.filter(({ change }) => prune && change === 'delete').map(({ key }) => key));
  const leaving = live.items.filter((item) => item.section === section && !item.isRemoved && gone.has(item.key));
  // The main product first: of more than one request, the first must not make another one main.
  const isMain = (item: JsonObject) => (item['isMainProduct'] === true ? 0 : 1);
  return { upsert: upsert.toSorted((a, b) => isMain(a) - isMain(b)), deleteIds: leaving.flatMap(({ id }) => id ?? []) };
}

const part = <T>(all: readonly T[], index: number): readonly T[] =>
  index < 0 ? [] : all.slice(index * LIMITS.playbookItems, (index + 1) * LIMITS.playbookItems);

/** At most 50 of each kind in a request; what is removed goes last, so that nothing is gone before what replaces it is there. */
function requestsOf(company: JsonObject, updates: ReadonlyMap<PlaybookSection, SectionUpdate>): UpdateBody[] {
  const parts = ({ length }: readonly unknown[]) => Math.ceil(length / LIMITS.playbookItems);
  const hasCompany = Object.keys(company).length > 0;
  const counts = [...updates.values()].flatMap(({ upsert, deleteIds }) => [parts(upsert), parts(deleteIds)]);
  const count = Math.max(hasCompany ? 1 : 0, largest(counts));
  return Array.from({ length: count }, (_, index) => {
    const sections = [...updates].flatMap(([section, { upsert, deleteIds }]) => {
      const sent = part(upsert, index);
      const ids = part(deleteIds, index - (count - parts(deleteIds)));
      const change = { ...(sent.length > 0 && { upsert: sent }), ...(ids.length > 0 && { deleteIds: ids }) };
      return Object.keys(change).length > 0 ? [[section, change] as const] : [];
    });
    return { ...(hasCompany && index === 0 && { company }), ...Object.fromEntries(sections) };
  });
}

function leftoversOf(after: PlaybookContent, wanted: PlaybookContent): Leftover[] {
  return differences(after, wanted).flatMap(({ section, item, change, fields }): Leftover[] => {
    const noun = section === 'company' ? '' : SECTIONS[section].noun;
    if (change === 'delete') {
      return [{ section, item, field: '', why: 'kept', message: `the ${noun} "${item}" is not in the text and stays` }];
    }
    return fields.map(({ field, before, after: value }): Leftover => {
      const where = { section, item, field };
      if (field !== 'isMainProduct') {
        const whose = item === '' ? '' : ` of the ${noun} "${item}"`;
        return { ...where, why: 'cannot_clear', message: `${field}${whose} cannot be cleared: it stays as it is` };
      }
      const message =
        before === true && value !== true
          ? `"${item}" is the main product: there is always one, until another is`
          : `"${item}" will not be the main product`;
      return { ...where, why: 'main_product', message };
    });
  });
}

/**
 * What to send so that `live` becomes `wanted`, as far as the interface allows: changed fields of changed items, new
 * items whole, ids of items that are gone where `prune` says that they may go. What `wanted` does not speak of is not
 * touched. `wanted` is whole in what it speaks of (see `overlaid`, `mergePlaybooks`).
 */
export function planUpdate(
  live: KeptPlaybook,
  wanted: PlaybookContent,
  { prune = false }: { readonly prune?: boolean } = {},
): PlannedUpdate {
  const before = contentOf(live);
  const changes = differences(before, wanted);
  const company = changes.find(({ section }) => section === 'company')?.fields ?? [];
  const filled = company.filter(({ after }) => !isEmpty(after));
  const updates = new Map(
    PLAYBOOK_SECTIONS.map((section) => [section, sectionUpdate(live, wanted, section, changes, prune)] as const),
  );
  const requests = requestsOf(Object.fromEntries(filled.map(({ field, after }) => [field, after])), updates);
  let kept = live;
  let nextId = Math.max(0, largest(live.items.map(({ id }) => (typeof id === 'number' ? id : 0)))) + 1;
  for (const body of requests) {
    const plan = changeOf(kept, body);
    kept = changedBy(kept, plan, nextId);
    nextId += plan.created.length;
  }
  const after = contentOf(kept);
  return {
    requests,
    changes: withRenamed(differences(before, after), changes),
    leftovers: leftoversOf(after, wanted),
    after,
  };
}

/** Where the old item of a renamed one stays, the new one still says where it is from. */
function withRenamed(done: readonly PlaybookChange[], wanted: readonly PlaybookChange[]): PlaybookChange[] {
  return done.map((change) => {
    const from = wanted.find(({ section, key }) => section === change.section && key === change.key)?.renamedFrom;
    return from === undefined ? change : { ...change, renamedFrom: from };
  });
}
