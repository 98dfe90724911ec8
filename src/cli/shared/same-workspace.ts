// Whether the profile still leads to the workspace, or the local store, of which something was noted.

import { keyMark } from '../session/history/key-mark.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';

interface NotedWorkspace {
  readonly profile: string;
  /** Null for the service on this machine. */
  readonly baseUrl: string | null;
  readonly keyMark: string | null;
}

/** `what`: `this was changed`. `hint`: what to do where it is another key or store. Throws CliError (exit 6). */
export async function assertSameWorkspace(
  session: Session,
  { profile, baseUrl, keyMark: noted }: NotedWorkspace,
  { what, hint, isOtherKey = false }: { readonly what: string; readonly hint: string; readonly isOtherKey?: boolean },
): Promise<void> {
  const now = session.profile().baseUrl?.value ?? null;
  if (now !== baseUrl) {
    const message = `${what} at ${baseUrl ?? 'the local service'}, and profile ${profile} leads elsewhere now`;
    throw new CliError('conflict', 'other_service', message, { hint: 'set the address of then: reach profile set' });
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
