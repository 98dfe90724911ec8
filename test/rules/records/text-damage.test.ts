import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damagedPlaces } from '../../../src/rules/records/text-damage.ts';

const found = (text: string): string[] =>
  damagedPlaces(text).map(({ line, column, kind, word }) => `${line}:${column} ${kind} ${word}`);

test.each<[string, string[]]>([
  ['RenÃ©,MÃ¼ller\nCafÃ©', ['1:4 double-encoded RenÃ©', '1:8 double-encoded MÃ¼ller', '2:4 double-encoded CafÃ©']],
  ['Ren\ufffd', ['1:4 replaced Ren\ufffd']],
  ['itâ€™s', ['1:3 double-encoded itâ€™s']],
  ['å±±ç”°, Nguyá»…n', ['1:1 double-encoded å±±ç”°', '1:13 double-encoded Nguyá»…n']],
  ['Zoë Müller, São Paulo, Ærø, Ñandú, Â, ÂNGELA, château, café\u00A0», naïveté’”, 太郎', []],
  ['', []],
])('%j', (text, places) => expect(found(text)).toEqual(places));

test('letters of Latin languages that were encoded twice are found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'éèêëàâäôöùûüïîçñåøæßÉÖÜ'), (letter) => {
      const damaged = new TextDecoder('latin1').decode(Buffer.from(letter));
      expect(found(`x${damaged}y`)).toHaveLength(1);
      expect(found(`x${letter}y`)).toEqual([]);
    }),
  );
});

test('no more than 100 places of a long text', () => expect(damagedPlaces('Ã© '.repeat(10_000))).toHaveLength(100));
