// The condition fields, blocks and ends of paths a profile's service was last seen with, so that lint knows them offline.

import { isObject, type JsonObject } from '../../../contract/json.ts';
import { CONDITION_DATA_TYPES, CONDITION_OPERATORS } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import { type BranchEnd, ENDS } from '../../../rules/workflows/ends.ts';
import type { Paths } from '../../session/paths.ts';
import { readCache, writeCache } from '../../session/profile-cache.ts';

const KIND = 'workflow-catalogue';

export interface SeenCatalogue {
  readonly fields: readonly ConditionField[];
  /** As the service gave them; each has an id. */
  readonly blocks: readonly SeenBlock[];
  /** How it writes the end of a path. */
  readonly ends: BranchEnd | null;
}

export type SeenBlock = JsonObject & { readonly blockId: string };

export function isSeenBlock(value: unknown): value is SeenBlock {
  return isObject(value) && typeof value['blockId'] === 'string';
}

/** Maybe written by an older build: checks what the rules read of a field. */
function isField(value: unknown): value is ConditionField {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    CONDITION_DATA_TYPES.some((type) => type === value['dataType']) &&
    Array.isArray(value['entities']) &&
    Array.isArray(value['operatorIds']) &&
    value['operatorIds'].every((operator) => CONDITION_OPERATORS.some((known) => known === operator))
  );
}

/** Empty when nothing is kept. */
export function seenCatalogue(paths: Paths, profile: string): SeenCatalogue {
  const kept = readCache(paths, KIND, profile);
  const { fields, blocks, ends }: Readonly<Record<string, unknown>> = isObject(kept) ? kept : {};
  return {
    fields: Array.isArray(fields) ? fields.filter(isField) : [],
    blocks: Array.isArray(blocks) ? blocks.filter(isSeenBlock) : [],
    ends: ENDS.find((one) => one === ends) ?? null,
  };
}

/** Keeps what was seen; what was not asked for stays as it was. */
export function keepCatalogue(paths: Paths, profile: string, seen: Partial<SeenCatalogue>): void {
  writeCache(paths, KIND, profile, { ...seenCatalogue(paths, profile), ...seen });
}
