// An answer may lack whatever the interface does not show. What commands do then.

import { ApiError } from '../../client/errors.ts';
import { CliError } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';

/** For a text: `-` where the answer does not say. */
export const orDash = (value: string | number | null | undefined): string =>
  value === undefined || value === null || value === '' ? '-' : harmless(String(value));

type Having<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

/** The records that have all of these; a record without them cannot be referred to. */
export function having<T, K extends keyof T>(records: readonly T[] | undefined, ...keys: readonly K[]): Having<T, K>[] {
  return (records ?? []).filter((record): record is Having<T, K> =>
    keys.every((key) => record[key] !== undefined && record[key] !== null),
  );
}

/** Records of which every workspace has some: an answer without any is one that cannot be read. Exit 7. */
export function havingSome<T, K extends keyof T>(
  records: readonly T[] | undefined,
  what: string,
  ...keys: readonly K[]
): Having<T, K>[] {
  const known = having(records, ...keys);
  needed(known[0], what, 'what the files refer to cannot be checked against it; try again later');
  return known;
}

/** What a command that reads cannot continue without. Exit 7, naming what the answer lacks. */
export function needed<T>(value: T | null | undefined, what: string, hint: string): T {
  if (value !== undefined && value !== null) return value;
  throw new CliError('later', 'incomplete_answer', `the answer of the service does not contain ${what}`, { hint });
}

/** Whether the service refused because AI steps are switched off for the workspace. */
export function isAiSwitchedOff(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden' && error.details?.['feature'] === 'split-ai';
}

/** Why a part cannot be read, so that the rest is done without it; null for every other failure. */
export function whyUnreadable(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { status, details, method, path, message } = error;
  if (status === 403) {
    const scope = details?.['requiredScope'];
    return typeof scope === 'string' ? `your key lacks ${scope}` : message;
  }
  const request = `${method} ${path.replace(/\?.*/s, '')}`;
  return status === 404 || status === 405
    ? `the service has no ${request} (if it has it elsewhere: reach profile set --path)`
    : null;
}
