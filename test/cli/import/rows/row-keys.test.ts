import { expect, test } from 'vitest';
import { TextScan } from '../../../../src/cli/import/mapping/text-scan.ts';
import { RowKeys } from '../../../../src/cli/import/rows/earlier-rows.ts';

type Key = readonly [kind: number, text: string];

/** As MatchKeys has them: the kind is part of the hash. */
function keysOf(...keys: readonly Key[]) {
  const scan = new TextScan();
  const hashes = keys.map(([kind, text]) => {
    scan.range(text, 0, text.length);
    return scan.exact ^ kind;
  });
  return { count: keys.length, kinds: Uint8Array.from(keys, ([kind]) => kind), hashes: Int32Array.from(hashes) };
}

test('the first row of a key is found; keys of another kind, and parts of it, are other keys', () => {
  const keys = new RowKeys(() => true);
  const add = (row: number, ...added: Key[]) => keys.addUnlessKnown(keysOf(...added), row)?.row ?? null;
  expect([
    add(2, [1, 'ada'], [2, 'ada']),
    add(3, [2, 'ada']),
    add(4, [3, 'ada'], [1, 'ad']),
    add(5, [1, 'adaa'], [4, '']),
    // One of two is known: neither is added.
    add(6, [5, 'new'], [1, 'ada']),
    add(7, [5, 'new']),
    add(8, [4, '']),
  ]).toEqual([null, 2, null, null, 2, null, 5]);
});

test('50,000 keys in several scripts, a third of them seen before: the same rows as of a Map', () => {
  const texts: string[] = [];
  let text = '';
  const keys = new RowKeys((row) => texts[row] === text);
  const known = new Map<string, number>();
  const wrong: number[] = [];
  for (let line = 1; line <= 50_000; line += 1) {
    const number = (line * 7919) % 33_000;
    text = `${['Zoë', 'Łukasz', '李', '😀', 'ada'][number % 5]}\u001f${number}${number === 77 ? 'é'.repeat(600_000) : ''}`;
    const kind = number % 8;
    texts[line] = text;
    const first = known.get(`${kind}${text}`);
    if (first === undefined) known.set(`${kind}${text}`, line);
    if (keys.addUnlessKnown(keysOf([kind, text]), line)?.row !== first) wrong.push(line);
  }
  expect([known.size, wrong]).toEqual([33_000, []]);
});

test('keys of equal hashes are two keys where the rows have different values behind them', () => {
  const keys = new RowKeys((row) => row === 3);
  const add = (row: number) => keys.addUnlessKnown(keysOf([6, 'ada']), row)?.row ?? null;
  expect([add(2), add(3), add(4)]).toEqual([null, null, 3]);
});
