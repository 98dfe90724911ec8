import { expect, test } from 'vitest';
import { LongTexts } from '../../../../src/cli/tool/mcp/server.ts';

test('a long answer comes in parts, each of them once', () => {
  const long = new LongTexts();
  const whole = Array.from({ length: 20_000 }, (_, at) => at).join(' ');
  let [text, read] = [long.first(whole), ''];
  for (let parts = 0; parts < 10; parts += 1) {
    const [, part = text, cursor] =
      /^(.*)\n\[[0-9]+ more characters: call read_more with cursor (c[0-9]+),.*\]$/s.exec(text) ?? [];
    read += part;
    if (cursor === undefined) break;
    text = long.next(cursor) ?? '';
    expect(long.next(cursor)).toBeUndefined();
  }
  expect(read === whole).toBe(true);
  expect([long.first('short'), long.next('c99')]).toEqual(['short', undefined]);
});

test('of many long answers the last are kept', () => {
  const long = new LongTexts();
  for (let at = 0; at < 20; at += 1) long.first('x'.repeat(50_000));
  expect([long.next('c1'), long.next('c20')?.length]).toEqual([undefined, 10_000]);
});
