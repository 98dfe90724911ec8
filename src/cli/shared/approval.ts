// Where a profile leads, and questions that name it.

import { ApiError } from '../../client/errors.ts';
import type { Campaign } from '../../contract/campaigns/endpoints.ts';
import { counted } from '../../contract/english.ts';
import type { AnyId } from '../../contract/ids.ts';
import { valueIn } from '../../contract/json.ts';
import { storeFolder } from '../session/connect.ts';
import { keyMark } from '../session/history/entry-header.ts';
import type { Change } from '../session/history/recorded-route.ts';
import type { SentRoute } from '../session/history/recorded-routes.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';
import { harmless } from '../terminal/formats/cells.ts';
import { printsWhole } from '../terminal/settings.ts';
import { orDash } from './answer.ts';
import { findIdentity } from './lookup/by-name.ts';

export interface Target {
  readonly profile: string;
  /** The service's address; `local:` and a folder for the service on this machine. */
  readonly service: string;
}

export const isSameTarget = (one: Target, other: Target): boolean =>
  one.profile === other.profile && one.service === other.service;

export function targetOf(session: Session): Target {
  const profile = session.profile();
  const service = profile.baseUrl === null ? `local:${storeFolder(session)}` : profile.baseUrl.value;
  return { profile: profile.name, service };
}

export function targetText({ profile, service }: Target): string {
  return service.startsWith('local:') ? `${profile} (the service on this machine)` : `${profile} (${service})`;
}

/** `workspace Acme, profile production`; without the workspace where the service does not name it. */
async function placeOf(session: Session): Promise<string> {
  const profile = `profile ${session.profile().name}`;
  if (!session.prompt.possible) return profile;
  try {
    const name = valueIn(await (await session.api()).account.validate(), 'workspace', 'name');
    return typeof name === 'string' ? `workspace ${name}, ${profile}` : profile;
  } catch {
    // The name only helps to decide: what the command itself is refused, it reports.
    return profile;
  }
}

/** `3 "Openers"`, or the id alone where it is all that was given. */
export const named = (id: AnyId, word: string): string => (word === String(id) ? word : `${id} "${word}"`);

/** More than these are deleted only after their number is typed. */
const DELETED_UNTYPED_MAX = 10;

/** What has to be typed before so many are deleted; undefined where a yes will do. */
export const typedIfMany = (count: number): string | undefined =>
  count > DELETED_UNTYPED_MAX ? String(count) : undefined;

/**
 * Asks before something that is sent, deleted or started, and says where: `Delete 3 contacts (workspace Acme, profile production)?`
 * `declined`: what did not happen. `typed`: for severe acts what has to be typed, a name or a number.
 */
export async function approveAt(
  session: Session,
  act: string,
  { declined, typed }: { readonly declined: string; readonly typed?: string | undefined },
) {
  const undo = session.prompt.possible ? await session.history.undoText() : null;
  if (undo !== null) await session.print.note(`undo: ${undo}`);
  const question = harmless(`${act} (${await placeOf(session)})?`).replace(/\s+/g, ' ');
  await session.prompt.approve(question, '--yes', declined, typed);
}

// What a person should know before contacts are messaged: how many, in which campaign, and from whom.

/** More contacts than these are messaged only after their number is typed. */
const MESSAGED_UNTYPED_MAX = 100;

/** The number that has to be typed; undefined where a yes is enough. */
export const typedCount = (contacts: number | undefined): string | undefined =>
  contacts !== undefined && contacts > MESSAGED_UNTYPED_MAX ? String(contacts) : undefined;

/** What only helps to decide: where the service refuses it, the question does without. */
export async function helpful<T>(reading: Promise<T>): Promise<T | null> {
  return await reading.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
}

/** ` from Robin Hale`; empty where no one sends. The name is looked up only where there is someone to read it. */
export async function fromSender(session: Session, identityId: number | null | undefined): Promise<string> {
  if (identityId == null) return '';
  const known = session.prompt.possible ? await findIdentity(session, String(identityId)).catch(() => null) : null;
  return ` from ${known?.name ?? `identity ${identityId}`}`;
}

/** `list "Newsletter" (19 contacts)`, with their number where the service gives it. */
export async function listText(session: Session, listId: AnyId): Promise<{ text: string; size: number | undefined }> {
  const list = await helpful((await session.api()).lists.get({ params: { listId } }));
  const name = list?.name === undefined ? `list ${listId}` : `list "${orDash(list.name)}"`;
  const size = list?.size;
  const noun = list?.entity === 'COMPANY' ? 'company' : 'contact';
  return { text: size === undefined ? name : `${name} (${counted(size, noun)})`, size };
}

/** Asks before contacts are added to a campaign that is ACTIVE, or may be: it messages them. `whom` is read only to ask. */
export async function approveEnrolment(
  session: Session,
  campaignId: AnyId,
  whom: () => Promise<{ readonly text: string; readonly size: number | undefined }>,
): Promise<void> {
  const reading: Promise<Partial<Campaign>> = (await session.api()).campaigns.get({ params: { campaignId } });
  const campaign = await reading.catch((error: unknown): Partial<Campaign> | null => {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 404 ? null : {};
  });
  // The addition itself says that there is none.
  if (campaign === null) return;
  const { status, name = `campaign ${campaignId}`, identityId } = campaign;
  if (status !== undefined && status !== 'ACTIVE') return;
  const { text, size } = await whom();
  const sender = await fromSender(session, identityId);
  const state = status === undefined ? 'which messages them if it is ACTIVE' : 'which is ACTIVE and will message them';
  await approveAt(session, `Add ${text} to "${orDash(name)}", ${state}${sender}`, {
    declined: 'nothing added',
    typed: typedCount(size),
  });
}

/** `what`: `this was changed`. `hint`: what to do where it is another key or store. Throws CliError (exit 6). */
export async function assertSameWorkspace(
  session: Session,
  {
    profile,
    baseUrl,
    keyMark: noted,
  }: { readonly profile: string; readonly baseUrl: string | null; readonly keyMark: string | null },
  { what, hint, isOtherKey = false }: { readonly what: string; readonly hint: string; readonly isOtherKey?: boolean },
): Promise<void> {
  const now = session.profile().baseUrl?.value ?? null;
  if (now !== baseUrl) {
    const message = `${what} at ${baseUrl ?? 'the local service'}, and profile ${profile} leads elsewhere now`;
    const address = baseUrl ?? 'local';
    throw new CliError('conflict', 'other_service', message, {
      hint:
        profile === 'env' ? `set REACH_BASE_URL to ${address}` : `reach profile set ${profile} --base-url ${address}`,
    });
  }
  if (isOtherKey) return;
  const mark = await keyMark(session, session.profile(), (await session.client()).call);
  // Earlier versions kept no mark of a store.
  if (mark === noted || (baseUrl === null && noted === null)) return;
  const [code, why] =
    baseUrl === null
      ? (['other_store', 'in another store: the local service was reset or restored since'] as const)
      : (['other_key', `with another key than profile ${profile} has now: it may be of another workspace`] as const);
  throw new CliError('conflict', code, `${what} ${why}`, { hint });
}

/** For programs: `yes`, `partly: …` or `no: …`. None where nothing is remembered, and in tables. */
export interface UndoKey {
  readonly undo?: string;
}

/** Says whether undo would take back what these requests change, to a person, and gives it for the output. `more`: behind it. */
export async function noteUndo(
  { print, settings, history }: Session,
  sent: readonly SentRoute[],
  changes: readonly Change[] | null,
  more = '',
): Promise<UndoKey> {
  const text = await history.undoText(sent, changes);
  if (text === null) return {};
  const undo = harmless(`${text}${more}`);
  await print.note(`undo: ${undo}`);
  return printsWhole(settings) ? { undo } : {};
}
