// npm run soak -- rivals [-- ROUNDS [ROWS]]: an import of rows without a match key is killed; then 2 or 6 processes resume it
// at the same moment, one of them in a pid namespace of its own where that is permitted. Ends with 1 if a row is lost or
// doubled, or a process ends with anything but 0 or 6.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { BINARY, type Home, openHome, type Served, serve, start } from '../e2e/binary.ts';
import { killedAfter } from '../e2e/killed.ts';

const NAMESPACE = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'] as const;

function mayUnshare(): boolean {
  const [program, ...args] = NAMESPACE;
  return execaSync(program, [...args, 'true'], { reject: false }).exitCode === 0;
}

interface Round {
  readonly killed: boolean;
  readonly codes: readonly number[];
  readonly held: number;
}

async function contactsOf(home: Home, served: Served): Promise<number> {
  const { stderr } = await home.run(['contacts', 'list', '--limit', '1'], { env: served.env });
  return Number(/ of (\d+) contacts/.exec(stderr)?.[1] ?? 0);
}

async function playRound(home: Home, round: number, rows: number, rivals: number, isApart: boolean): Promise<Round> {
  const file = join(home.folder, `${round}.csv`);
  const lines = Array.from({ length: rows }, (_, at) => `r${at}@x.example,Row ${at}`);
  writeFileSync(file, `Email,Job Title\n${lines.join('\n')}\n`);
  const served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
  try {
    const args = ['contacts', 'import', file, '--yes', '--json'];
    const { code } = await killedAfter(home, 700 + ((round * 137) % 500), args, served.env);
    const [program, ...more] = [...NAMESPACE, process.execPath, BINARY, ...args];
    const resumed = Array.from({ length: rivals }, (_, at) =>
      isApart && at === 0
        ? start(program, more, { cwd: home.folder, env: home.env(served.env), stdin: '' })
        : home.start(args, { env: served.env, stdin: '' }),
    );
    const codes = (await Promise.all(resumed.map(({ ended }) => ended))).map((ran) => ran.code);
    return { killed: code === 137, codes, held: await contactsOf(home, served) };
  } finally {
    await served.stop();
  }
}

export async function run(args: readonly string[]): Promise<number> {
  const [rounds = 30, rows = 2_000] = args.map(Number);
  const isApart = mayUnshare();
  const home = openHome();
  const sum = { rounds: 0, killed: 0, runs: 0, lost: 0, doubled: 0, failed: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const rivals = round % 2 === 0 ? 2 : 6;
      const { killed, codes, held } = await playRound(home, round, rows, rivals, isApart);
      sum.rounds += 1;
      sum.killed += killed ? 1 : 0;
      sum.runs += rivals;
      sum.lost += Math.max(0, rows - held);
      sum.doubled += Math.max(0, held - rows);
      sum.failed += codes.filter((code) => code !== 0 && code !== 6).length;
      process.stdout.write(
        `round ${round}: ${rivals} rivals ended with ${codes.join(', ')}; ${held} of ${rows} rows\n`,
      );
    }
  } finally {
    home.remove();
  }
  process.stdout.write(`${isApart ? 'one rival in a pid namespace' : 'no pid namespace'}: ${JSON.stringify(sum)}\n`);
  return sum.lost + sum.doubled + sum.failed === 0 ? 0 : 1;
}
