// What a page is made from, and what it is made of.

import type { Context } from '../core/context.ts';
import type { OperatorContext } from '../core/operator.ts';
import type { StoredWorkspace } from '../resources/account/workspaces.ts';
import type { Html } from './html.ts';

/** What every page reads with. */
export interface PageContext {
  readonly operator: OperatorContext;
  /** The virtual clock, epoch ms. */
  readonly now: number;
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

/** A parameter as the id of a record; undefined if it is none. */
export function idIn({ query }: Pick<PageContext, 'query'>, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined;
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
