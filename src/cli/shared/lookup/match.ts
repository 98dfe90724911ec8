// One record by its id or its name on the command line, and the errors for a name that matches none or several.

import { listPages } from '../../../client/answers/pages.ts';
import { ApiError, ReplyError } from '../../../client/errors.ts';
import { type AnyId, anyIdOf, isIdText, isSameId, looksLikeId } from '../../../contract/ids.ts';
import { isSameName, nearest, spellingsOf } from '../../../rules/nearest.ts';
import { readText } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { Io } from '../../terminal/io.ts';
import { isLocal } from '../lint/undocumented-rules.ts';

// Ids on the command line.

/** Those of the ids that exist, with what `ask` answers; an id that does not exist, or is none there, is left out. */
export async function existing<I, T>(ids: Iterable<I>, ask: (id: I) => Promise<T>): Promise<Map<I, T>> {
  const found = new Map<I, T>();
  for (const id of new Set(ids)) {
    try {
      found.set(id, await ask(id));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'invalid')) throw error;
    }
  }
  return found;
}

/** Whether a look-up failed in a way that does not say that the record is not there: without the permission, for one. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ReplyError || (error instanceof ApiError && error.status !== 404);

export function idOf(text: string, what: string): number {
  const word = text.trim();
  if (!isIdText(word)) throw new UsageError(`${text} is not a valid ${what} id`, { hint: 'an id is a whole number' });
  return Number(word);
}

/** An id where the interface does not promise a number: any word; on the service of this machine a number. */
export function anyId(session: Session, text: string, what: string): AnyId {
  if (isLocal(session)) return idOf(text, what);
  if (!/^\S{1,200}$/.test(text.trim())) throw new UsageError(`"${text}" is not a valid ${what} id`);
  return anyIdOf(text);
}

/** Ids separated by commas, spaces or lines; `-` reads them from standard input. Tabs are those of a table. */
export async function idsOf(io: Io, text: string, what: string): Promise<number[]> {
  const input = text === '-' ? await readText(io, '-') : text;
  const ids = input.split(/[ \r\n,]+/).filter((word) => word !== '');
  if (ids.length === 0) throw new UsageError(`no ${what} id given`);
  return [...new Set(ids.map((id) => idOf(id, what)))];
}

export interface Candidate {
  readonly id: AnyId;
  /** What distinguishes records of one name: a status, what a list holds. */
  readonly detail?: string | null | undefined;
}

export interface LookupKind {
  readonly noun: string;
  readonly plural: string;
  /** Where to look for the name. */
  readonly hint: string;
}

/** `no campaign "Q3"`, `no identity 9`: exit 5. */
export function noMatch(word: string, { noun, hint }: Pick<LookupKind, 'noun' | 'hint'>): CliError {
  return new CliError('notFound', 'not_found', `no ${noun} ${isIdText(word) ? word : `"${word}"`}`, { hint });
}

interface WithName {
  readonly name?: string | null | undefined;
}

const SUGGESTED_OF = 200;

/** The hint, with the name that was probably meant: one that is near, or begins with the word. Asked only where none was found. */
export async function suggesting(
  word: string,
  hint: string,
  all: AsyncIterable<WithName> | Iterable<WithName>,
): Promise<string> {
  const names: string[] = [];
  try {
    for await (const { name } of all) {
      if (typeof name === 'string') names.push(name);
      if (names.length >= SUGGESTED_OF) break;
    }
  } catch (error) {
    // What cannot be listed was not found all the same.
    if (!(error instanceof ApiError)) throw error;
  }
  const start = word.trim().toLowerCase();
  const meant = nearest(word, names) ?? names.find((name) => start.length > 2 && name.toLowerCase().startsWith(start));
  return meant === undefined ? hint : `did you mean "${harmless(meant)}"? ${hint}`;
}

/** The only one that a word matches. Exit 5 when there is none, 2 when there are several. */
export function onlyMatch<T extends Candidate>(word: string, found: readonly T[], kind: LookupKind): T {
  const [first, second] = found;
  if (first === undefined) throw noMatch(word, kind);
  if (second === undefined) return first;
  const ids = found.map(({ id }) => id).join(', ');
  const details = found.map(({ id, detail }) => (detail == null ? String(id) : `${id} (${detail})`)).join(', ');
  throw new UsageError(`"${word}" matches ${found.length} ${kind.plural} (ids ${ids})`, {
    hint: found.some(({ detail }) => detail != null) ? `use an id: ${details}` : 'use the id',
  });
}

export interface Lookup extends LookupKind {
  /** Every record that may have the name; others may be among them. */
  readonly list: (name?: string) => AsyncIterable<{
    readonly [K in 'id' | 'name' | 'detail']?: (Candidate & { readonly name: string })[K] | undefined;
  }>;
  /** Throws ApiError `not_found` where no record has the id. */
  readonly get: (id: AnyId) => Promise<unknown>;
}

/** The records of a name: those that are spelled as it is, else those whose accents are written otherwise. */
export async function named<T extends WithName>(
  name: string,
  list: (spelling: string) => AsyncIterable<T>,
): Promise<readonly T[]> {
  const same: T[] = [];
  for (const spelling of spellingsOf(name)) {
    for await (const one of list(spelling)) if (one.name != null && isSameName(one.name, name)) same.push(one);
    if (same.length > 0) break;
  }
  const exact = same.filter((one) => one.name === name);
  return exact.length > 0 ? exact : same;
}

/**
 * The id a word stands for: digits and other texts that can only be ids are taken for one; else the record of that name
 * or id is looked for, and at last the word itself is tried as an id. `isName`: only the name is.
 */
export async function idByName(session: Session, word: string, lookup: Lookup, isName = false): Promise<AnyId> {
  const isOurs = isLocal(session);
  if (!isName && (isOurs ? isIdText(word) : looksLikeId(word))) return anyIdOf(word);
  let own: AnyId | undefined;
  const found = await named(word, async function* (spelling) {
    for await (const { id, name, detail } of lookup.list(spelling)) {
      if (!isName && isSameId(id, word)) own = id;
      if (own !== undefined) return;
      if (id !== undefined) yield { id, name, detail };
    }
  });
  if (own !== undefined) return own;
  if (
    found.length === 0 &&
    !isName &&
    !isOurs &&
    /^\S{1,200}$/.test(word) &&
    (await existing([word], lookup.get)).size > 0
  )
    return word;
  if (found.length === 0) throw noMatch(word, { ...lookup, hint: await suggesting(word, lookup.hint, lookup.list()) });
  return onlyMatch(word, found, lookup).id;
}

/** The id of a campaign or workflow that a word stands for. Asks the service only for a name. Exits as `idByName`. */
export async function outreachIdOf(
  session: Session,
  word: string,
  noun: 'campaign' | 'workflow',
  isName = false,
): Promise<AnyId> {
  const { api, call } = await session.client();
  const isCampaign = noun === 'campaign';
  const lookup: Lookup = {
    ...{ noun, plural: `${noun}s`, hint: `reach ${noun} list shows them` },
    list: async function* (name) {
      const asked = [{ query: name === undefined ? {} : { name } }, { filtersItself: true }] as const;
      const all = isCampaign
        ? listPages(call, 'campaigns', 'list', ...asked)
        : listPages(call, 'workflows', 'list', ...asked);
      for await (const { id, name: called, status } of all) yield { id, name: called, detail: status };
    },
    get: (id): Promise<unknown> =>
      isCampaign
        ? api.campaigns.get({ params: { campaignId: id } })
        : api.workflows.get({ params: { workflowId: id } }),
  };
  return await idByName(session, word, lookup, isName);
}
