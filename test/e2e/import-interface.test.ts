// The built tool against a service typed by hand from the interface, none of our code in it; and two of it against one key.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contacts } from '../golden/contacts.ts';
import { GOLDEN_KEY, startGoldenServer } from '../golden/server.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

function csvOf(name: string, rows: number, email = (at: number) => `a${at}@x.example`): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Ada,${name} ${at},${email(at)},Acme,https://network.example/in/${name}-${at}`,
  );
  const file = join(home.folder, `${name}.csv`);
  writeFileSync(file, `First Name,Last Name,Email,Company,Profile URL\n${lines.join('\n')}\n`);
  return file;
}

describe.each(['plain', 'extended'] as const)('a service that answers as the interface says (%s)', (dress) => {
  test('gets bulks of a hundred, in the interface’s own words, and every row is reported', async () => {
    const server = await startGoldenServer(contacts, dress);
    try {
      const env = { REACH_BASE_URL: server.url, REACH_API_KEY: GOLDEN_KEY };
      const args = [
        'contacts',
        'import',
        csvOf(`gold-${dress}`, 250),
        '--yes',
        '--json',
        '--map',
        'Profile URL=networkProfileUrl',
      ];
      const ran = await home.here(args, { env });
      const bulks = server.requests.filter(({ path }) => path === '/v1/contacts/bulk');
      const sizes = bulks.map(({ body }) => (Reflect.get(Object(body), 'contacts') as unknown[]).length);
      expect(sizes.sort()).toEqual([100, 100, 50]);
      expect(bulks.map(({ method, headers }) => [method, headers['x-api-key'], headers['content-type']])).toEqual(
        bulks.map(() => ['POST', GOLDEN_KEY, 'application/json']),
      );
      const first = bulks
        .flatMap(({ body }) => Reflect.get(Object(body), 'contacts') as unknown[])
        .find((item) => Reflect.get(Object(item), 'lastName') === `gold-${dress} 0`);
      expect(first).toEqual({
        firstName: 'Ada',
        lastName: `gold-${dress} 0`,
        professionalEmail: 'a0@x.example',
        companyName: 'Acme',
        networkProfileUrl: `https://network.example/in/gold-${dress}-0`,
      });
      expect(JSON.parse(ran.stdout)).toMatchObject({
        state: 'finished',
        rows: 250,
        failed: 0,
        rejected: 0,
        skipped: 0,
      });
      expect(ran.code).toBe(0);
    } finally {
      await server.close();
    }
  });
});
