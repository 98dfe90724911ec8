import { expect, test } from 'vitest';
import type { MatchKey } from '../../../../src/cli/import/rows/match-keys.ts';
import { RowKeys } from '../../../../src/cli/import/rows/row-keys.ts';

const key = (kind: number, text: string): MatchKey => ({ kind, name: 'NAME', key: text });

test('the first row of a key is found; keys of another kind, and parts of it, are other keys', () => {
  const keys = new RowKeys(() => true);
  const add = (row: number, ...added: MatchKey[]) => keys.addUnlessKnown(added, row)?.row ?? null;
  expect([
    add(2, key(1, 'ada'), key(2, 'ada')),
    add(3, key(2, 'ada')),
    add(4, key(3, 'ada'), key(1, 'ad')),
    add(5, key(1, 'adaa'), key(4, '')),
    // One of two is known: neither is added.
    add(6, key(5, 'new'), key(1, 'ada')),
    add(7, key(5, 'new')),
    add(8, key(4, '')),
  ]).toEqual([null, 2, null, null, 2, null, 5]);
});

test('50,000 keys in several scripts, a third of them seen before: the same rows as of a Map', () => {
  const keys = new RowKeys(() => true);
  const known = new Map<string, number>();
  const wrong: number[] = [];
  for (let line = 1; line <= 50_000; line += 1) {
    const number = (line * 7919) % 33_000;
    const text = `${['Zoë', 'Łukasz', '李', '😀', 'ada'][number % 5]}\u001f${number}${number === 77 ? 'é'.repeat(600_000) : ''}`;
    const kind = number % 8;
    const first = known.get(`${kind}${text}`);
    if (first === undefined) known.set(`${kind}${text}`, line);
    if (keys.addUnlessKnown([key(kind, text)], line)?.row !== first) wrong.push(line);
  }
  expect([known.size, wrong]).toEqual([33_000, []]);
});

test('keys of equal hashes are two keys where the rows have different values behind them', () => {
  const keys = new RowKeys((row) => row === 3);
  const add = (row: number) => keys.addUnlessKnown([key(6, 'ada')], row)?.row ?? null;
  expect([add(2), add(3), add(4)]).toEqual([null, null, 3]);
});
