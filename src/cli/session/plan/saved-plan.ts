// A plan in a file, as JSON lines: the command, then each record that it would touch with digests of its values, then their number.

import { createHash } from 'node:crypto';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { given, isObject } from '../../../contract/json.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { canonicalText } from '../../../rules/outreach/compare.ts';
import { readText } from '../../files/read.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { type Change, isNothing } from '../history/recorded-route.ts';

const VERSION = 2;

export interface PlanHeader {
  readonly reachPlan: typeof VERSION;
  /** RFC 3339. */
  readonly at: string;
  readonly profile: string;
  /** Null for the service on this machine. */
  readonly baseUrl: string | null;
  /** As the history keeps it. */
  readonly keyMark: string | null;
  readonly command: readonly string[];
  /** What the command read from standard input. */
  readonly stdin: string | null;
  /** The file whose rows are the records. */
  readonly file: { readonly path: string; readonly sha256: string } | null;
  /** What is compared before it is done: each record, each row of the file, each group of duplicates, or a whole folder. */
  readonly by: 'record' | 'line' | 'group' | 'folder';
}

export interface PlannedRecord {
  readonly kind: string;
  /** Null for one that does not exist yet. */
  readonly id: AnyId | null;
  readonly scope?: string | number;
  readonly label?: string;
  readonly is: string;
  readonly line?: number;
  /** Field → digests of its value before and after. */
  readonly fields?: Readonly<Record<string, readonly [from: string, to: string]>>;
  readonly members?: NonNullable<Change['members']>;
}

export interface SavedPlan {
  readonly header: PlanHeader;
  readonly records: readonly PlannedRecord[];
}

/** The same for values that differ only in the order of keys, and for each spelling of nothing. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalText(isNothing(value) ? null : value))
    .digest('hex')
    .slice(0, 12);

/** Moves whenever anything else does. */
const CLOCK = 'updatedAt';

export function plannedRecord(change: Change, line?: number): PlannedRecord {
  const { kind, id, scope, label, is, fields = {}, record = {}, members } = change;
  const before = Object.entries(record).flatMap(([field, value]) => (field === CLOCK ? [] : [[field, value, null]]));
  const values = [...before, ...Object.entries(fields).map(([field, [from, to]]) => [field, from, to])];
  const digests = values.map(([field, from, to]) => [String(field), [digestOf(from), digestOf(to)] as const] as const);
  return {
    ...{ kind, id, is },
    ...given({ scope, label, line }),
    ...(digests.length > 0 && { fields: Object.fromEntries(digests) }),
    ...given({ members }),
  };
}

export function planText(header: PlanHeader, records: readonly PlannedRecord[]): string {
  const lines = [header, ...records, { records: records.length }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

export const planHeader = (header: Omit<PlanHeader, 'reachPlan'>): PlanHeader => ({ reachPlan: VERSION, ...header });

const BY: readonly unknown[] = ['record', 'line', 'group', 'folder'] satisfies PlanHeader['by'][];
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);

function isHeader(value: unknown): value is PlanHeader {
  if (!isObject(value)) return false;
  const { reachPlan, at, profile, baseUrl, keyMark, command, stdin, file, by } = value;
  return (
    reachPlan === VERSION &&
    [at, profile].every(isText) &&
    [baseUrl, keyMark, stdin].every(isTextOrNull) &&
    (file === null || (isObject(file) && isText(file['path']) && isText(file['sha256']))) &&
    Array.isArray(command) &&
    command.every(isText) &&
    BY.includes(by)
  );
}

const isRecord = (value: unknown): value is PlannedRecord =>
  isObject(value) &&
  isText(value['kind']) &&
  isText(value['is']) &&
  (value['id'] === null || isId(value['id'])) &&
  [value['fields'] ?? {}, value['members'] ?? {}].every(isObject);

/** Throws UsageError for what is not a plan, or not a whole one. */
export async function readPlan(io: Io, name: string): Promise<SavedPlan> {
  const no = (why: string) =>
    new UsageError(`${name} is not a saved plan: ${why}`, { hint: 'the option --save-plan FILE saves one' });
  const parsed = (line: string): unknown => {
    try {
      return parseJson(line);
    } catch {
      throw no('it is not JSON lines');
    }
  };
  const lines = (await readText(io, name)).split('\n').filter((line) => line !== '');
  const header = parsed(lines[0] ?? '');
  if (!isHeader(header)) throw no('another program wrote it, or another version');
  const end = parsed(lines.at(-1) ?? '');
  const records = lines.slice(1, -1).map(parsed);
  if (!isObject(end) || end['records'] !== records.length) throw no('its end is missing');
  const known = records.filter(isRecord);
  if (known.length < records.length) throw no('a record of it cannot be read');
  return { header, records: known };
}
