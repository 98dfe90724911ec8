// What of a folder can be compared with a workspace of which a part cannot be read: the rest is left alone, on every side.
// Nothing is ever created, removed or found changed because it was not read.

import { keyOf, kindOfKey } from '../../../rules/outreach/kinds.ts';
import type { LockEntry, WantedResource } from '../../../rules/outreach/lock.ts';
import type { LiveResource } from '../../../rules/outreach/plan.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import type { LockFile } from '../folder/lock-file.ts';
import type { LiveWorkspace } from '../workspace/workspace.ts';
import { unknownNames } from '../workspace/write.ts';

interface DisplayedSides {
  readonly workspace: LiveWorkspace;
  readonly wanted: readonly WantedResource[];
  readonly lock: LockFile;
}

export interface ReadableSides {
  readonly live: readonly LiveResource[];
  readonly wanted: readonly WantedResource[];
  readonly resources: ReadonlyMap<string, LockEntry>;
  /** Keys of files and of what was applied before that are left out. */
  readonly leftOut: ReadonlySet<string>;
}

/** `live`: what was read. */
export function readableSides(
  { workspace, wanted, lock }: DisplayedSides,
  live: readonly LiveResource[],
): ReadableSides {
  const { unread, names } = workspace;
  const { resources } = lock.lock;
  if (unread.size === 0) return { live, wanted, resources, leftOut: new Set() };
  const isRead = ({ kind, id }: Pick<LiveResource, 'kind' | 'id'>) => !unread.has(kind) && !unread.has(`${kind}/${id}`);
  const namesUnread = ({ kind, document }: Pick<LiveResource, 'kind' | 'document'>) =>
    unknownNames(kind, document, names, () => false).some(({ what }) => unread.has(what));
  const leftOut = new Set(workspace.unreadKeys);
  for (const [key, { id, document }] of resources) {
    const kind = kindOfKey(key);
    if (kind !== null && (!isRead({ kind, id }) || namesUnread({ kind, document }))) leftOut.add(key);
  }
  for (const one of wanted) {
    const key = keyOf(one.kind, one.name);
    const id = resources.get(key)?.id ?? null;
    if (!isRead({ kind: one.kind, id }) || namesUnread(one)) leftOut.add(key);
  }
  const ids = new Set([...leftOut].map((key) => `${kindOfKey(key)}/${resources.get(key)?.id}`));
  const isIn = (key: string, id: string) => !leftOut.has(key) && !ids.has(id);
  return {
    live: live.filter(({ kind, name, id }) => isIn(keyOf(kind, name), `${kind}/${id}`)),
    wanted: wanted.filter(({ kind, name }) => !leftOut.has(keyOf(kind, name))),
    resources: new Map([...resources].filter(([key]) => !leftOut.has(key))),
    leftOut,
  };
}

/** Says what cannot be read, and why: a warning where the folder has some of it. */
export async function noteUnread({ print }: Session, { workspace }: Pick<DisplayedSides, 'workspace'>): Promise<void> {
  for (const [what, why] of workspace.unread) {
    const text = harmless(`${what}: not read, so left alone: ${why}`);
    await (workspace.isWhole ? print.note(text) : print.warn(text));
  }
}
