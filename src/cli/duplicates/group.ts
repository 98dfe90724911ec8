// A group of duplicates, and what is to become of it.

import type { AnyId } from '../../contract/ids.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import type { ReadContact } from '../../rules/records/resolve-duplicates.ts';

/** A list or campaign. */
export interface ListOrCampaign {
  readonly id: AnyId;
  readonly name: string;
  /** Of a campaign. */
  readonly status?: string | undefined;
}

export interface ListsAndCampaigns {
  readonly lists: readonly ListOrCampaign[];
  readonly campaigns: readonly ListOrCampaign[];
}

/** A contact as it was shown. */
export interface ShownContact {
  readonly id: number;
  readonly record: ReadContact;
  readonly holders: ListsAndCampaigns;
}

export interface MergeGroup {
  /** From 1, in the order of the plan. */
  readonly group: number;
  /** What the contacts share, for a person. */
  readonly shared: string;
  readonly keep: ShownContact;
  readonly remove: readonly ShownContact[];
  /** What is changed in the one that stays. */
  readonly set: Readonly<Record<string, FieldValue>>;
  readonly note: string;
}

/** A group that is left alone, with why. */
interface SkippedGroup {
  readonly group: number;
  readonly shared: string;
  readonly ids: readonly number[];
  readonly why: string;
}

export type PlannedGroup = MergeGroup | SkippedGroup;

export const isMerge = (group: PlannedGroup): group is MergeGroup => 'keep' in group;
