// What a page is made from, and what it is made of.

import { isInstant } from '../../presentation/time.ts';
import type { Context } from '../core/context.ts';
import type { OperatorContext } from '../core/operator.ts';
import type { StoredWorkspace } from '../resources/account/workspaces.ts';
import { nextDay, type PageClock, startOfDay } from './clock.ts';
import type { Html } from './html.ts';

/** What every page reads with. */
export interface PageContext {
  readonly operator: OperatorContext;
  readonly clock: PageClock;
  /** The address of the page below that of the workspace, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly workspace: StoredWorkspace;
  /** Those of the store, the oldest first, up to a hundred. */
  readonly workspaces: readonly StoredWorkspace[];
  /** Calls use cases on one state of the store, with the rights of an admin of the workspace. */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** A whole document for a frame that allows it nothing: what a message looks like. */
interface FramedMessage {
  readonly message: string;
}

/** `id` is 0 for a page that is not of one record. Throws Refusal `not_found`. */
export type PageView = (
  context: PageContext,
  id: number,
) => Promise<{ readonly title: string; readonly body: Html } | FramedMessage>;

export const ROWS_PER_PAGE = 50;
const PAGE_MAX = 1_000_000;

/** The page of a list that the address asks for; the first for anything that is not a number. */
export function pageOf({ query }: Pick<PageContext, 'query'>, pageSize: number = ROWS_PER_PAGE) {
  const input = Number(query.get('page') ?? 1);
  const page = Number.isInteger(input) && input >= 1 && input <= PAGE_MAX ? input : 1;
  return { page, pageSize };
}

const TEXT_LENGTH_MAX = 200;

/** A parameter as text; undefined if there is none. */
export function textIn({ query }: Pick<PageContext, 'query'>, name: string): string | undefined {
  const text = query.get(name)?.trim().slice(0, TEXT_LENGTH_MAX) ?? '';
  return text === '' ? undefined : text;
}

const VALUES_MAX = 500;

/** The values of a parameter: separated by commas, repeated, or both. */
export function valuesIn({ query }: Pick<PageContext, 'query'>, name: string): string[] {
  const values = query.getAll(name).flatMap((text) => (name === 'search' ? [text] : text.split(',')));
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))].slice(0, VALUES_MAX);
}

const ID = /^[1-9][0-9]{0,14}$/;

/** A parameter as ids of records; undefined if there is none. */
export function idsIn(page: Pick<PageContext, 'query'>, name: string): number[] | undefined {
  const ids = valuesIn(page, name).filter((text) => ID.test(text));
  return ids.length === 0 ? undefined : ids.map(Number);
}

/** A parameter as those of its values that are among these words; undefined if none is. */
export function wordsIn<W extends string>(page: Pick<PageContext, 'query'>, name: string, words: readonly W[]) {
  const values = new Set(valuesIn(page, name));
  const known = words.filter((word) => values.has(word));
  return known.length === 0 ? undefined : known;
}

/** A parameter as the id of a record; undefined if it is none. */
export function idIn({ query }: Pick<PageContext, 'query'>, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return ID.test(text) ? Number(text) : undefined;
}

/** A parameter as a moment, or a day of the page's zone: its start, or its end; undefined if it is neither. */
export function momentIn({ query, clock }: PageContext, name: string, edge: 'start' | 'end'): number | undefined {
  const text = query.get(name) ?? '';
  const day = startOfDay(edge === 'end' ? nextDay(text) : text, clock.zone);
  const at = day ?? (isInstant(text) ? Date.parse(text) : Number.NaN);
  return Number.isNaN(at) ? undefined : at;
}

/** A parameter as one of these words; undefined if it is none of them. */
export function wordIn<W extends string>(
  { query }: Pick<PageContext, 'query'>,
  name: string,
  words: readonly W[],
): W | undefined {
  const text = query.get(name);
  return words.find((word) => word === text);
}
