// The condition fields a profile was last seen with, so that lint knows them offline. It may be deleted at any time.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConditionField } from '../../contract/workflow-plan.ts';
import { CONDITION_DATA_TYPES, CONDITION_OPERATORS } from '../../contract/workflow-words.ts';
import { isFields } from '../../rules/shape.ts';
import type { Paths } from '../paths.ts';

const fileOf = (paths: Paths, profile: string) =>
  join(paths.cache, 'condition-fields', `${encodeURIComponent(profile)}.json`);

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

/** None when nothing is kept, or nothing readable. */
export function cachedConditionFields(paths: Paths, profile: string): readonly ConditionField[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(paths, profile), 'utf8'));
    return Array.isArray(kept) ? kept.filter(isField) : [];
  } catch {
    return [];
  }
}

/** Keeps the fields. A cache that cannot be written is no reason to fail. */
export function keepConditionFields(
  paths: Paths,
  profile: string,
  fields: readonly ConditionField[],
  pid: number,
): void {
  const file = fileOf(paths, profile);
  try {
    mkdirSync(join(paths.cache, 'condition-fields'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${pid}`, JSON.stringify(fields), { mode: 0o600 });
    renameSync(`${file}.${pid}`, file);
  } catch {
    // A disk that is full or read-only: lint goes on knowing only the standard fields.
  }
}
