import { append } from '../../contract/append.ts';
import { getOwn, type JsonObject } from '../../contract/json.ts';
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
