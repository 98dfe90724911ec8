// How much of a list is read and printed: `--limit` and `--all`, declared once.

import type { Command, OptionValues } from 'commander';
import type { Listing, ListOptions } from '../../client/answers/listing.ts';
import type { About } from '../session/about.ts';
import { type NoOptions, type OptionsOf, reads } from '../session/command.ts';
import type { Session } from '../session/session.ts';
import { UsageError } from '../terminal/exit.ts';
import type { View } from '../terminal/formats/cells.ts';
import { wholeNumber } from '../terminal/settings.ts';
import { isUnanswered } from './lookup/match.ts';

export type LimitOptions = OptionsOf<typeof withLimit<[], NoOptions, NoOptions>>;

const LIMIT_MAX = 1_000_000_000;

/** `null` = everything. */
export function limitOf({ limit, all }: LimitOptions, fallback = 100): number | null {
  if (limit !== undefined && all === true) throw new UsageError('give only one of --limit and --all');
  const most = limit === undefined ? fallback : wholeNumber(limit, '--limit', 0, LIMIT_MAX);
  return all === true || most === 0 ? null : most;
}

/** `--limit` and `--all`, declared once. */
export const withLimit = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('--limit <n>', 'at most this many (100; 0 = all)').option('--all', 'everything');

export const readsList = (name: string, about: About) => withLimit(reads(name, about));

/** `3 of 40 contacts shown, more available: use --limit N or --all`. `total`: null where it is not known. */
export function moreText(
  count: number,
  total: number | null | undefined,
  { noun, plural }: Pick<View, 'noun' | 'plural'>,
  rest = 'more available',
): string {
  const of = total === null || total === undefined ? '' : ` of ${total}`;
  return `${count}${of} ${(total ?? count) === 1 ? noun : plural} shown, ${rest}: use --limit N or --all`;
}

/** Prints records up to the limit, says on stderr when more are available, and returns how many were printed. */
export async function printListing(
  session: Session,
  view: View,
  options: LimitOptions,
  open: (options: ListOptions) => Listing<unknown>,
): Promise<number> {
  const listing = open({ limit: limitOf(options), signal: session.io.interrupt });
  const count = await session.print.list(view, listing);
  for (const note of listing.notes) await session.print.note(note);
  // A reader that went away wants no advice.
  if (listing.more === false || session.io.stdout.closed) return count;
  const maybe = listing.more === 'unknown' ? 'there may be more' : undefined;
  await session.print.note(moreText(count, listing.total, view, maybe));
  return count;
}

/** Other records with what a listing says of the rest. */
export function withRecords<T>(listing: Listing<unknown>, records: () => AsyncIterator<T>): Listing<T> {
  return Object.create(listing, { [Symbol.asyncIterator]: { value: records } });
}

/** The same listing. Where it has no record, `check` throws if what the records were selected by is not there; else it is empty. */
export function checkedIfEmpty<T>(listing: Listing<T>, check: () => Promise<unknown>): Listing<T> {
  return withRecords(listing, async function* () {
    let isEmpty = true;
    for await (const record of listing) {
      isEmpty = false;
      yield record;
    }
    if (!isEmpty) return;
    await check().catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
    });
  });
}

/** The same listing, each record as `view` makes it. */
export const mapped = <T, U>(listing: Listing<T>, view: (record: T) => U): Listing<U> =>
  withRecords(listing, async function* () {
    for await (const record of listing) yield view(record);
  });
