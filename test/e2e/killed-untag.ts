// A bulk untag that is killed (SIGKILL) again and again, each time by the command that then goes on. Afterwards no one may
// have the tag, and the service must have refused nothing: the rate that a dead process used still counts.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, type Served, serve } from './binary.ts';

export interface UntagPlan {
  readonly contacts: number;
  /** How many contacts are done when a process is killed, rising. */
  readonly killsAt: readonly number[];
  /** Of the service's rates, which are for 30 contacts a minute: `x10`. */
  readonly rate: string;
}

export interface UntagOutcome {
  readonly kills: number;
  /** Contacts that still have the tag, or were never asked for. */
  readonly left: number;
  /** Requests that were answered with anything but 200. */
  readonly refused: number;
  /** Requests beyond one a contact; each kill may cost one, whose answer was never seen. */
  readonly repeated: number;
  /** Contacts in no output; each kill may cost one. */
  readonly untold: number;
  /** What is left of the journals. */
  readonly journals: number;
}

/** Contacts that are all tagged, without a rate: by the service in the same process. */
async function tagged(home: Home, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => `N${at},https://www.network.example/in/n${at}`);
  writeFileSync(join(home.folder, 'people.csv'), `First Name,Profile URL\n${rows.join('\n')}\n`);
  const steps = [
    'reach local reset --empty --yes -q > /dev/null',
    'reach contacts import people.csv --yes -q > /dev/null',
    'reach contacts list --all -o id > ids',
    'reach inbox tag - --tag Hot --create -q -o id < ids',
  ];
  const made = await home.shell(steps.join(' && '));
  const ids = made.stdout.trim().split('\n');
  if (made.code !== 0 || ids.length !== count) throw new Error(`nothing to untag: ${made.stderr}`);
  return ids;
}

/** Every removal the service saw, as `path status`. */
async function removals(home: Home, served: Served): Promise<string[]> {
  const { stdout } = await home.shell('reach local log --all --fields method,path,status', { env: served.env });
  const lines = stdout.split('\n').map((line) => line.split('\t'));
  return lines.flatMap(([method, path, status]) =>
    method === 'DELETE' && path?.startsWith('/v1/inbox/contacts/') ? [`${path} ${status}`] : [],
  );
}

/** Uses, and leaves, the data of `home`. Throws where the command fails by itself. */
export async function killedUntag(home: Home, { contacts, killsAt, rate }: UntagPlan): Promise<UntagOutcome> {
  const ids = await tagged(home, contacts);
  const served = await serve(home, ['--rate-limits', rate]);
  try {
    const args = ['inbox', 'untag', '-', '--tag', 'Hot', '-o', 'id'];
    const printed: string[] = [];
    for (const at of killsAt) {
      const running = home.start(args, { env: served.env, stdin: `${ids.join('\n')}\n` });
      await running.seen(new RegExp(`^${ids[at]}$`, 'm'));
      running.kill('SIGKILL');
      printed.push((await running.ended).stdout);
    }
    const last = await home.run(args, { env: served.env, stdin: `${ids.join('\n')}\n` });
    if (last.code !== 0 || !last.stderr.startsWith('continuing: ')) {
      throw new Error(`exit ${last.code}: ${last.stderr}`);
    }
    const input = new Set([...printed, last.stdout].flatMap((text) => text.trim().split('\n')));
    const seen = await removals(home, served);
    const done = new Set(seen.filter((line) => line.endsWith(' 200')));
    const still = await home.run(['inbox', 'threads', '--tag', 'Hot', '-o', 'id'], { env: served.env });
    return {
      kills: killsAt.length,
      left: contacts - done.size + still.stdout.length,
      refused: seen.length - seen.filter((line) => line.endsWith(' 200')).length,
      repeated: seen.length - contacts,
      untold: contacts - input.size,
      journals: readdirSync(join(home.reachHome, 'state', 'tagging')).length,
    };
  } finally {
    await served.stop();
  }
}
