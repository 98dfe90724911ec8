// Items of the playbook: their match keys, and when two values of a field are the same.

import { getOwn, type JsonObject } from '../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, SECTIONS } from '../../contract/playbook/sections.ts';

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
