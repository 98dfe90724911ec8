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

/** `columns; place: cells; …`, or `line:column: message`, read in pieces of a size. */
async function read(text: string, piece: number): Promise<string> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += piece) yield all.subarray(at, at + piece);
  };
  try {
    const source = await readJson(bytes);
    const rows = [source.header.cells.join('|')];
    for await (const batch of source.batches)
      rows.push(...batch.map(({ line, cells }) => `${line}: ${cells.join('|')}`));
    return rows.join('; ');
  } catch (error) {
    const { message, line, column } = Object(error);
    return `${line}:${column}: ${message}`;
  }
}

test.each([
  ['{"id":12345678901234567890}\n{"id":12345678901234567891}', 'id; 1: 12345678901234567890; 2: 12345678901234567891'],
  ['[{"id":9007199254740993},\n{"id":0.1e21}]', 'id; 1: 9007199254740993; 2: 0.1e21'],
  ['[{"a":"],{\\""},{"b":[1,2]}]', 'a|b; 1: ],{"|; 2: |1, 2'],
  ['{"a":1}\n{"a":1e400}', '2:6: 1e400 is too large for a number'],
  ['{"a":1}\n{"a":1,"a":2}', '2:8: "a" is there twice'],
  ['{"a.b":1,"a":{"b":2}}', '1:null: "a.b" is there twice'],
  ['[{"a":1},\n\n{"a":"\\ud800"}]', '3:6: the text holds half a character (a lone surrogate)'],
  ['[{"a":1},\n3]', '2:null: a record must be a JSON object'],
  ['[{"a":1}', '1:null: the array is not closed'],
  ['[{"a":1}] 2', '1:null: there is text behind the array'],
  ['[]', 'null:null: the file holds no record'],
])('%j: %s', async (text, result) => {
  for (const piece of [1, 3, 1_000]) expect([piece, await read(text, piece)]).toEqual([piece, result]);
});
