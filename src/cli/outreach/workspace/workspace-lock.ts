// One apply in a workspace at a time, across machines, where the service has a lock: ours does. Elsewhere each record is read
// again right before it is written.

import { randomBytes } from 'node:crypto';
import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { repeatEvery } from '../../../contract/timers.ts';
import type { Session } from '../../session/session.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { CliError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';

const BEAT_MS = 5_000;
/** How long a holder that shows no beat is taken for alive: four beats. Looks are counted, as clocks jump. */
const GONE_MS = 4 * BEAT_MS;
const POLL_MS = 1_000;
const PATIENCE_MS = 60_000;

interface Holder {
  readonly holder: string;
  readonly who: string;
  readonly beat: number;
}

type Take = (more?: object) => Promise<Holder | null>;

/** Takes, keeps or releases the lock: each gives who else holds it. */
function lockBy({ call }: { readonly call: Call }, { user, host }: ReturnType<Io['account']>): Take {
  const self = { holder: randomBytes(12).toString('hex'), who: `${user} on ${host}`.slice(0, 200) };
  let beat = 0;
  return async (more = {}) => {
    beat += 1;
    const { data } = await call(routes.account.applyLock, { body: { ...self, beat, ...more } });
    const held = isObject(data) ? data['held'] : null;
    if (!isObject(held) || held['holder'] === self.holder) return null;
    return { holder: String(held['holder']), who: String(held['who']), beat: Number(held['beat']) };
  };
}

/** Waits for whoever holds it, and takes over from one that is gone. Throws CliError (exit 6) if it stays held. */
async function untilTaken({ io, print }: Session, take: Take): Promise<void> {
  let unchangedMs = 0;
  let before = await take();
  if (before !== null) await print.note(`waiting for the apply of ${before.who}`);
  for (let waitedMs = 0; before !== null; waitedMs += POLL_MS) {
    if (waitedMs >= PATIENCE_MS)
      throw new CliError('conflict', 'locked', `another apply works in this workspace: ${before.who}`);
    await io.sleep(POLL_MS, io.interrupt);
    const { holder, beat }: Holder = before;
    before = await take(unchangedMs >= GONE_MS ? { replaces: { holder, beat } } : {});
    unchangedMs = before?.holder === holder && before.beat === beat ? unchangedMs + POLL_MS : 0;
  }
}

/** Takes the lock, so that no other apply works in the workspace, where the service has one. Gives what releases it. */
export async function lockWorkspace(session: Session): Promise<() => Promise<void>> {
  // The store of this machine has no other machine.
  if (isLocal(session)) return async () => {};
  const client = await session.client();
  const take = lockBy(client, session.io.account());
  // Neither a definition that cannot be read now, a key that may not lock, nor a service that turns out to have no lock is a
  // reason to refuse the apply.
  const isThere = await client.serves(routes.account.applyLock).catch(() => false);
  const isTaken =
    isThere &&
    (await untilTaken(session, take).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && ['forbidden', 'not_found'].includes(error.code)) return false;
        throw error;
      },
    ));
  if (!isTaken) {
    await session.print.note('this service has no lock: each record is read again right before it is written');
    return async () => {};
  }
  const beat = repeatEvery(BEAT_MS, () => void take().catch(() => null));
  return async () => {
    beat.stop();
    // What is left behind is replaced by the next apply, once it shows no beat.
    await take({ release: true }).catch(() => null);
  };
}
