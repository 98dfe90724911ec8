// Processes that find one stale lock at the same moment, round after round.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { withBundled } from '../../service/bundled.ts';

export const DEAD = { nonce: '00000000deadbeef', pid: 4_190_000, since: '2026-01-01T00:00:00.000Z' };
const RIVALS = 8;

/** What a round leaves behind. */
export interface RoundSeen {
  readonly log: readonly string[];
  readonly count: string;
  readonly locks: readonly string[];
}

const WANTED: RoundSeen = {
  log: Array.from({ length: 2 * RIVALS }, () => 'alone'),
  count: String(2 * RIVALS),
  locks: [],
};

/** `check` gets what each round left, and what it should have. */
export async function rivalsFor(
  rounds: number,
  check: (round: number, seen: RoundSeen, wanted: RoundSeen) => void,
): Promise<void> {
  await withBundled({ rival: 'test/cli/files/programs/rival.ts' }, async (folder) => {
    const children = Array.from({ length: RIVALS }, () => {
      const child = execa(process.execPath, [join(folder, 'rival.js')], { buffer: false });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    const allSay = async (wanted: string): Promise<void> => {
      const message = await Promise.all(children.map(async ({ lines }) => (await lines.next()).value));
      if (message.some((word) => word !== wanted)) throw new Error(`not ${wanted}: ${message.join(', ')}`);
    };
    await allSay('ready');
    for (let round = 0; round < rounds; round += 1) {
      const here = join(folder, `round ${round}`);
      mkdirSync(here);
      writeFileSync(join(here, 'lock'), JSON.stringify(DEAD));
      // Left behind by a process that died while it took the lock over.
      const guard = JSON.stringify({ ...DEAD, nonce: '1111111111111111' });
      if (round % 2 === 1) writeFileSync(join(here, `lock.${DEAD.nonce}`), guard);
      for (const { child } of children) child.stdin.write(`${here}\n`);
      await allSay('done');
      const log = readFileSync(join(here, 'log'), 'utf8').trimEnd().split('\n');
      const count = readFileSync(join(here, 'count'), 'utf8');
      const locks = readdirSync(here).filter((name) => name.startsWith('lock'));
      check(round, { log, count, locks }, WANTED);
    }
    for (const { child } of children) child.stdin.end();
    await Promise.all(children.map(({ child }) => child));
  });
}
