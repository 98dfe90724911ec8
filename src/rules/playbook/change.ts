// What a request does to a playbook: a plan of changes, without writing anything.

import {
  dictionary,
  getOwn,
  isObject,
  type JsonObject,
  listIn,
  objectIn,
  recordOf,
  valueIn,
} from '../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, SECTIONS } from '../../contract/playbook/sections.ts';

/** An item with its writable fields; removed ones are kept so that their key can restore them. */
export interface KeptItem {
  /** As the service gave it; null if it gave none. */
  readonly id: number | string | null;
  readonly section: PlaybookSection;
  /** `itemKey` of it. */
  readonly key: string;
  readonly fields: JsonObject;
  readonly isRemoved: boolean;
}

export interface KeptPlaybook {
  readonly company: Readonly<Record<string, string>>;
  readonly items: readonly KeptItem[];
}

type SectionCounts = Record<'created' | 'updated' | 'restored' | 'deleted', number>;
type PlaybookChanges = { companyFieldsUpdated: number } & Record<PlaybookSection, SectionCounts>;

export interface ChangePlan {
  /** Company fields that get another value. */
  readonly company: Readonly<Record<string, string>>;
  /** In the order they get their ids. */
  readonly created: readonly Omit<KeptItem, 'id' | 'isRemoved'>[];
  /** Items that are another after the request: updated, restored, removed, or main product no more. */
  readonly changed: readonly KeptItem[];
  readonly changes: PlaybookChanges;
  /** Whether recommendations are made again. */
  readonly isRefreshDue: boolean;
}

const isSame = (one: JsonObject, other: JsonObject): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSameValue(getOwn(one, key), getOwn(other, key)),
  );

/** An item on its way through a request; `id` null for a new one, `before` null likewise. */
interface ItemDraft {
  readonly before: KeptItem | null;
  readonly section: PlaybookSection;
  readonly key: string;
  fields: JsonObject;
  isRemoved: boolean;
  isInPayload: boolean;
}

function sectionOf(update: unknown, section: PlaybookSection) {
  return {
    upsert: listIn(valueIn(update, section, 'upsert')).filter(isObject),
    deleteIds: listIn(valueIn(update, section, 'deleteIds')),
  };
}

/** The match key decides; fields that are not sent stay. Values of the key itself are kept trimmed. */
function upserted(drafts: ItemDraft[], section: PlaybookSection, item: JsonObject): void {
  const key = itemKey(section, item);
  if (key === null) return;
  const parts = keyParts(section, item) ?? [];
  const own = Object.fromEntries(SECTIONS[section].key.map((field, index) => [field, parts[index]]));
  const sent = { ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)), ...own };
  const known = drafts.find((draft) => draft.section === section && draft.key === key);
  if (known === undefined) {
    drafts.push({ before: null, section, key, fields: sent, isRemoved: false, isInPayload: true });
    return;
  }
  known.fields = { ...known.fields, ...sent };
  known.isRemoved = false;
  known.isInPayload = true;
}

const isMain = ({ fields }: ItemDraft): boolean => getOwn(fields, 'isMainProduct') === true;
const withMain = (fields: JsonObject, main: boolean): JsonObject => ({ ...fields, isMainProduct: main });

/** The product that is promoted is the only main one; where none is, the first of the payload becomes it. */
function settleMain(drafts: readonly ItemDraft[], promoted: string | null, payload: readonly JsonObject[]): void {
  const products = drafts.filter(({ section, isRemoved }) => section === 'productsServices' && !isRemoved);
  const keys = payload.map((item) => itemKey('productsServices', item));
  const next = promoted ?? (products.some(isMain) ? null : (keys.find((key) => key !== null) ?? null));
  if (next === null) return;
  for (const draft of products) {
    if (isMain(draft) !== (draft.key === next)) draft.fields = withMain(draft.fields, draft.key === next);
  }
}

function draftsAfter(kept: KeptPlaybook, update: unknown): ItemDraft[] {
  const drafts: ItemDraft[] = kept.items.map((item) => ({
    before: item,
    section: item.section,
    key: item.key,
    fields: item.fields,
    isRemoved: item.isRemoved,
    isInPayload: false,
  }));
  for (const section of PLAYBOOK_SECTIONS) {
    const { upsert, deleteIds } = sectionOf(update, section);
    for (const item of upsert) upserted(drafts, section, item);
    for (const draft of drafts) {
      if (draft.section !== section || draft.before === null || !deleteIds.includes(draft.before.id)) continue;
      draft.isRemoved = true;
      // A product that comes back is not the main one by itself.
      if (isMain(draft)) draft.fields = withMain(draft.fields, false);
    }
  }
  const { upsert } = sectionOf(update, 'productsServices');
  // Each promotion unsets the one before it: of several in one request, the last holds (undocumented).
  const promoted = upsert.findLast((item) => getOwn(item, 'isMainProduct') === true);
  settleMain(drafts, promoted === undefined ? null : itemKey('productsServices', promoted), upsert);
  return drafts;
}

/** An empty text never clears a value; the same value again is not a change. */
function companyAfter(company: Readonly<Record<string, string>>, update: unknown): Record<string, string> {
  const changed = dictionary<string>();
  for (const [field, value] of Object.entries(objectIn(valueIn(update, 'company')))) {
    if (typeof value === 'string' && !isEmpty(value) && getOwn(company, field) !== value) changed[field] = value;
  }
  return changed;
}

/** Changes count what is another afterwards: an item sent as it is counts nowhere (undocumented). */
function countOf({ before, fields, isRemoved }: ItemDraft): keyof SectionCounts | null {
  if (before === null) return 'created';
  if (before.isRemoved) return isRemoved ? null : 'restored';
  if (isRemoved) return 'deleted';
  return isSame(before.fields, fields) ? null : 'updated';
}

/**
 * The plan of a request that `checkUpdate` has nothing against. A section that is not in it, and an item that is not
 * listed, stay as they are.
 */
export function changeOf(kept: KeptPlaybook, update: unknown): ChangePlan {
  const company = companyAfter(kept.company, update);
  const drafts = draftsAfter(kept, update);
  const changes: PlaybookChanges = {
    companyFieldsUpdated: Object.keys(company).length,
    ...recordOf(PLAYBOOK_SECTIONS, () => ({ created: 0, updated: 0, restored: 0, deleted: 0 })),
  };
  const created: Omit<KeptItem, 'id' | 'isRemoved'>[] = [];
  const changed: KeptItem[] = [];
  for (const draft of drafts) {
    const { before, section, key, fields, isRemoved, isInPayload } = draft;
    const count = countOf(draft);
    if (count === null) continue;
    // The main product before this one is another now, and counts nowhere: it was not sent.
    if (isInPayload || count === 'deleted') changes[section][count] += 1;
    if (before === null) created.push({ section, key, fields });
    else changed.push({ ...before, fields, isRemoved });
  }
  const isOther = PLAYBOOK_SECTIONS.some(
    (section) => section !== 'faqs' && Object.values(changes[section]).some((count) => count > 0),
  );
  return { company, created, changed, changes, isRefreshDue: isOther || Object.hasOwn(company, 'companyOverview') };
}

/** The playbook after the plan; new items get the ids from `nextId` up. */
export function changedBy(kept: KeptPlaybook, plan: ChangePlan, nextId: number): KeptPlaybook {
  const nameOf = ({ id, section, key }: KeptItem) => id ?? `${section}/${key}`;
  const changed = new Map(plan.changed.map((item) => [nameOf(item), item]));
  const created = plan.created.map((item, index) => ({ ...item, id: nextId + index, isRemoved: false }));
  return {
    company: { ...kept.company, ...plan.company },
    items: [...kept.items.map((item) => changed.get(nameOf(item)) ?? item), ...created],
  };
}

// Items of the playbook: their match keys, and when two values of a field are the same.

export function isSection(name: unknown): name is PlaybookSection {
  return PLAYBOOK_SECTIONS.some((section) => section === name);
}

/** The parts of an item's match key, trimmed; null when one is missing or empty. */
export function keyParts(section: PlaybookSection, item: JsonObject): readonly string[] | null {
  const parts = SECTIONS[section].key.map((field) => getOwn(item, field));
  const trimmed = parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []));
  return trimmed.length === parts.length ? trimmed : null;
}

/** The match key as one text that no other key of the section has; null when the item has none. */
export function itemKey(section: PlaybookSection, item: JsonObject): string | null {
  const parts = keyParts(section, item);
  return parts === null ? null : JSON.stringify(parts);
}

/** The match key as a person reads it: `Name`, `Company / Promoter`. */
export function itemName(section: PlaybookSection, item: JsonObject): string {
  return keyParts(section, item)?.join(' / ') ?? '';
}

/** The same of what `itemKey` gives. */
export const nameOfKey = (key: string): string => [JSON.parse(key)].flat().join(' / ');

/** Every field of the section beside its match key. */
export function otherFields(section: PlaybookSection): string[] {
  const { required, optional } = SECTIONS[section];
  return [...required, ...optional];
}

/** No value to speak of: nothing, empty text, an empty list, a flag that is off. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** The same value of a field; one empty value is as good as another. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  return JSON.stringify(one) === JSON.stringify(other);
}
