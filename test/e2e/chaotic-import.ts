// An import through a network that drops, drips, truncates, resets, duplicates and lies about lengths, run again until it is
// done. Afterwards the service must hold each row of the file once.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, serve } from './binary.ts';
import { openChaos } from './chaos-proxy.ts';

export interface ChaosOutcome {
  readonly runs: number;
  readonly connections: number;
  readonly lost: number;
  readonly doubled: number;
  /** Exit codes that an import through a bad network may not end with. */
  readonly wrongExits: number;
}

const RUNS_MAX = 40;

/** `rows` of them have no match key: a row sent twice would be two contacts. */
export async function chaoticImport(home: Home, rows: number, seed: number): Promise<ChaosOutcome> {
  const file = join(home.folder, `chaos-${seed}.csv`);
  const lines = Array.from({ length: rows }, (_, at) => `chaos${seed}-${at}@x.example,Row ${at}`);
  writeFileSync(file, `Email,Job Title\n${lines.join('\n')}\n`);
  const served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
  const proxy = await openChaos(served.url, seed);
  try {
    const env = { ...served.env, REACH_BASE_URL: proxy.url };
    const args = ['contacts', 'import', file, '--yes', '--json', '--request-timeout', '2s'];
    const codes: number[] = [];
    while (codes.at(-1) !== 0 && codes.length < RUNS_MAX) codes.push((await home.run(args, { env })).code);
    const { stderr } = await home.run(['contacts', 'list', '--limit', '1'], { env: served.env });
    const held = Number(/ of (\d+) contacts/.exec(stderr)?.[1] ?? 0);
    return {
      runs: codes.length,
      connections: Object.values(proxy.done).reduce((sum, count) => sum + count, 0),
      lost: Math.max(0, rows - held),
      doubled: Math.max(0, held - rows),
      wrongExits: codes.filter((code) => ![0, 1, 7].includes(code)).length + (codes.at(-1) === 0 ? 0 : 1),
    };
  } finally {
    await proxy.close();
    await served.stop();
  }
}
