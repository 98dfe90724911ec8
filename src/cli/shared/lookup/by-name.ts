// Identities, campaigns, workflows and runs by what names them on the command line; words of the interface, in any case.

import { listPages } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import type { Identity } from '../../../contract/identities/endpoints.ts';
import { type AnyId, isIdText, isSameId } from '../../../contract/ids.ts';
import { CHANNELS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { isSameName, looseName, nearest } from '../../../rules/nearest.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { having } from '../answer.ts';
import { anyId, isUnanswered, type LookupKind, noMatch, onlyMatch, outreachIdOf, suggesting } from './match.ts';

const IDENTITY = { noun: 'identity', plural: 'identities', hint: 'reach identity list shows them' };

type FoundIdentity = Identity & { readonly id: number };

function isMeant({ id, name, email, emails }: Identity, word: string): boolean {
  if (isIdText(word)) return id === Number(word);
  const address = word.toLowerCase();
  return (
    (name != null && isSameName(name, word)) ||
    [email, ...(emails ?? [])].some((known) => known?.toLowerCase() === address)
  );
}

/** The identity with all its fields. Exit 5 where there is none, 2 where a name is not unique. */
export async function findIdentity(session: Session, text: string): Promise<FoundIdentity> {
  const word = text.trim();
  const { call } = await session.client();
  const found: FoundIdentity[] = [];
  const names: Pick<Identity, 'name'>[] = [];
  for await (const identity of listPages(call, 'identities', 'list', {}, { signal: session.io.interrupt })) {
    names.push({ name: identity.name });
    if (!isMeant(identity, word)) continue;
    append(found, having([identity], 'id'));
    if (isIdText(word)) break;
  }
  const isNamed = names.length === 0 || names.some(({ name }) => name !== undefined);
  const known = isNamed
    ? IDENTITY.hint
    : `the service shows no names of identities: give an email address or an id; ${IDENTITY.hint}`;
  const hint = found.length === 0 ? await suggesting(word, known, names) : known;
  return onlyMatch(word, found, { ...IDENTITY, hint });
}

/** The id a word stands for. Asks the service only for a word that is not an id. */
export async function identityIdOf(session: Session, text: string): Promise<number> {
  return isIdText(text.trim()) ? Number(text) : (await findIdentity(session, text)).id;
}

/** Several: each word is a name, an email address, or ids separated by commas. */
export async function identityIdsOf(session: Session, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words) {
    const parts = word.split(',').map((part) => part.trim());
    if (parts.every(isIdText)) append(ids, parts.map(Number));
    else ids.push(await identityIdOf(session, word));
  }
  return [...new Set(ids)];
}

/** Exit 5 for an id that no tag of the inbox has. */
export async function checkTagIds(session: Session, ids: Iterable<number>): Promise<void> {
  const tags = listPages((await session.client()).call, 'inbox', 'tags', {}, {});
  await checkListed(ids, tags, { noun: 'tag', hint: 'list them: reach inbox tags' });
}

/** Exit 5 for an id that no identity has. */
export async function checkIdentityIds(session: Session, ids: Iterable<number>): Promise<void> {
  await checkListed(ids, listPages((await session.client()).call, 'identities', 'list', {}, {}), IDENTITY);
}

/** Passes where the service does not say. */
async function checkListed(
  ids: Iterable<number>,
  listed: AsyncIterable<{ readonly id?: number | undefined }>,
  kind: Pick<LookupKind, 'noun' | 'hint'>,
): Promise<void> {
  const missing = new Set(ids);
  if (missing.size === 0) return;
  try {
    for await (const { id } of listed) if (id !== undefined) missing.delete(id);
  } catch (error) {
    if (isUnanswered(error)) return;
    throw error;
  }
  for (const id of missing) throw noMatch(String(id), kind);
}

// Campaigns and workflows by id or name.

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export const campaignIdOf = (session: Session, text: string): Promise<AnyId> => outreachIdOf(session, text, 'campaign');

/** The campaign with its steps. Throws ApiError for an id that no campaign has; else as `campaignIdOf`. */
export async function findCampaign(session: Session, text: string): Promise<Campaign & { readonly id: AnyId }> {
  const campaignId = await campaignIdOf(session, text);
  return { ...(await (await session.api()).campaigns.get({ params: { campaignId } })), id: campaignId };
}

/** The id a word stands for. Asks the service only for a name. Exit 5 where there is none, 2 where it is not unique. */
export const workflowIdOf = (session: Session, text: string): Promise<AnyId> => outreachIdOf(session, text, 'workflow');

/** Whether published versions can be read. */
export async function hasVersions(session: Session): Promise<boolean> {
  return await (await session.client()).takes(routes.workflows.get, 'version');
}

/** The workflow with its draft, or with a published version. `isName`: the word is no id, whatever it looks like. Throws ApiError for an id that no workflow has. */
export async function findWorkflow(
  session: Session,
  text: string,
  { version, isName = false }: { readonly version?: number | undefined; readonly isName?: boolean } = {},
): Promise<Workflow & { readonly id: AnyId }> {
  const workflowId = await outreachIdOf(session, text, 'workflow', isName);
  const query = version === undefined ? {} : { version };
  return { ...(await (await session.api()).workflows.get({ params: { workflowId }, query })), id: workflowId };
}

/** A run need not name its workflow: then it is the one whose runs it is among. */
export async function workflowOfRun(session: Session, runId: AnyId): Promise<AnyId | undefined> {
  const { call } = await session.client();
  const options = { signal: session.io.interrupt };
  for await (const { id } of listPages(call, 'workflows', 'list', {}, options)) {
    if (id === undefined) continue;
    const runs = listPages(call, 'workflows', 'runs', { params: { workflowId: id } }, options);
    for await (const run of runs) if (isSameId(run.runId, runId)) return id;
  }
  return undefined;
}

/** Runs have no names. */
export const runIdOf = (session: Session, text: string): AnyId => anyId(session, text, 'run');

/** Throws UsageError where there is none, or one that the interface does not list. */
export function knownWords<W extends string>(flag: string, input: readonly string[], known: readonly W[]): W[] {
  const words = input.flatMap((text) => text.split(',')).filter((word) => word.trim() !== '');
  if (words.length === 0)
    throw new UsageError(`${flag} names nothing`, { hint: `one of ${known.join(', ').toLowerCase()}` });
  return [...new Set(words.map((word) => listedWord(flag, word, known)))];
}

function listedWord<W extends string>(flag: string, input: string, known: readonly W[]): W {
  const match = known.find((one) => looseName(one) === looseName(input));
  if (match !== undefined) return match;
  const meant = nearest(input, known);
  const suggestion = meant === null ? '' : `; did you mean "${meant.toLowerCase()}"?`;
  throw new UsageError(`${flag}: there is no ${input.trim().toLowerCase()}${suggestion}`, {
    hint: `one of ${known.join(', ').toLowerCase()}`,
  });
}

export function knownWord<W extends string>(flag: string, input: string, known: readonly W[]): W {
  const [word, more] = knownWords(flag, [input], known);
  if (word === undefined || more !== undefined) throw new UsageError(`${flag} takes one word`);
  return word;
}

export const CHANNEL = ['--channel <channel>', CHANNELS.join(', ').toLowerCase()] as const;
