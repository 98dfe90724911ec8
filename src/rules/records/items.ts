// From what was sent to one normal form: aliases resolved, empty values gone, the rest sorted into standard and custom.

import type { EntityName } from '../../contract/entities.ts';
import type { Issue } from '../../contract/envelope.ts';
import {
  COMPANY_ALIASES,
  EDITABLE_FIELDS,
  RESERVED_NAMES,
  type RecordField,
  SCORING_FIELDS,
  STANDARD_FIELDS,
} from './fields.ts';
import { oneSpelling } from './invisible-characters.ts';
import { oneLine } from './normalize.ts';

export type FieldValue = string | number;

type Input = Readonly<Record<string, unknown>>;

/** What is to be written on one record. Nothing in it is empty. */
export interface WantedValues {
  /** Standard fields by id, trimmed. */
  readonly standard: ReadonlyMap<string, FieldValue>;
  /** Custom and AI fields by name, every character kept. */
  readonly custom: ReadonlyMap<string, string>;
}

interface Wishes {
  readonly listId: number | null;
  readonly mergeWithExisting: boolean;
  /** What was sent and does not count, and why. */
  readonly warnings: readonly string[];
  /** Any of these refuses the item. */
  readonly issues: readonly Issue[];
}

export interface CompanyItem extends WantedValues, Wishes {}

export interface ContactItem extends WantedValues, Wishes {
  /** Null when nothing of a company was sent. */
  readonly company: WantedValues | null;
}

/** Undocumented: as long as the contract's `Text`. */
export const TEXT_CHARACTERS_MAX = 10_000;
/** Undocumented: room for the longest header of a spreadsheet. */
const NAME_CHARACTERS_MAX = 200;

const READ_ONLY: Readonly<Record<EntityName, ReadonlySet<string>>> = {
  CONTACT: new Set([...STANDARD_FIELDS.CONTACT, ...SCORING_FIELDS.CONTACT].map(({ id }) => id)),
  COMPANY: new Set([...STANDARD_FIELDS.COMPANY, ...SCORING_FIELDS.COMPANY].map(({ id }) => id)),
};

class Reading {
  readonly warnings: string[] = [];
  readonly issues: Issue[] = [];

  problem(path: string, code: string, message: string): void {
    this.issues.push({ path, code, message });
  }

  ignored(path: string, why: string): void {
    this.warnings.push(`${path} was ignored: ${why}`);
  }
}

/** Characters no store keeps: NUL, and halves of characters. */
const UNKEEPABLE = /[\0\p{Surrogate}]/gu;

export function keepable(text: string): string {
  return text.replace(UNKEEPABLE, (character) => (character === '\0' ? '' : '\ufffd'));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** A standard value: text trimmed, in one line and one spelling (undocumented), a number as a number. Undefined when it is empty or wrong; wrong is noted. */
export function standardValue(field: RecordField, value: unknown, path: string, issues: Issue[]) {
  if (isEmpty(value)) return undefined;
  if (field.dataType === 'number') {
    const text = typeof value === 'string' ? value.trim() : value;
    if (text === '') return undefined;
    const number = typeof text === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : text;
    if (typeof number === 'number' && number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
    issues.push({ path, code: 'invalid_type', message: 'must be a number of at least 0' });
    return undefined;
  }
  const text = textOf(value);
  if (text === null) issues.push({ path, code: 'invalid_type', message: 'must be text' });
  else if (text.length > TEXT_CHARACTERS_MAX) issues.push(tooLong(path));
  else {
    const kept = keepable(text);
    return oneLine((field.dataType === 'text' ? oneSpelling(kept) : kept).trim()) || undefined;
  }
  return undefined;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function tooLong(path: string): Issue {
  return { path, code: 'too_big', message: `must be at most ${TEXT_CHARACTERS_MAX} characters` };
}

/** A custom value is kept as text, whatever was sent. Undefined when it is empty or too long. */
export function customValue(value: unknown, path: string, issues: Issue[]): string | undefined {
  if (isEmpty(value)) return undefined;
  const text = textOf(value) ?? JSON.stringify(value);
  if (text === undefined) return undefined;
  if (text.length <= TEXT_CHARACTERS_MAX) return keepable(text);
  issues.push(tooLong(path));
  return undefined;
}

/** Why `name` (trimmed) cannot be the name of a custom field, or null. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'a field needs a name';
  if (name.length > NAME_CHARACTERS_MAX) return `a field name has at most ${NAME_CHARACTERS_MAX} characters`;
  if (/[\p{Cc}\p{Surrogate}]/u.test(name)) return 'a field name has no control characters';
  return name === '__proto__' ? 'a field cannot have this name' : null;
}

interface ItemFields {
  readonly standard: Map<string, FieldValue>;
  readonly custom: Map<string, string>;
}

const target = (): ItemFields => ({ standard: new Map(), custom: new Map() });

function isStandardName(entity: EntityName, name: string): boolean {
  return READ_ONLY[entity].has(name) || RESERVED_NAMES[entity].has(name);
}

function addCustom(entity: EntityName, into: ItemFields, name: string, value: unknown, path: string, reading: Reading) {
  const trimmed = name.trim();
  // Spaces around a standard name: taken for a custom field, its value would stand beside the real one for ever.
  const problem = isStandardName(entity, trimmed) ? `must be written ${trimmed}` : nameProblem(trimmed);
  if (problem !== null) reading.problem(path, 'invalid_name', problem);
  const text = problem === null ? customValue(value, path, reading.issues) : undefined;
  if (text !== undefined && !into.custom.has(trimmed)) into.custom.set(trimmed, text);
}

/** Sorts one property of a record of `entity`. `path` is where it was sent. */
function addOwn(entity: EntityName, into: ItemFields, name: string, value: unknown, path: string, reading: Reading) {
  if (isEmpty(value)) return;
  const field = EDITABLE_FIELDS[entity].get(name);
  if (field) {
    const known = standardValue(field, value, path, reading.issues);
    if (known !== undefined) into.standard.set(name, known);
  } else if (isStandardName(entity, name)) {
    reading.ignored(path, 'it is set by the service');
  } else {
    addCustom(entity, into, name, value, path, reading);
  }
}

/** `company.name` counts before its alias `companyName`; a difference between the two is a warning (undocumented). */
function joined(nested: ItemFields, aliases: ReadonlyMap<string, readonly [FieldValue, string]>, reading: Reading) {
  for (const [id, [value, alias]] of aliases) {
    const known = nested.standard.get(id);
    if (known === undefined) nested.standard.set(id, value);
    else if (known !== value) reading.ignored(alias, `company.${id} says otherwise`);
  }
  return nested.standard.size + nested.custom.size === 0 ? null : nested;
}

function nestedCompany(value: unknown, reading: Reading): ItemFields {
  const company = target();
  if (isEmpty(value)) return company;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reading.problem('company', 'invalid_type', 'must be an object');
    return company;
  }
  for (const [name, inner] of Object.entries(value)) {
    addOwn('COMPANY', company, name, inner, `company.${name}`, reading);
  }
  return company;
}

function wishesOf(input: Input, reading: Reading): Wishes {
  const { listId, mergeWithExisting } = input;
  return {
    listId: typeof listId === 'number' ? listId : null,
    mergeWithExisting: mergeWithExisting !== false,
    warnings: reading.warnings,
    issues: reading.issues,
  };
}

/** A contact item in normal form. Formats are the contract's business and not checked again. */
export function contactItem(input: Input): ContactItem {
  const reading = new Reading();
  const own = target();
  const aliases = new Map<string, readonly [FieldValue, string]>();
  let nested: ItemFields | null = null;
  for (const [name, value] of Object.entries(input)) {
    if (name === 'listId' || name === 'mergeWithExisting') continue;
    const aliased = COMPANY_ALIASES.get(name);
    const field = aliased === undefined ? undefined : EDITABLE_FIELDS.COMPANY.get(aliased);
    if (name === 'company') {
      nested = nestedCompany(value, reading);
    } else if (field) {
      const known = standardValue(field, value, name, reading.issues);
      if (known !== undefined) aliases.set(field.id, [known, name]);
    } else {
      addOwn('CONTACT', own, name, value, name, reading);
    }
  }
  const company = nested === null && aliases.size === 0 ? null : joined(nested ?? target(), aliases, reading);
  return { ...own, company, ...wishesOf(input, reading) };
}

export function companyItem(input: Input): CompanyItem {
  const reading = new Reading();
  const own = target();
  for (const [name, value] of Object.entries(input)) {
    if (name === 'listId' || name === 'mergeWithExisting') continue;
    addOwn('COMPANY', own, name, value, name, reading);
  }
  return { ...own, ...wishesOf(input, reading) };
}
