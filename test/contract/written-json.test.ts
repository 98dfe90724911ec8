// A body with JSON that was written before is what it would be, had its values been made.

import { expect, test } from 'vitest';
import { WrittenJson, writtenBody } from '../../src/contract/written-json.ts';

function written(json: string): WrittenJson {
  const list = new WrittenJson(Buffer.byteLength(json));
  list.bytes.write(json);
  return list;
}

const BODIES: readonly [what: string, body: (list: WrittenJson) => unknown, json: string][] = [
  ['alone', (contacts) => ({ contacts }), '{"contacts":[1]}'],
  ['beside what is undefined', (contacts) => ({ listId: undefined, contacts }), '{"contacts":[1]}'],
  ['under a long name', (list) => ({ ['é'.repeat(40)]: list }), `{"${'é'.repeat(40)}":[1]}`],
  ['with another value', (contacts) => ({ listId: 7, contacts }), '{"listId":7,"contacts":[1]}'],
];

for (const [what, body, json] of BODIES)
  test(`a list ${what}`, () => expect(writtenBody(body(written('[1]')))?.toString()).toBe(json));

test('the same list under another name', () => {
  const list = written('[1]');
  expect(writtenBody({ contacts: list })?.toString()).toBe('{"contacts":[1]}');
  expect(writtenBody({ people: list })?.toString()).toBe('{"people":[1]}');
  expect(JSON.stringify({ list })).toBe('{"list":[1]}');
});

test('a body without any', () => expect(writtenBody({ contacts: [1] })).toBe(null));
