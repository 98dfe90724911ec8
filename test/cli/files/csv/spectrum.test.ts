// Every case of the package csv-spectrum: its CSV read by us is its JSON.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pieces, readWhole } from './pieces.ts';

const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum/package.json'));

const CASES = [
  ...'comma_in_quotes empty empty_crlf escaped_quotes json location_coordinates newlines'.split(' '),
  ...'newlines_crlf quotes_and_newlines simple simple_crlf utf8'.split(' '),
];

// In this one case CSV and JSON of the package disagree about the phone number; ours is what the CSV says.
const PHONE_IN_JSON = '1234567890';
const PHONE_IN_CSV = '2095257564';

function expected(name: string): unknown {
  const json = readFileSync(join(folder, 'json', `${name}.json`), 'utf8').replace(PHONE_IN_JSON, PHONE_IN_CSV);
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value : [value];
}

describe.each(CASES)('%s', (name) => {
  const bytes = readFileSync(join(folder, 'csvs', `${name}.csv`));

  test('reads as the package says, split at every byte', async () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const { header, rows } = await readWhole(pieces(bytes, at));
      const objects = rows.map(({ cells }) =>
        Object.fromEntries(header.cells.map((key, index) => [key, cells[index]])),
      );
      expect(objects).toEqual(expected(name));
    }
  });
});
