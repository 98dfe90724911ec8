// Where a profile leads, and questions that name it.

import type { AnyId } from '../../contract/ids.ts';
import { isObject } from '../../contract/json.ts';
import { storeFolder } from '../session/connect.ts';
import type { Session } from '../session/session.ts';
import { harmless } from '../terminal/formats/cells.ts';

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
    const account: unknown = await (await session.api()).account.validate();
    const workspace = isObject(account) ? account['workspace'] : undefined;
    const name = isObject(workspace) ? workspace['name'] : undefined;
    return typeof name === 'string' ? `workspace ${name}, ${profile}` : profile;
  } catch {
    // The name only helps to decide: what the command itself is refused, it reports.
    return profile;
  }
}

/** `3 "Openers"`, or the id alone where it is all that was given. */
export const named = (id: AnyId, word: string): string => (word === String(id) ? word : `${id} "${word}"`);

/** More than these are deleted only after their number is typed. */
const UNTYPED_MAX = 10;

/** What has to be typed before so many are deleted; undefined where a yes will do. */
export const typedIfMany = (count: number): string | undefined => (count > UNTYPED_MAX ? String(count) : undefined);

interface Approval {
  /** What did not happen: `nothing deleted`. */
  readonly declined: string;
  readonly flag?: string;
  /** For severe acts: what has to be typed, a name or a number. */
  readonly typed?: string | undefined;
}

/** Asks before something that is sent, deleted or started, and says where: `Delete 3 contacts (workspace Acme, profile production)?` */
export async function approveAt(session: Session, act: string, { declined, flag = '--yes', typed }: Approval) {
  const undo = session.prompt.possible ? await session.history.undoText() : null;
  if (undo !== null) await session.print.note(undo);
  const question = harmless(`${act} (${await placeOf(session)})?`).replace(/\s+/g, ' ');
  await session.prompt.approve(question, flag, declined, typed);
}
