// Fields, tones, voices, owners and library entries that a service was last found to have: printed where it cannot be
// reached, and known to lint offline.

import { NetworkError } from '../../../client/transport/transport.ts';
import { isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Api } from '../../../contract/table.ts';
import { type Cache, profileCache, type SeenKind, type SeenRecords } from '../../session/profile-cache.ts';
import { workspaceOwner } from '../../session/profiles/profiles.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../terminal/formats/cells.ts';

/** Of the profile in force; a broken configuration must not keep anyone from checking a file. */
export function workspaceCache(session: Session): Cache {
  return profileCache(session, ownerName(session));
}

function ownerName(session: Session): string {
  try {
    return workspaceOwner(session.profile());
  } catch {
    return 'local';
  }
}

/** As the service returned them; none when nothing is kept. */
export const seenRecords = (session: Session, kind: SeenKind): SeenRecords =>
  workspaceCache(session).read(kind)?.value ?? [];

/** Their ids, as text. */
export const seenIds = (session: Session, kind: SeenKind): readonly string[] =>
  seenRecords(session, kind).map(({ id }) => String(id));

export function keepRecords(session: Session, kind: SeenKind, records: readonly unknown[]): void {
  const withId = records.filter(isObject).filter(({ id }) => isId(id));
  workspaceCache(session).write(kind, withId);
}

async function liveOrSeen(
  session: Session,
  kind: SeenKind,
  ask: (api: Api) => Promise<readonly unknown[] | undefined>,
) {
  const api = await session.api();
  try {
    const records = (await ask(api)) ?? [];
    keepRecords(session, kind, records);
    return records;
  } catch (error) {
    const seen = error instanceof NetworkError ? seenRecords(session, kind) : [];
    if (seen.length === 0) throw error;
    await session.print.note('the service cannot be reached: as last seen');
    return seen;
  }
}

/** Prints what the service has, and keeps it for the profile; as last seen, with a note, where it cannot be reached. */
export async function printLiveOrSeen(
  session: Session,
  view: View,
  kind: SeenKind,
  ask: (api: Api) => Promise<readonly unknown[] | undefined>,
): Promise<void> {
  await session.print.list(view, await liveOrSeen(session, kind, ask));
}
