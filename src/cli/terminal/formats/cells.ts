// A value as text in one cell. Text from the service is cleaned here before it reaches a terminal.

import { dictionary, getOwn, isObject, objectIn } from '../../../contract/json.ts';
import { pathParts } from '../../../contract/path-parts.ts';
import { harmless } from '../../../presentation/text.ts';

export { harmless };

/** A column: a key or path of the record, and how its values read. */
export interface Column {
  readonly key: string;
  /** Its heading where the label of the field would not tell what it is here. */
  readonly title?: string;
  /**
   * `word`: text that is typed again, an id for one; it is never cut. `address`: cut only where no other column can give way. `prose`: read to its end, on as many lines as that
   * takes. `excerpt`: its beginning on one line is enough. `link`: left out of a table that is too wide for it.
   */
  readonly kind?: 'text' | 'word' | 'address' | 'prose' | 'excerpt' | 'number' | 'time' | 'link';
  /** Left out of a table where words would have to be cut to make room for it. */
  readonly isExtra?: boolean;
  /** Left out at a terminal where no row has it. A pipe gets all columns. */
  readonly isSparse?: boolean;
}

/** How one kind of data looks to a person; the same data goes to JSON untouched. */
export interface View {
  readonly noun: string;
  readonly plural: string;
  readonly columns: readonly Column[];
  /** What its records have besides, and no answer of the service. */
  readonly alsoHas?: readonly string[];
  /** Its records have fields of the workspace's own as well. */
  readonly hasCustomFields?: boolean;
  /** The command itself says what it means that there is none. */
  readonly isNoneNamed?: boolean;
  /** Path of what `-o id` prints; `id` where it is left out. */
  readonly id?: string;
}

const KINDS = ['text', 'word', 'address', 'prose', 'excerpt', 'number', 'time', 'link'] as const;

/** `updatedAt:time:extra` is a key, its kind, and where it is left out. */
function columnOf(word: string, titles: Readonly<Record<string, string>>): Column {
  const [key = '', ...marks] = word.split(':');
  const kind = KINDS.find((one) => marks.includes(one));
  const title = getOwn(titles, key);
  return {
    key,
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { kind }),
    ...(marks.includes('extra') && { isExtra: true }),
    ...(marks.includes('sparse') && { isSparse: true }),
  };
}

const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(/\s+/));

/** Columns from words: `id:number name updatedAt:time:extra`. `titles`: headings where the label of the field would not tell. */
export const columnsOf = (words: string, titles: Readonly<Record<string, string>> = {}): Column[] =>
  wordsOf(words).map((word) => columnOf(word, titles));

interface ViewOptions extends Partial<Omit<View, 'alsoHas'>> {
  readonly titles?: Readonly<Record<string, string>>;
  readonly alsoHas?: string;
}

/** A view whose columns are words, as `columnsOf` reads them. */
export function viewOf(noun: string, plural: string, words: string, options: ViewOptions = {}): View {
  const { titles, alsoHas, ...rest } = options;
  const also = alsoHas === undefined ? {} : { alsoHas: wordsOf(alsoHas) };
  return { noun, plural, columns: columnsOf(words, titles), ...also, ...rest };
}

/** The value at `a.b`, in each element where `a` is a list — or under the key `a.b` itself, as custom fields may have it. */
export function valueAt(record: unknown, path: string): unknown {
  if (!isObject(record)) return undefined;
  if (Object.hasOwn(record, path)) return getOwn(record, path);
  let at: unknown = record;
  for (const part of path.split('.')) {
    at = Array.isArray(at)
      ? at.map((one) => (isObject(one) ? getOwn(one, part) : undefined))
      : isObject(at)
        ? getOwn(at, part)
        : undefined;
  }
  return at;
}

/** Keeps the given paths of a record, nested as they were. */
export function pick(record: unknown, paths: readonly string[]): Record<string, unknown> {
  const kept = dictionary<unknown>();
  for (const path of paths) {
    const value = valueAt(record, path) ?? null;
    const parts = isObject(record) && Object.hasOwn(record, path) ? [path] : pathParts(path);
    let at = kept;
    for (const part of parts.slice(0, -1)) {
      const inner = at[part];
      const next = dictionary(objectIn(inner));
      at[part] = next;
      at = next;
    }
    at[parts.at(-1) ?? path] = value;
  }
  return kept;
}

/** The same on one line. */
export function harmlessLine(text: string): string {
  return harmless(text).replace(/[\t\n]+/g, ' ');
}

const COLOURS = /(\u001b\[[\d;]{1,20}m)/;

/** The same for text of ours that stands in colours, which it keeps. */
export function harmlessInColour(text: string, hasColour: boolean): string {
  if (!hasColour) return harmless(text);
  return text
    .split(COLOURS)
    .map((part, at) => (at % 2 === 1 ? part : harmless(part)))
    .join('');
}

/** The value as one line of text, whole and exact: what a pipe gets. */
export function plainCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plainCell).join(', ');
  return JSON.stringify(value);
}
