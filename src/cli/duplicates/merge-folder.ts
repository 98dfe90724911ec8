// Where merges are stored: a folder each, with what was decided (merge.json, groups.ndjson), the journal and a lock.

import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject } from '../../contract/json.ts';
import { keptText } from '../files/bounded-read.ts';
import { writeDurably } from '../files/durable.ts';
import type { Finished } from '../files/journal.ts';
import type { Paths } from '../session/paths.ts';
import type { Target } from '../shared/approval.ts';
import { assertTouched } from '../shared/effects/expected.ts';
import { CliError, diskError } from '../terminal/exit.ts';
import { isSystemError } from '../terminal/system-error.ts';
import { isMerge, type PlannedGroup, type WantedHolders } from './contacts.ts';
import { missingHolders } from './merge-group.ts';

/** What makes two commands the same. */
export interface MergeOptions {
  readonly by: readonly string[];
  readonly list: string | null;
  readonly limit: number | null;
  /** Null: chosen by a person. */
  readonly keep: string | null;
  /** Of the plan that is applied; null without one. */
  readonly planSha256: string | null;
  readonly holders: WantedHolders;
}

export interface MergeCounts {
  readonly groups: number;
  readonly merges: number;
  readonly deletions: number;
  readonly updates: number;
  /** Contacts that start in a campaign that is running. */
  readonly starts: number;
}

export interface MergeHeader {
  readonly version: 1;
  readonly id: string;
  readonly target: Target;
  readonly options: MergeOptions;
  readonly counts: MergeCounts;
  readonly extra: readonly string[];
  readonly editable: readonly string[];
  /** Epoch ms. */
  readonly startedAt: number;
  readonly finished: Finished | null;
}

const mergesFolder = (paths: Paths) => join(paths.state, 'merges');
const folderOf = (paths: Paths, id: string) => join(mergesFolder(paths), id);
const headerFile = (paths: Paths, id: string) => join(folderOf(paths, id), 'merge.json');
export const journalFile = (paths: Paths, id: string) => join(folderOf(paths, id), 'journal.ndjson');
export const lockFile = (paths: Paths, id: string) => join(folderOf(paths, id), 'lock');
const groupsFile = (paths: Paths, id: string) => join(folderOf(paths, id), 'groups.ndjson');

function cannotSave(folder: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const hint = 'free some space or make the folder writable, or set REACH_HOME to another one; nothing was changed';
  return diskError('state', `cannot save the state of a merge in ${folder}`, error, hint);
}

async function saving<T>(paths: Paths, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw cannotSave(mergesFolder(paths), error);
  }
}

export const makeFolder = (paths: Paths, id: string): Promise<unknown> =>
  saving(paths, () => mkdirSync(folderOf(paths, id), { recursive: true, mode: 0o700 }));

export const removeFolder = (paths: Paths, id: string): void =>
  rmSync(folderOf(paths, id), { recursive: true, force: true });

/** Readers of lines take these for ends of lines. */
const oneLine = (json: string): string => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** What was decided for each group, on the disk before anything is sent. */
export const writeGroups = (
  paths: Paths,
  id: string,
  groups: AsyncIterable<PlannedGroup> | Iterable<PlannedGroup>,
): Promise<void> =>
  saving(paths, () =>
    writeDurably(
      groupsFile(paths, id),
      (async function* () {
        for await (const group of groups) yield `${oneLine(JSON.stringify(group))}\n`;
      })(),
    ),
  );

export async function* storedGroups(paths: Paths, id: string): AsyncGenerator<PlannedGroup> {
  const input = createReadStream(groupsFile(paths, id), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line) as PlannedGroup;
  }
}

export const writeHeader = (paths: Paths, header: MergeHeader): Promise<void> =>
  saving(paths, () => writeDurably(headerFile(paths, header.id), [`${JSON.stringify(header)}\n`]));

function isHeader(value: unknown): value is MergeHeader {
  return (
    isObject(value) &&
    value['version'] === 1 &&
    typeof value['id'] === 'string' &&
    isObject(value['target']) &&
    isObject(value['options']) &&
    typeof value['startedAt'] === 'number'
  );
}

/** Merges that were started, oldest first. Throws CliError where one of them cannot be read. */
export function storedMerges(paths: Paths): MergeHeader[] {
  let ids: string[];
  try {
    ids = readdirSync(mergesFolder(paths));
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return [];
    throw diskError('state', `cannot read ${mergesFolder(paths)}`, error);
  }
  const merges = ids
    // Without a header nothing was sent.
    .filter((id) => existsSync(headerFile(paths, id)))
    .map((id) => readHeader(paths, id));
  return merges.toSorted((one, other) => one.startedAt - other.startedAt);
}

function readHeader(paths: Paths, id: string): MergeHeader {
  const path = headerFile(paths, id);
  try {
    const value: unknown = JSON.parse(keptText(path) ?? '');
    if (isHeader(value)) return value;
  } catch {
    // Reported below.
  }
  throw new CliError('later', 'merge_damaged', `the state of an earlier merge is damaged: ${path}`, {
    hint: `restore it from a backup, or look at ${folderOf(paths, id)} and delete it`,
  });
}

const SKIPPED_HELD = 1_000;

export class GroupCounter {
  readonly counts = { groups: 0, merges: 0, deletions: 0, updates: 0, starts: 0 };
  readonly skipped: PlannedGroup[] = [];

  async *counted(groups: AsyncIterable<PlannedGroup> | Iterable<PlannedGroup>) {
    for await (const group of groups) {
      this.counts.groups += 1;
      if (isMerge(group)) {
        this.counts.merges += 1;
        this.counts.deletions += group.remove.length;
        this.counts.updates += Object.keys(group.set).length > 0 ? 1 : 0;
        this.counts.starts += missingHolders(group, 'campaigns').some(({ status }) => status === 'ACTIVE') ? 1 : 0;
      } else if (this.skipped.length < SKIPPED_HELD) this.skipped.push(group);
      yield group;
    }
  }

  /** Exit 6 where other than the expected number of contacts would be updated or deleted. */
  assertExpected(expect: number | null, isDeleting: boolean) {
    const { deletions, updates } = this.counts;
    if (expect !== null) assertTouched(expect, isDeleting ? deletions + updates : updates);
  }
}
