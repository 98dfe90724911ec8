import { expect, test } from 'vitest';
import { readJson } from '../../../../src/cli/files/rows/json.ts';

/** Whether each of the two passes closed the file, and what the first or the second failed with. */
async function closedAfter(text: string, take: number): Promise<{ closed: string[]; code: string | null }> {
  const closed: string[] = [];
  const bytes = async function* (pass: string): AsyncGenerator<Uint8Array> {
    try {
      for (const character of text) yield Buffer.from(character);
    } finally {
      closed.push(pass);
    }
  };
  try {
    const source = await readJson(bytes);
    for await (const batch of source.batches) if (batch.length >= take) break;
    await source.close();
    return { closed, code: null };
  } catch (error) {
    return { closed, code: Object(error).code };
  }
}

test.each<[name: string, text: string, take: number, closed: string[], code: string | null]>([
  ['read to its end', '{"a":1}\n{"a":2}\n', 9, ['header', 'rows'], null],
  ['left after a batch', '{"a":1}\n'.repeat(600), 500, ['header', 'rows'], null],
  ['a line that is no JSON', '{"a":1}\n{"a"\n{"a":2}\n', 9, ['header'], 'not_json'],
  ['text that is no JSON', '[{"a":1},]{}', 9, ['header'], 'not_json'],
  ['a record that is no object', '[1,{"a":1}]', 9, ['header'], 'not_json'],
])('%s: the file is closed', async (_, text, take, closed, code) => {
  expect(await closedAfter(text, take)).toEqual({ closed, code });
});
