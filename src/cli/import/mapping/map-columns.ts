// Which column goes to which field. Pure: header and flags in; columns, skipped columns and every problem out.

import { didYouMean, looseName, nearest } from '../../../rules/nearest.ts';
import { nameProblem } from '../../../rules/records/items.ts';
import type { MappedColumn } from './cell.ts';
import { withoutEntities } from './cell-text.ts';
import {
  areLastNames,
  areOfPeople,
  areWholeNames,
  type FieldTarget,
  FULL_NAMES,
  isText,
  ONE_NAME,
  pageTarget,
} from './column-values.ts';
import { CRM_COMPANIONS } from './known-headers.ts';
import { FULL_NAME, type TargetFields } from './target-fields.ts';

export interface MappingFlags {
  /** `Header=field`, as given. */
  readonly map: readonly string[];
  /** Headers to be custom fields; `all` = every one that matches no field. */
  readonly custom: 'all' | readonly string[];
  /** Of a saved mapping: as `map`, behind the flags. What it says of other files' columns is passed over. */
  readonly saved?: readonly string[] | undefined;
  /** The first rows, for what a header alone does not tell. */
  readonly rows?: readonly (readonly string[])[] | undefined;
}

interface SkippedColumn {
  readonly index: number;
  readonly header: string;
  readonly why: string;
  /** `; did you mean "…"?` or empty. */
  readonly suggestion: string;
  /** The field that it might be as well as the column before it that has it. */
  readonly rivalOf?: string | undefined;
}

export interface Mapping {
  readonly columns: readonly MappedColumn[];
  readonly skipped: readonly SkippedColumn[];
  /** Each of these is a usage error: nothing can be imported. */
  readonly problems: readonly string[];
}

interface Explicit {
  /** Field of a column by its index; null = not to be sent. */
  readonly fields: ReadonlyMap<number, FieldTarget | null>;
  readonly problems: readonly string[];
}

/** `Header#2` is the second of equal headers, unless a header is called just that. */
function columnsNamed(header: readonly string[], name: string): number[] {
  const at = (wanted: string) => header.flatMap((cell, index) => (cell.trim() === wanted.trim() ? [index] : []));
  const exact = at(name);
  if (exact.length > 0) return exact.slice(0, 1);
  const numbered = /^(.*)#([1-9][0-9]{0,3})$/s.exec(name);
  if (numbered !== null) return at(numbered[1] ?? '').slice(Number(numbered[2]) - 1, Number(numbered[2]));
  // Case and spaces are forgiven where only one column can be meant.
  const loose = header.flatMap((cell, index) =>
    looseName(cell) === looseName(name) && cell.trim() !== '' ? [index] : [],
  );
  return loose.length === 1 ? loose : [];
}

function unknownHeader(flag: string, name: string, header: readonly string[]): string {
  const names = header.filter((cell) => cell.trim() !== '');
  return `${flag}: the file has no column "${name}"${didYouMean(name, names) || `; its columns: ${names.join(', ')}`}`;
}

function unknownField(text: string, field: string, targets: TargetFields): string {
  if (targets.readOnly.has(field)) return `--map ${text}: ${field} cannot be set by an import`;
  const meant = didYouMean(field, targets.fields.keys());
  const hint = targets.withCustom
    ? `; the fields: ${[...targets.fields.keys()].join(', ')}`
    : `; custom fields are not known offline (use --map 'Header=custom:Name')`;
  return `--map ${text}: there is no field "${field}"${meant || hint}`;
}

/** The field a `--map` names: its id, a looser form of it, or `custom:Name` for any custom field, new or not. */
function fieldNamed(text: string, input: string, targets: TargetFields): MappedColumn | string {
  const place = { index: 0, header: '' };
  if (input.startsWith('custom:')) {
    const name = input.slice('custom:'.length).trim();
    const problem = nameProblem(name) ?? (targets.readOnly.has(name) ? `${name} cannot be set by an import` : null);
    if (problem !== null) return `--map ${text}: ${problem}`;
    return { ...place, field: name, kind: targets.fields.get(name)?.kind ?? 'custom' };
  }
  const id = targets.fields.has(input) ? input : targets.byLooseName.get(looseName(input));
  const target = id === undefined ? undefined : targets.fields.get(id);
  return target === undefined ? unknownField(text, input, targets) : { ...place, ...target };
}

function explicitOf(header: readonly string[], { map, custom }: MappingFlags, targets: TargetFields): Explicit {
  const fields = new Map<number, FieldTarget | null>();
  const problems: string[] = [];
  const takenBy = new Map<string, string>();
  const assign = (flag: string, index: number, target: FieldTarget | null) => {
    const other = target === null ? undefined : takenBy.get(target.field);
    if (fields.has(index)) problems.push(`${flag}: the column is mapped twice`);
    else if (other !== undefined) problems.push(`${flag}: ${target?.field} is already mapped by ${other}`);
    else fields.set(index, target);
    if (target !== null) takenBy.set(target.field, flag);
  };
  for (const text of map) {
    const cut = text.lastIndexOf('=');
    if (cut <= 0) {
      problems.push(`--map ${text}: must be 'Header=field', or 'Header=' to skip the column`);
      continue;
    }
    const [name, input] = [text.slice(0, cut), text.slice(cut + 1).trim()];
    const [index] = columnsNamed(header, name);
    const found = input === '' ? null : fieldNamed(text, input, targets);
    if (index === undefined) problems.push(unknownHeader(`--map ${text}`, name, header));
    else if (typeof found === 'string') problems.push(found);
    else assign(`--map ${text}`, index, found === null ? null : { field: found.field, kind: found.kind });
  }
  for (const name of custom === 'all' ? [] : custom) {
    const [index] = columnsNamed(header, name);
    if (index === undefined) {
      problems.push(unknownHeader(`--custom ${name}`, name, header));
      continue;
    }
    const target = customTarget(header[index] ?? '', targets);
    if (typeof target === 'string') problems.push(`--custom ${name}: ${target}`);
    else assign(`--custom ${name}`, index, target);
  }
  return { fields, problems };
}

/** A header as the name of a custom field, or why it cannot be one. */
function customTarget(header: string, { fields, readOnly }: TargetFields): FieldTarget | string {
  const name = header.trim();
  const problem = nameProblem(name);
  if (problem !== null) return problem;
  if (readOnly.has(name)) return `${name} cannot be set by an import`;
  return { field: name, kind: fields.get(name)?.kind ?? 'custom' };
}

/**
 * Maps the columns of a header. `--map` and `--custom 'Header'` decide first; then a column goes to the field its header
 * names, the first of several that name the same; what is left is custom with `--custom`, and left out without.
 */
export function mapColumns(header: readonly string[], flags: MappingFlags, targets: TargetFields): Mapping {
  const flagged = explicitOf(header, flags, targets);
  const explicit = withSaved(flagged, explicitOf(header, { map: flags.saved ?? [], custom: [] }, targets));
  const taken = new Map<string, string>();
  for (const [index, target] of explicit.fields)
    if (target !== null) taken.set(target.field, header[index]?.trim() ?? '');
  const decided = new Set(taken.keys());
  const owners = ownersOf(header, explicit, targets);
  const seen = new Set<string>();
  const columns: MappedColumn[] = [];
  const skipped: SkippedColumn[] = [];
  const unmatched = new Set<SkippedColumn>();

  for (const [index, cell] of header.entries()) {
    const name = cell.trim();
    const skip = (why: string, of?: string) => {
      const rivalOf = of === undefined || decided.has(of) ? undefined : of;
      skipped.push({ index, header: name, why, suggestion: '', rivalOf });
    };
    const isRepeated = name !== '' && seen.has(name);
    seen.add(name);
    const chosen = explicit.fields.get(index);
    if (chosen !== undefined) {
      if (chosen === null) skip(flagged.fields.has(index) ? 'skipped by --map' : 'skipped by the saved mapping');
      else columns.push({ index, header: name, ...chosen });
      continue;
    }
    if (name === '') skip('no header');
    // What our own rejects files add; importing them again must not bring it in.
    else if (name.startsWith('_')) skip('header starts with _');
    else if (isRepeated)
      skip(
        `same header as another column (use --map '${name}#2=field' for the second)`,
        columns.find((column) => column.header === name)?.field,
      );
    else {
      const target = automatic(index, header, flags, targets, decided);
      if (target === null) {
        skip('no matching field');
        unmatched.add(skipped.at(-1) as SkippedColumn);
      } else if (typeof target === 'string') skip(target);
      else if (taken.has(target.field))
        skip(`${target.field} already comes from "${taken.get(target.field)}"`, target.field);
      else if ((owners.get(target.field) ?? name) !== name)
        skip(`${target.field} comes from "${owners.get(target.field)}"`);
      else {
        taken.set(target.field, name);
        columns.push({ index, header: name, ...target });
      }
    }
  }
  const suggested = skipped.map((column) =>
    unmatched.has(column) ? { ...column, suggestion: suggestionFor(column.header, taken, targets) } : column,
  );
  return { columns, skipped: suggested, problems: explicit.problems };
}

/** Fields whose own name is the header of a column, with that header: `Job title` before a `Title` that says `Dr.`. */
function ownersOf(header: readonly string[], explicit: Explicit, targets: TargetFields): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [index, cell] of header.entries()) {
    const loose = looseName(cell);
    const field = targets.ownNames.has(loose) ? targets.byLooseName.get(loose) : undefined;
    // Beside a column of companies, `Name` is that of a person.
    const surer =
      field === 'name'
        ? header.find((other) => looseName(other) !== loose && targets.byLooseName.get(looseName(other)) === field)
        : undefined;
    if (field !== undefined && !explicit.fields.has(index) && !owners.has(field))
      owners.set(field, (surer ?? cell).trim());
  }
  return owners;
}

/** Flags decide; a saved mapping decides about the columns and fields that are left. */
function withSaved(flagged: Explicit, saved: Explicit): Explicit {
  const taken = new Set([...flagged.fields.values()].map((target) => target?.field));
  const free = [...saved.fields].filter(
    ([index, target]) => !flagged.fields.has(index) && !(target !== null && taken.has(target.field)),
  );
  return { fields: new Map([...flagged.fields, ...free]), problems: flagged.problems };
}

/** Shorter names stand in too many headers by accident. */
const TELLING = 5;

/**
 * The field that a header probably means: a name near to it, of the same first letter (`Quelle` is not `Stelle`), or one that it contains.
 * Never one that is taken.
 */
function suggestionFor(header: string, taken: ReadonlyMap<string, string>, targets: TargetFields): string {
  const free = [...targets.byLooseName].filter(([, id]) => !taken.has(id) && targets.fields.has(id));
  const loose = looseName(header.slice(0, 200));
  const near = nearest(
    loose,
    free.flatMap(([name]) => (name[0] === loose[0] ? name : [])),
  );
  const contained = free.filter(([name]) => name.length >= TELLING && loose.includes(name));
  const longest = contained.reduce((best, [name]) => (name.length > best.length ? name : best), '');
  const id = targets.byLooseName.get(near ?? longest);
  return id === undefined ? '' : `; did you mean "${id}"?`;
}

/** `1. First&nbsp;name (required)`: what forms and templates write around the name of a column. */
const plainHeader = (name: string): string =>
  withoutEntities(name)
    .replace(/^[0-9]{1,2}[.)]\s/, '')
    .replace(/\((?:required|optional|mandatory|pflicht|pflichtfeld|obligatoire|obligatorio)\)$/i, '');

/** Null: no field has this name. */
function automatic(
  index: number,
  header: readonly string[],
  { custom, rows = [] }: MappingFlags,
  targets: TargetFields,
  decided: ReadonlySet<string>,
): FieldTarget | string | null {
  const name = header[index]?.trim() ?? '';
  const isCrmId = /^I[dD]$/.test(name) && header.some((cell) => CRM_COMPANIONS.has(looseName(cell)));
  const loose =
    targets.byLooseName.get(isCrmId ? 'recordid' : looseName(name)) ??
    targets.byLooseName.get(looseName(plainHeader(name)));
  const id = targets.fields.has(name) ? name : loose;
  const target = id === undefined ? undefined : targets.fields.get(id);
  const values = target?.kind === 'page' ? rows.map((cells) => cells[index]?.trim() ?? '').filter(isText) : [];
  if (target !== undefined && values.length > 0) return pageTarget(target, looseName(name) !== 'url', values, targets);
  const file = { header, rows, decided };
  const isName = target === undefined && FULL_NAMES.has(looseName(name));
  if (isName && areLastNames(index, file, targets)) return targets.fields.get('lastName') ?? null;
  if (target?.field === 'name' && looseName(name) === 'name' && areOfPeople(header, targets))
    return `the file is of people: --map '${name}=name' takes them for companies`;
  const isOne = target === undefined ? isName && custom !== 'all' : areWholeNames(index, target.field, file, targets);
  if (isOne && targets.fields.has(FULL_NAME)) return `${ONE_NAME}: --map '${name}=${FULL_NAME}' splits it`;
  if (target !== undefined) return target;
  if (custom === 'all') return customTarget(name, targets);
  if (targets.readOnly.has(name)) return 'cannot be set by an import';
  return null;
}
