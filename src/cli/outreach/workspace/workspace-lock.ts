// One apply in a workspace at a time, across machines, where the service has a lock: ours does. Elsewhere each record is read
// again right before it is written.

import { randomBytes } from 'node:crypto';
import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
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

class WorkspaceLock {
  readonly #call: Call;
  readonly #self: Pick<Holder, 'holder' | 'who'>;
  #beat = 0;

  constructor(call: Call, io: Io) {
    const { user, host } = io.account();
    this.#call = call;
    this.#self = { holder: randomBytes(12).toString('hex'), who: `${user} on ${host}`.slice(0, 200) };
  }

  /** Who holds it now, if someone else does. */
  async take(replaces?: Holder): Promise<Holder | null> {
    const { holder, beat } = replaces ?? {};
    const held = await this.#send(replaces === undefined ? {} : { replaces: { holder, beat } });
    return held === null || held.holder === this.#self.holder ? null : held;
  }

  async release(): Promise<void> {
    await this.#send({ release: true });
  }

  async #send(more: object): Promise<Holder | null> {
    this.#beat += 1;
    const { data } = await this.#call(routes.account.applyLock, { body: { ...this.#self, beat: this.#beat, ...more } });
    const held = isObject(data) ? getOwn(data, 'held') : null;
    if (!isObject(held)) return null;
    return { holder: String(held['holder']), who: String(held['who']), beat: Number(held['beat']) };
  }
}

/** Waits for whoever holds it, and takes over from one that is gone. Throws CliError (exit 6) if it stays held. */
async function takeLock({ io, print }: Session, lock: WorkspaceLock): Promise<void> {
  let unchangedMs = 0;
  let before = await lock.take();
  if (before !== null) await print.note(`waiting for the apply of ${before.who}`);
  for (let waitedMs = 0; before !== null; waitedMs += POLL_MS) {
    if (waitedMs >= PATIENCE_MS)
      throw new CliError('conflict', 'locked', `another apply works in this workspace: ${before.who}`, {
        hint: 'wait until it ends',
      });
    await io.sleep(POLL_MS, io.interrupt);
    const now = await lock.take(unchangedMs >= GONE_MS ? before : undefined);
    const isSame: boolean = now?.holder === before.holder && now.beat === before.beat;
    unchangedMs = isSame ? unchangedMs + POLL_MS : 0;
    before = now;
  }
}

/** Does the work while no other apply works in the workspace. */
export async function aloneInWorkspace<T>(session: Session, work: () => Promise<T>): Promise<T> {
  // The store of this machine has no other machine.
  if (isLocal(session)) return await work();
  const client = await session.client();
  const lock = new WorkspaceLock(client.call, session.io);
  const isTaken = (await client.serves(routes.account.applyLock)) && (await isAllowed(session, lock));
  if (!isTaken) {
    await session.print.note('this service has no lock: each record is read again right before it is written');
    return await work();
  }
  const beat = repeatEvery(BEAT_MS, () => void lock.take().catch(() => null));
  try {
    return await work();
  } finally {
    beat.stop();
    // What is left behind is replaced by the next apply, once it shows no beat.
    await lock.release().catch(() => null);
  }
}

/** Takes the lock; false for a key that may not, and for a service that turns out to have none. */
async function isAllowed(session: Session, lock: WorkspaceLock): Promise<boolean> {
  try {
    await takeLock(session, lock);
    return true;
  } catch (error) {
    if (error instanceof ApiError && ['forbidden', 'not_found'].includes(error.code)) return false;
    throw error;
  }
}
