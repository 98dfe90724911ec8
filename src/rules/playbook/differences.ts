import { append } from '../../contract/append.ts';
import { dictionary, getOwn, type JsonObject } from '../../contract/json.ts';
import {
  fieldsOfSection,
  PLAYBOOK_SECTIONS,
  type PlaybookSection,
  SECTIONS,
} from '../../contract/playbook/sections.ts';
import { type MissedEdit, missedEffects } from '../effects.ts';
import { isEmpty, isSameValue, itemName, otherFields } from './change.ts';
import { byKey, type PlaybookContent } from './content.ts';

interface FieldChange {
  readonly field: string;
  /** Undefined for no value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** One item, or the company, that another playbook has, has otherwise, or has not. */
export interface PlaybookChange {
  readonly section: PlaybookSection | 'company';
  /** Its match key as a person reads it; empty for the company. */
  readonly item: string;
  /** Its match key as `itemKey` writes it; empty for the company. */
  readonly key: string;
  readonly change: 'create' | 'update' | 'delete';
  /** Of a new item: the one that is gone and says the same. A renamed item is a new one. */
  readonly renamedFrom?: string;
  readonly fields: readonly FieldChange[];
}

const filled = (fields: JsonObject, field: string): unknown => {
  const value = getOwn(fields, field);
  return isEmpty(value) ? undefined : value;
};

function fieldChanges(names: Iterable<string>, from: JsonObject, to: JsonObject): FieldChange[] {
  return [...names].flatMap((field) => {
    const [before, after] = [filled(from, field), filled(to, field)];
    return isSameValue(before, after) ? [] : [{ field, before, after }];
  });
}

function ofSection(section: PlaybookSection, from: readonly JsonObject[], to: readonly JsonObject[]): PlaybookChange[] {
  const [before, after] = [byKey(section, from), byKey(section, to)];
  const fields = otherFields(section);
  const known = new Set(fieldsOfSection(section));
  const changes: PlaybookChange[] = [];
  for (const [key, item] of after) {
    const was = before.get(key);
    // Others are of a file that was not checked.
    const names = [...fields, ...Object.keys(item).filter((name) => !known.has(name))];
    const found = fieldChanges(names, was ?? {}, item);
    const head = { section, item: itemName(section, item), key, fields: found };
    if (was === undefined) changes.push({ ...head, change: 'create' });
    else if (found.length > 0) changes.push({ ...head, change: 'update' });
  }
  for (const [key, item] of before) {
    if (after.has(key)) continue;
    const found = fieldChanges(fields, item, {});
    changes.push({ section, item: itemName(section, item), key, change: 'delete', fields: found });
  }
  return withRenames(changes);
}

/** A new item that says in a required field what an item that is gone said is that one under another key. */
function withRenames(changes: readonly PlaybookChange[]): PlaybookChange[] {
  const gone = new Map(changes.flatMap((one) => (one.change === 'delete' ? [[one.key, one] as const] : [])));
  return changes.map((one) => {
    if (one.change !== 'create') return one;
    const before = [...gone.values()].find((other) => sharesRequiredField(other, one));
    if (before === undefined) return one;
    gone.delete(before.key);
    return { ...one, renamedFrom: before.item };
  });
}

function sharesRequiredField(gone: PlaybookChange, made: PlaybookChange): boolean {
  if (gone.section === 'company') return false;
  const required = SECTIONS[gone.section].required;
  return gone.fields.some(
    ({ field, before }) =>
      required.includes(field) &&
      made.fields.some((other) => other.field === field && isSameValue(other.after, before)),
  );
}

/**
 * What would have to happen to `from` so that it is `to`: company, then the sections in their order; in each what is new
 * or another in the order of `to`, then what is gone. What `to` does not speak of is not a difference.
 */
export function differences(from: PlaybookContent, to: PlaybookContent): PlaybookChange[] {
  const changes: PlaybookChange[] = [];
  if (to.company !== undefined) {
    const company = from.company ?? {};
    const fields = fieldChanges(new Set([...Object.keys(company), ...Object.keys(to.company)]), company, to.company);
    if (fields.length > 0) changes.push({ section: 'company', item: '', key: '', change: 'update', fields });
  }
  for (const section of PLAYBOOK_SECTIONS) {
    const items = to[section];
    if (items !== undefined) append(changes, ofSection(section, from[section] ?? [], items));
  }
  return changes;
}

/** Items by name: a service may keep them in any order. */
function byName(content: PlaybookContent): JsonObject {
  const sections = PLAYBOOK_SECTIONS.map((section) => {
    const items = [...byKey(section, content[section]).values()];
    return [section, Object.fromEntries(items.map((item) => [itemName(section, item), item]))] as const;
  });
  return { company: content.company, ...Object.fromEntries(sections) };
}

export function missedItems(before: PlaybookContent, after: PlaybookContent, now: PlaybookContent): MissedEdit[] {
  return missedEffects(byName(before), byName(after), byName(now));
}

// Three playbooks: what two people made of the same one. Field by field, so that only the same field of the same item
// can be in conflict.

export interface PlaybookConflict {
  readonly section: PlaybookSection | 'company';
  /** Match key as a person reads it; empty for the company. */
  readonly item: string;
  /** Empty where one side removed the item and the other changed it. */
  readonly field: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
}

interface MergedPlaybook {
  /** Where there is a conflict, `ours`. */
  readonly content: PlaybookContent;
  readonly conflicts: readonly PlaybookConflict[];
}

type SectionInput = (field: string, base: unknown, theirs: unknown, ours: unknown) => void;

function mergedFields(
  names: Iterable<string>,
  base: JsonObject,
  theirs: JsonObject,
  ours: JsonObject,
  tell: SectionInput,
): JsonObject {
  const merged = dictionary<unknown>();
  for (const name of names) {
    const [old, their, our] = [getOwn(base, name), getOwn(theirs, name), getOwn(ours, name)];
    const isOurs = !isSameValue(old, our);
    if (isOurs && !isSameValue(old, their) && !isSameValue(their, our)) tell(name, old, their, our);
    const value = isOurs ? our : their;
    if (!isEmpty(value)) merged[name] = value;
  }
  return merged;
}

const isSameItem = (section: PlaybookSection, one: JsonObject, other: JsonObject): boolean =>
  otherFields(section).every((field) => isSameValue(getOwn(one, field), getOwn(other, field)));

function mergedSection(
  section: PlaybookSection,
  [base, theirs, ours]: readonly [readonly JsonObject[], readonly JsonObject[], readonly JsonObject[]],
  conflicts: PlaybookConflict[],
): readonly JsonObject[] {
  const [old, their, our] = [byKey(section, base), byKey(section, theirs), byKey(section, ours)];
  const merged: JsonObject[] = [];
  for (const key of new Set([...our.keys(), ...their.keys()])) {
    const [was, theirItem, ourItem] = [old.get(key), their.get(key), our.get(key)];
    const some = ourItem ?? theirItem ?? {};
    const tell: SectionInput = (field, before, theirValue, ourValue) =>
      conflicts.push({
        section,
        item: itemName(section, some),
        field,
        base: before,
        theirs: theirValue,
        ours: ourValue,
      });
    if (theirItem === undefined && ourItem !== undefined) {
      // They removed it: it stays removed, unless it is ours, or was changed by us.
      const isChanged = was === undefined || !isSameItem(section, was, ourItem);
      if (isChanged) merged.push(ourItem);
      if (isChanged && was !== undefined) tell('', was, undefined, ourItem);
    } else if (ourItem === undefined && theirItem !== undefined) {
      if (was === undefined) merged.push(theirItem);
      else if (!isSameItem(section, was, theirItem)) tell('', was, theirItem, undefined);
    } else if (theirItem !== undefined && ourItem !== undefined) {
      const merging = mergedFields(otherFields(section), was ?? {}, theirItem, ourItem, tell);
      merged.push({
        ...ourItem,
        ...Object.fromEntries(otherFields(section).map((field) => [field, getOwn(merging, field)])),
      });
    }
  }
  return section === 'productsServices' ? oneMain(merged, our, old) : merged;
}

/** Both promoted a product: ours it is. */
function oneMain(
  merged: readonly JsonObject[],
  ours: ReadonlyMap<string, JsonObject>,
  base: ReadonlyMap<string, JsonObject>,
): readonly JsonObject[] {
  const isMain = (item: JsonObject | undefined) => item !== undefined && getOwn(item, 'isMainProduct') === true;
  if (merged.filter(isMain).length < 2) return merged;
  const promoted = [...ours].find(([key, item]) => isMain(item) && !isMain(base.get(key)))?.[1];
  const name = promoted ?? merged.find(isMain);
  return merged.map((item) =>
    isMain(item) && itemName('productsServices', item) !== itemName('productsServices', name ?? {})
      ? { ...item, isMainProduct: undefined }
      : item,
  );
}

/**
 * What `ours` did to `base`, done to `theirs`, which others made of the same `base`. What `ours` does not speak of is not
 * spoken of. `base` and `theirs` are whole in what `ours` speaks of.
 */
export function mergePlaybooks(base: PlaybookContent, theirs: PlaybookContent, ours: PlaybookContent): MergedPlaybook {
  const conflicts: PlaybookConflict[] = [];
  const content: { company?: JsonObject } & { [S in PlaybookSection]?: readonly JsonObject[] } = {};
  if (ours.company !== undefined) {
    const [old, their, our] = [base.company ?? {}, theirs.company ?? {}, ours.company];
    const names = new Set([...Object.keys(our), ...Object.keys(their)]);
    content.company = mergedFields(names, old, their, our, (field, was, theirValue, ourValue) =>
      conflicts.push({ section: 'company', item: '', field, base: was, theirs: theirValue, ours: ourValue }),
    );
  }
  for (const section of PLAYBOOK_SECTIONS) {
    const items = ours[section];
    if (items === undefined) continue;
    content[section] = mergedSection(section, [base[section] ?? [], theirs[section] ?? [], items], conflicts);
  }
  return { content, conflicts };
}
