// Real processes, real files: two imports of one file at the same moment.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from './binary.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

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
