// An export that was opened and saved by a spreadsheet is imported again: no value is replaced by a damaged one, no two people become one.

import { expect, test } from 'vitest';
import { DAMAGES, throughFile, throughSpreadsheet } from './spreadsheet.ts';

test.each(Object.keys(DAMAGES).map((kind, at) => [kind, at + 1] as const))('%s', async (kind, seed) => {
  expect(await throughSpreadsheet(kind, seed)).toEqual([]);
});

test.each(['csv', 'tsv', 'tab', 'txt', 'json', 'ndjson', 'jsonl', 'xlsx', 'csv.gz', 'tsv.gz', 'json.gz', 'ndjson.gz'])(
  'what is exported as .%s is imported',
  async (ending) => {
    expect(await throughFile(`out.${ending}`, 4)).toEqual([]);
  },
);
