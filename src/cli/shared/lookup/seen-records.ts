// Fields, tones, voices, owners and library entries that a service was last seen with: shown where it cannot be reached,
// and known to lint offline.

import { NetworkError } from '../../../client/transport/transport.ts';
import { own } from '../../../contract/dictionary.ts';
import { isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Paths } from '../../session/paths.ts';
import { readCache, writeCache } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';

const KIND = 'seen';

export type SeenKind = 'contactFields' | 'companyFields' | 'tones' | 'voices' | 'owners' | 'library';

type SeenRecords = Readonly<Record<string, unknown>>[];

/** As the service gave them; none when nothing is kept. */
export function seenRecords(paths: Paths, profile: string, kind: SeenKind): SeenRecords {
  const kept = readCache(paths, KIND, profile);
  const records = isObject(kept) ? own(kept, kind) : null;
  return Array.isArray(records) ? records.filter((one) => isObject(one) && isId(one['id'])) : [];
}

/** Their ids, as text. */
export const seenIds = (paths: Paths, profile: string, kind: SeenKind): readonly string[] =>
  seenRecords(paths, profile, kind).map(({ id }) => String(id));

export function keepRecords(paths: Paths, profile: string, kind: SeenKind, records: readonly unknown[]): void {
  const before = readCache(paths, KIND, profile);
  writeCache(paths, KIND, profile, { ...(isObject(before) && before), [kind]: records.filter(isObject) });
}

/** What the service says, kept for the profile; as last seen, with a note, where it cannot be reached. */
export async function liveOrSeen(
  session: Session,
  kind: SeenKind,
  ask: () => Promise<readonly unknown[] | undefined>,
): Promise<readonly unknown[]> {
  try {
    const records = (await ask()) ?? [];
    keepRecords(session.paths, session.profile().name, kind, records);
    return records;
  } catch (error) {
    const seen = error instanceof NetworkError ? seenRecords(session.paths, session.profile().name, kind) : [];
    if (seen.length === 0) throw error;
    await session.print.note('the service cannot be reached: as last seen');
    return seen;
  }
}
