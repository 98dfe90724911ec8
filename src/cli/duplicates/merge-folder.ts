// What is stored of a merge: its header, and what was decided for each group.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject } from '../../contract/json.ts';
import { writeDurably } from '../files/durable.ts';
import type { Finished } from '../files/journal.ts';
import { WorkFolders } from '../files/work-folders.ts';
import type { Paths } from '../session/paths.ts';
import type { Target } from '../shared/approval.ts';
import { assertTouched } from '../shared/effects/expected.ts';
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

export const mergeFolders = (paths: Paths) =>
  new WorkFolders<MergeHeader>(join(paths.state, 'merges'), {
    noun: 'merge',
    unharmed: 'nothing was changed',
    isHeader,
    damagedHint: (folder) => `restore it from a backup, or look at ${folder} and delete it`,
  });

/** Readers of lines take these for ends of lines. */
const oneLine = (json: string): string => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const groupsFile = (paths: Paths, id: string) => mergeFolders(paths).file(id, 'groups.ndjson');

/** What was decided for each group, on the disk before anything is sent. */
export async function writeGroups(paths: Paths, id: string, groups: AsyncIterable<PlannedGroup>): Promise<void> {
  const lines = (async function* () {
    for await (const group of groups) yield `${oneLine(JSON.stringify(group))}\n`;
  })();
  await writeDurably(groupsFile(paths, id), lines).catch((error: unknown) => {
    throw mergeFolders(paths).cannotSave(error);
  });
}

export async function* storedGroups(paths: Paths, id: string): AsyncGenerator<PlannedGroup> {
  const input = createReadStream(groupsFile(paths, id), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line) as PlannedGroup;
  }
}

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
