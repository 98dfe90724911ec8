import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { AsciiKeys, addPart } from '../../../../src/cli/import/rows/ascii-keys.ts';
import { KeySet, type RowKey } from '../../../../src/cli/import/rows/key-set.ts';
import { openOverflowFile } from '../../../../src/cli/import/rows/overflow-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'reach-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The line a key was added with before; 0 when it was not there, and is now. */
const add = (set: KeySet, kind: number, key: string, line: number): number =>
  set.addUnlessKnown([{ kind, key }], line)?.line ?? 0;

/** The same from the bytes of a row: the kind and the line of the key that was there. */
function addAsBytes(set: KeySet, keys: readonly RowKey[], line: number): [kind: number, line: number] | null {
  const ascii = new AsciiKeys();
  for (const { kind, key } of keys) {
    // Other text around it, as in a file, and the bytes that may be read with the last.
    const bytes = Buffer.from(`before ${key} behind it`);
    addPart(ascii, kind, new DataView(bytes.buffer, bytes.byteOffset), { from: 7, to: 7 + key.length });
  }
  const known = set.addBytesUnlessKnown(ascii, line);
  return known && [known.kind, known.line];
}

// Made to be taken for one another by two chained 32-bit hashes side by side.
const SAME_64_BITS = [
  'dbcablripazlxsabfahawqgxaergyayfkkacgjsaebdpaepyhawxbabbsbpardssarsbabtbgfavseoafopqaydvia',
  'bjbbalripazlxsazznabwqgxaergyayfkkapojaboyplahbwabwxbabbsbpaondabrsbabrhjabvseoafopqaydvia',
] as const;

const entry = fc.record({
  kind: fc.integer({ min: 0, max: 7 }),
  // One byte a character, two bytes, lone surrogates; lengths around a word's.
  key: fc.oneof(fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 9 }), fc.constantFrom('a\0', 'a')),
  line: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
});

describe('the set of keys', () => {
  test('behaves as a map from kind and key to the first line', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 300 }),
        fc.array(entry, { maxLength: 30 }),
        fc.nat(9_000),
        (added, others, expected) => {
          const set = new KeySet();
          const map = new Map<string, number>();
          for (const [at, { kind, key, line }] of added.entries()) {
            if (at === 10) set.expect(expected);
            const name = `${kind} ${key}`;
            expect(add(set, kind, key, line)).toBe(map.get(name) ?? 0);
            if (!map.has(name)) map.set(name, line);
          }
          expect(set.size).toBe(map.size);
          for (const key of [...added, ...others]) expect(set.has(key)).toBe(map.has(`${key.kind} ${key.key}`));
        },
      ),
    );
  });

  test('adds all keys of a line, or none when one is there already', () => {
    const set = new KeySet();
    const keys = (...names: string[]) => names.map((key, kind) => ({ kind, key }));
    expect(set.addUnlessKnown(keys('a', 'b'), 2)).toBeNull();
    expect(set.addUnlessKnown(keys('x', 'b'), 3)).toEqual({ known: { kind: 1, key: 'b' }, line: 2 });
    expect(set.addUnlessKnown(keys('x', 'y'), 4)).toBeNull();
    expect(set.size).toBe(4);
  });

  // Of 4 to 900 bytes, so that lines end near the end of a chunk of a megabyte; three times as many as stay in memory.
  test('keys of bytes and of texts are the same keys, wherever they stand', () => {
    const set = new KeySet(() => openOverflowFile(join(folder, 'bytes')));
    const lines = new Map<string, number>();
    const wrong: unknown[] = [];
    for (let line = 1; line <= 60_000; line += 1) {
      const person = line % 5 < 2 ? (line * 7_919) % 1_009 : line;
      const keys = [
        { kind: 1, key: `in/${person}` },
        { kind: 2, key: `${'x'.repeat((line * 31) % 900)}${line % 50_000}` },
        { kind: 5, key: `a${'.b'.repeat(person % 200)}${person}` },
      ].slice(0, 1 + (line % 3));
      const first = keys.find(({ kind, key }) => lines.has(`${kind} ${key}`));
      const expected = first && [first.kind, lines.get(`${first.kind} ${first.key}`)];
      const isText = line % 4 === 0;
      const text = isText ? set.addUnlessKnown(keys, line) : null;
      const found = isText ? text && [text.known.kind, text.line] : addAsBytes(set, keys, line);
      if (JSON.stringify(found) !== JSON.stringify(expected ?? null)) wrong.push({ line, found, expected });
      if (first === undefined) for (const { kind, key } of keys) lines.set(`${kind} ${key}`, line);
    }
    expect([wrong.slice(0, 3), set.size]).toEqual([[], lines.size]);
    set.close();
  });

  test('keeps keys apart that a 64-bit hash takes for one', () => {
    const [one, other] = SAME_64_BITS;
    const set = new KeySet();
    expect([add(set, 6, one, 2), add(set, 6, other, 3), add(set, 6, one, 4), add(set, 6, other, 5)]).toEqual([
      0, 0, 2, 3,
    ]);
  });

  // So many that about sixty pairs have the same 32 bits of hash, and most keys are in the temporary file.
  test('is exact for 700,000 keys, kept in a file beyond 6 MB, and removes the file', () => {
    const path = join(folder, 'cache', 'keys');
    const set = new KeySet(() => openOverflowFile(path));
    let wrong = 0;
    for (let n = 0; n < 700_000; n += 1) if (add(set, 1, `network.example/in/ada-${n}`, n + 2) !== 0) wrong += 1;
    for (let n = 0; n < 700_000; n += 7) if (add(set, 1, `network.example/in/ada-${n}`, 1) !== n + 2) wrong += 1;
    expect([wrong, set.size, set.has({ kind: 2, key: 'network.example/in/ada-0' })]).toEqual([0, 700_000, false]);
    set.close();
    expect(existsSync(path)).toBe(false);
  });

  test('is exact for long keys, in memory and in a file', () => {
    for (const open of [() => null, () => openOverflowFile(join(folder, 'long'))]) {
      const set = new KeySet(open);
      const key = (n: number) => `${'ä€'.repeat(40_000 + n * 20_000)}${n}`;
      for (let n = 0; n < 40; n += 1) expect(add(set, 3, key(n), n + 2)).toBe(0);
      for (let n = 0; n < 40; n += 1) expect(add(set, 3, key(n), 1)).toBe(n + 2);
      expect(add(set, 3, `${key(39).slice(0, -1)}x`, 99)).toBe(0);
      set.close();
    }
  });

  test('stays exact where the file takes no more', () => {
    const file = openOverflowFile(join(folder, 'full'));
    let appended = 0;
    const set = new KeySet(
      () => file && { ...file, append: (bytes) => (++appended % 2 === 0 ? null : file.append(bytes)) },
    );
    for (let n = 0; n < 500_000; n += 1) add(set, 1, `network.example/in/grace-${n}`, n + 2);
    let wrong = 0;
    for (let n = 0; n < 500_000; n += 11) if (add(set, 1, `network.example/in/grace-${n}`, 1) !== n + 2) wrong += 1;
    expect([wrong, appended > 4]).toEqual([0, true]);
    set.close();
  });
});
