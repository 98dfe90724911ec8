// What a profile's service was last seen to have: condition fields, and the ids of its blocks, so that lint knows them
// offline. It may be deleted at any time.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_DATA_TYPES, CONDITION_OPERATORS } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import { isFields } from '../../../rules/shape.ts';
import type { Paths } from '../../app/paths.ts';

export interface SeenCatalogue {
  readonly fields: readonly ConditionField[];
  readonly blockIds: readonly string[];
}

const NOTHING: SeenCatalogue = { fields: [], blockIds: [] };

const fileOf = (paths: Paths, profile: string) =>
  join(paths.cache, 'workflow-catalogue', `${encodeURIComponent(profile)}.json`);

/** Written by a build of ours, maybe by an older one: a field is taken as far as the rules read it. */
function isField(value: unknown): value is ConditionField {
  return (
    isFields(value) &&
    typeof value['id'] === 'string' &&
    CONDITION_DATA_TYPES.some((type) => type === value['dataType']) &&
    Array.isArray(value['entities']) &&
    Array.isArray(value['operatorIds']) &&
    value['operatorIds'].every((operator) => CONDITION_OPERATORS.some((known) => known === operator))
  );
}

/** Nothing when nothing is kept, or nothing readable. */
export function seenCatalogue(paths: Paths, profile: string): SeenCatalogue {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(paths, profile), 'utf8'));
    if (!isFields(kept)) return NOTHING;
    const { fields, blockIds } = kept;
    return {
      fields: Array.isArray(fields) ? fields.filter(isField) : [],
      blockIds: Array.isArray(blockIds) ? blockIds.filter((id) => typeof id === 'string') : [],
    };
  } catch {
    return NOTHING;
  }
}

/** Keeps what was seen; what was not asked for stays as it was. A cache that cannot be written is no reason to fail. */
export function keepCatalogue(paths: Paths, profile: string, seen: Partial<SeenCatalogue>, pid: number): void {
  const file = fileOf(paths, profile);
  try {
    const kept = { ...seenCatalogue(paths, profile), ...seen };
    mkdirSync(join(paths.cache, 'workflow-catalogue'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${pid}`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.${pid}`, file);
  } catch {
    // A disk that is full or read-only: lint goes on knowing only what is built in.
  }
}
