// --include and --exclude: filters as a person writes them, in the interface's value shapes.

import type { Command, OptionValues } from 'commander';
import { parseId } from '../../../contract/ids.ts';
import { dictionary } from '../../../contract/json.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { invisibleProblem, withoutInvisibleEdges } from '../../../rules/records/invisible-characters.ts';
import { readObject } from '../../files/read.ts';
import { collect, type NoOptions, type OptionsOf } from '../../session/command.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { Entity, NamedFilters } from './entity.ts';

// `--where` and `--search`: declared once, for list, search and export.

export const withConditions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--where <condition>', 'field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable', collect)
    .option('--search <name>', 'a saved search (reach search save)');

export type ConditionOptions = OptionsOf<typeof withConditions<[], NoOptions, NoOptions>>;

/** For the help of the commands that take them. */
export const WHERE_HELP = [
  'Conditions (--where), all of which must hold; quote those with < or >:',
  '',
  '  jobTitle~chief            contains the word, in any case; jobTitle~*eng* also parts of words',
  '  jobTitle!=CEO  !~intern   anything else; jobTitle!= has a value, jobTitle= has none',
  '  numberOfEmployees>=50     also < <= > and 50..200',
  '  createdAt>2026-01-01      also last-30d, and 2026-01-01..2026-03-31; a day is a UTC day',
  '',
  'What the API can filter by itself is sent; the rest is checked here, over all pages, and a note says so.',
];

type FilterInputs = Record<string, NamedFilters>;

const NUMBER = '-?[0-9]+(?:\\.[0-9]+)?';
const NUMBERS = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`);
const MOMENT = '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+(?:Z|[+-][0-9:]+))?';
const MOMENTS = new RegExp(`^(${MOMENT})?\\.\\.(${MOMENT})?$`);
/** On the command line `isInCRM=true` means a boolean, where a standard field of that name is one. */
function isBooleanField(name: string): boolean {
  return [...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY].some(
    ({ id, dataType }) => id === name && dataType === 'boolean',
  );
}

const ID_LISTS = new Set(['id', 'leadsGroup', 'companyGroup', 'campaigns']);
/** Keys that the interface shows; every other one is the id of a field, which a service may not have, and ignore. */
const SPECIAL = new Set([...ID_LISTS, 'isInCRM', 'isCompanyInCRM', 'leadsCount', 'numberOfEmployees']);

/** `10..200` is a numeric range, `2026-01-01..` a span of time, `true` a boolean where the field is one; else exact text. */
function shapeOf(name: string, text: string): NamedFilters {
  const numbers = NUMBERS.exec(text);
  if (numbers !== null && text !== '..') return [numbers[1] ?? '', numbers[2] ?? ''];
  const moments = MOMENTS.exec(text);
  if (moments !== null && text !== '..') {
    return { ...(moments[1] ? { startDate: moments[1] } : {}), ...(moments[2] ? { endDate: moments[2] } : {}) };
  }
  if (isBooleanField(name) && (text === 'true' || text === 'false')) return [text === 'true'];
  if (ID_LISTS.has(name)) {
    return text.split(',').map((id) => {
      const number = parseId(id);
      if (number === null) throw new UsageError(`${name}=${text}: takes ids, such as ${name}=12,13`);
      return number;
    });
  }
  const visible = withoutInvisibleEdges(text);
  const problem = invisibleProblem(name, visible);
  if (problem !== null) throw new UsageError(problem, { hint: 'type it again: the character cannot be seen' });
  return [visible];
}

function isFilterInput(value: unknown): value is NamedFilters {
  if (Array.isArray(value)) return value.every((item) => ['string', 'number', 'boolean'].includes(typeof item));
  return typeof value === 'object' && value !== null;
}

/**
 * Filters of repeated options. The same exact-value filter given twice means "one of these"; `name=` matches empty values;
 * `name:=json` gives the interface's own value shape.
 */
function filtersOf(input: readonly string[], flag: string): FilterInputs {
  const filters = dictionary<NamedFilters>();
  const ranges = new Set<string>();
  for (const text of input) {
    const typed = /^([^=]+?):=(.*)$/s.exec(text);
    const plain = /^([^=]+)=(.*)$/s.exec(text);
    const name = (typed ?? plain)?.[1];
    if (name === undefined)
      throw new UsageError(`${flag} ${text}: must be name=value`, { hint: `${flag} jobTitle=CEO` });
    const value = typed === null ? shapeOf(name, plain?.[2] ?? '') : jsonValue(flag, name, typed[2] ?? '');
    const before = filters[name];
    if (typed === null && NUMBERS.test(plain?.[2] ?? '')) ranges.add(name);
    if (before === undefined) filters[name] = value;
    else if (Array.isArray(before) && Array.isArray(value) && !ranges.has(name)) filters[name] = [...before, ...value];
    else throw new UsageError(`${flag} ${name}: given twice with values that cannot be joined`);
  }
  return filters;
}

function jsonValue(flag: string, name: string, text: string): NamedFilters {
  try {
    const value: unknown = JSON.parse(text);
    if (isFilterInput(value)) return value;
  } catch {
    // Reported below, together with JSON of the wrong shape.
  }
  throw new UsageError(`${flag} ${name}:=${text}: must be a JSON array, or an object with startDate and endDate`);
}

/** `--include`, `--exclude`, `--filters` and `--list`: the same for search and export. */
export const withFilters = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  plural: string,
) =>
  command
    .option('--include <name=value>', 'keep what matches; repeatable (same name: one of these)', collect)
    .option('--exclude <name=value>', 'drop what matches; repeatable', collect)
    .option('--filters <file>', 'YAML or JSON with include and exclude, in the value shapes of the API')
    .option('--list <name|id>', `only ${plural} of this list`);

export type FilterOptions = OptionsOf<typeof withFilters<[], NoOptions, NoOptions>>;

export const isFieldFilter = (name: string): boolean => !SPECIAL.has(name);

/**
 * Throws UsageError for a filter that is none of the fields of the workspace: a service may ignore it, and give records that
 * were not asked for.
 */
export function checkFilters({ plural }: Entity, names: readonly string[], known: readonly string[]): void {
  for (const name of names.filter((one) => !known.includes(one))) {
    throw new UsageError(`${plural} have no field "${name}" to filter by${didYouMean(name, known)}`, {
      hint: `reach ${plural} fields lists them`,
    });
  }
}

/** All filters of a command line: those of the file, then those of the options. */
export async function readFilters(
  io: Io,
  options: Partial<FilterOptions>,
): Promise<{ include: FilterInputs; exclude: FilterInputs }> {
  const file = options.filters === undefined ? {} : await readObject(io, options.filters);
  const unknown = Object.keys(file).filter((key) => key !== 'include' && key !== 'exclude');
  if (unknown.length > 0)
    throw new UsageError(`${options.filters}: unknown ${unknown.join(', ')}; known: include, exclude`);
  const section = (name: 'include' | 'exclude'): FilterInputs => {
    const input = file[name];
    if (input === undefined) return {};
    if (typeof input !== 'object' || input === null)
      throw new UsageError(`${options.filters}: ${name} must be an object`);
    const kept = dictionary<NamedFilters>();
    for (const [key, value] of Object.entries(input)) {
      if (!isFilterInput(value))
        throw new UsageError(`${options.filters}: ${name}.${key} must be an array or an object`);
      kept[key] = value;
    }
    return kept;
  };
  return {
    include: { ...section('include'), ...filtersOf(options.include ?? [], '--include') },
    exclude: { ...section('exclude'), ...filtersOf(options.exclude ?? [], '--exclude') },
  };
}
