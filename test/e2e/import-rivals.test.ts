// Real processes, real files: two imports of one file at the same moment, and a disk without room for the journal.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHome, serve } from './binary.ts';

const home = openHome();
afterAll(() => home.remove());

const rows = (count: number, name: string) =>
  [
    'First name,Last name,Email',
    ...Array.from({ length: count }, (_, at) => `${name},L${at},${name}${at}@x.example`),
    '',
  ].join('\n');

test('of four processes on one file one imports it, and no row comes in twice', async () => {
  writeFileSync(join(home.folder, 'in.csv'), rows(2_000, 'ada'));
  const served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
  try {
    const one = () => home.run(['contacts', 'import', 'in.csv', '--json'], { env: served.env });
    const all = await Promise.all([one(), one(), one(), one()]);
    const codes = all.map(({ code }) => code).sort();
    // Whoever comes when it is done is told so, and ends with 0.
    expect(codes.filter((code) => code !== 0 && code !== 6)).toEqual([]);
    const input = await home.here(['contacts', 'list', '--limit', '1', '--debug'], { env: served.env });
    expect(input.stderr).toContain('1 of 2000 contacts shown');
    const history = await home.here(['contacts', 'import', '--history', '--json'], { env: served.env });
    expect(JSON.parse(history.stdout)).toMatchObject([{ state: 'finished', rows: 2_000 }]);
  } finally {
    await served.stop();
  }
});

test('no room for the journal: exit 7, nothing lost, and it continues with room', async () => {
  writeFileSync(join(home.folder, 'full.csv'), rows(3_000, 'eve'));
  const served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
  try {
    // A request without an answer is waited for twice as long as it may take.
    const imported = 'reach contacts import full.csv --json --request-timeout 2s';
    // Files may grow to 64 KiB; the signal that says so is ignored, so that writing fails as on a full disk.
    const full = await home.shell(`trap '' XFSZ; ulimit -f 128; ${imported}`, { env: served.env });
    expect([full.code, JSON.parse(full.stdout).state]).toEqual([7, 'stopped']);
    expect(full.stderr).toMatch(/journal\.ndjson: (the file would be too large|no space left on the disk)"/);
    const [id = ''] = readdirSync(join(home.reachHome, 'state', 'imports')).filter((name) =>
      full.stdout.includes(name),
    );
    const rest = await home.shell(imported, { env: served.env });
    expect([rest.code, JSON.parse(rest.stdout)]).toMatchObject([0, { id, rows: 3_000, created: 3_000 }]);
    const input = await home.here(['contacts', 'list', '--limit', '1'], { env: served.env });
    expect(input.stderr).toContain('1 of 3000 contacts shown');
  } finally {
    await served.stop();
  }
});
