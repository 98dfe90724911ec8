// What of a condition the interface's own search can do. It only narrows: every record that comes back is compared here.

import { dictionary } from '../../../contract/dictionary.ts';
import type { DataType, FieldType } from '../../../contract/records/fields.ts';
import type { RecordCondition } from '../../../rules/records/conditions.ts';
import type { NamedFilters } from './entity.ts';

/** What discovery says of a field; a service may leave out what the interface only names. */
export interface KnownField {
  readonly id: string;
  readonly dataType?: DataType;
  readonly fieldType?: FieldType;
}

export interface Narrowing {
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
export function narrowingOf(
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
