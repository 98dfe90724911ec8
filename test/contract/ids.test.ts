import { expect, test } from 'vitest';
import { anyIdOf, parseId } from '../../src/contract/ids.ts';

test.each<[text: string, id: number | null, anyId: number | string]>([
  [' 7 ', 7, 7],
  ['9007199254740991', 9007199254740991, 9007199254740991],
  ['9007199254740992', null, '9007199254740992'],
  ['9007199254740993', null, '9007199254740993'],
  ['07', null, '07'],
])('the id %j never becomes another', (text, id, anyId) => expect([parseId(text), anyIdOf(text)]).toEqual([id, anyId]));
