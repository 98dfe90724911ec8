// One row, run in one mode: what it did, and whether that is what the row calls working.

import { seed } from '../../stranger/seed.ts';
import { STRANGER_KEY } from '../../stranger/server.ts';
import type { Store } from '../../stranger/store.ts';
import type { Mode } from '../../stranger/switches.ts';
import { fill } from '../../stranger/table/proof.ts';
import { outcomeOf, type Row, type Seen } from '../../stranger/table/row.ts';
import type { Drive } from './drive.ts';

export interface Observed {
  readonly seen: Seen;
  /** Whether anything is stored otherwise than before. */
  readonly isChanged: boolean;
  /** Why it did not work; null where it did. */
  readonly fault: string | null;
}

/** All that is kept, but for what reading moves: polls, and the statuses that follow from them. */
function snapshot(store: Store): string {
  const kept = Object.entries(store).map(([name, value]) => [name, value instanceof Map ? [...value] : value]);
  return JSON.stringify(kept, (key, value) => {
    if (key === 'polls' || key === 'status' || key === 'overallStatus') return undefined;
    return value instanceof Set ? [...value] : value;
  });
}

/** Everything before the row's own command, on a desk and a workspace of its own. */
export async function prepare(drive: Drive, row: Row, as: 'env' | 'profile', mode?: Mode) {
  const { stranger } = drive;
  const desk = await drive.desk(as);
  stranger.reset();
  const ids = seed(stranger.store);
  const names = { ...ids, url: stranger.url, key: STRANGER_KEY };
  const filled = (text: string) => fill(text, names);
  const write = (files: Row['files'] = {}) =>
    desk.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, filled(text)])));
  write(row.filesBefore);
  for (const line of row.before ?? []) await desk.run(filled(line), { env: row.env });
  write(row.files);
  const stdin = row.stdin === undefined ? undefined : filled(row.stdin);
  return {
    desk,
    ids,
    run: (more: { readonly flags?: string; readonly env?: Row['env']; readonly tty?: boolean } = {}) =>
      desk.run(filled(`${row.command} ${(mode && row.argvIn?.[mode]) ?? row.argv ?? ''} ${more.flags ?? ''}`.trim()), {
        stdin,
        env: { ...row.env, ...more.env },
        tty: more.tty,
      }),
  };
}

export async function observe(drive: Drive, row: Row, mode: Mode, as: 'env' | 'profile'): Promise<Observed> {
  const { stranger } = drive;
  const { desk, ids, run } = await prepare(drive, row, as, mode);
  const before = snapshot(stranger.store);
  const asked = stranger.requests.length;
  const ran = await run();
  const seen: Seen = {
    ...ran,
    requests: stranger.requests.slice(asked),
    store: stranger.store,
    ids,
    mode,
    file: desk.read,
    json: () => JSON.parse(ran.stdout),
  };
  return { seen, isChanged: snapshot(stranger.store) !== before, fault: faultOf(row, seen) };
}

function faultOf(row: Row, seen: Seen): string | null {
  const outcome = outcomeOf(row, seen.mode);
  const wanted = (outcome.is === 'degraded' ? outcome.code : undefined) ?? row.code ?? 0;
  if (seen.code !== wanted) return `exit ${seen.code}, not ${wanted}\n${seen.stderr}`;
  try {
    row.proof(seen);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
