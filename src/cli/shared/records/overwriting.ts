// Which fields of a record that is there may be set: --fill-empty, --only and --keep. A record that is created takes all of them.

import type { Command, OptionValues } from 'commander';
import { given } from '../../../contract/json.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import { isNothing } from '../../session/history/recorded-route.ts';
import { UsageError } from '../../terminal/exit.ts';

export interface Overwriting {
  readonly fillEmpty?: true;
  readonly only?: readonly string[];
  readonly keep?: readonly string[];
}

export const withOverwriting = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--fill-empty', 'of records that are there, set only fields that are empty')
    .option('--only <fields>', 'of records that are there, set only these fields, separated by commas')
    .option('--keep <fields>', 'of records that are there, leave these fields as they are, unless they are empty');

export type OverwritingOptions = OptionsOf<typeof withOverwriting<[], NoOptions, NoOptions>>;

/** Null where every field may be set. Throws UsageError. */
export function overwritingOf({ fillEmpty, only, keep }: OverwritingOptions): Overwriting | null {
  if (fillEmpty === undefined && only === undefined && keep === undefined) return null;
  return given({
    fillEmpty,
    only: only === undefined ? undefined : namesIn(only, '--only'),
    keep: keep === undefined ? undefined : namesIn(keep, '--keep'),
  });
}

function namesIn(text: string, option: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === ''))
    throw new UsageError(`${option} ${text}: names of fields, separated by commas`);
  return names;
}

/** Whether the field may be set, by what the record has there now. */
export function maySet({ fillEmpty, only, keep }: Overwriting, field: string, stored: unknown): boolean {
  if (only !== undefined && !only.includes(field)) return false;
  return isNothing(stored) || (fillEmpty !== true && keep?.includes(field) !== true);
}

/** The values that may be set, by what the record has now. */
export const settable = <V>(
  of: Overwriting,
  values: Readonly<Record<string, V>>,
  stored: (field: string) => unknown,
): Record<string, V> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => maySet(of, field, stored(field))));

/** Throws UsageError for a field that is not set anyway: it is misspelled, or the file has no such column. */
export function checkNames({ only = [], keep = [] }: Overwriting, fields: readonly string[]): void {
  const unknown = [...only, ...keep].filter((name) => !fields.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(`no value is given for ${unknown.join(', ')}: --only and --keep name fields that would be set`, {
    hint: `they are: ${fields.join(', ')}`,
  });
}
