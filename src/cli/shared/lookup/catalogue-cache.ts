// The condition fields and block ids a profile's service was last seen with, so that lint knows them offline.

import { isObject } from '../../../contract/json.ts';
import { CONDITION_DATA_TYPES, CONDITION_OPERATORS } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import type { Paths } from '../../app/paths.ts';
import { readCache, writeCache } from './profile-cache.ts';

const KIND = 'workflow-catalogue';

export interface SeenCatalogue {
  readonly fields: readonly ConditionField[];
  readonly blockIds: readonly string[];
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
  const { fields, blockIds }: Readonly<Record<string, unknown>> = isObject(kept) ? kept : {};
  return {
    fields: Array.isArray(fields) ? fields.filter(isField) : [],
    blockIds: Array.isArray(blockIds) ? blockIds.filter((id) => typeof id === 'string') : [],
  };
}

/** Keeps what was seen; what was not asked for stays as it was. */
export function keepCatalogue(paths: Paths, profile: string, seen: Partial<SeenCatalogue>): void {
  writeCache(paths, KIND, profile, { ...seenCatalogue(paths, profile), ...seen });
}
