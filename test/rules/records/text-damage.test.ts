import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damageIn } from '../../../src/rules/records/text-damage.ts';

const found = (text: string): string | null => {
  const damage = damageIn(text);
  return damage && `${damage.kind} ${damage.word}`;
};

test.each<[string, string | null]>([
  ['Café,RenÃ©,MÃ¼ller\nCafÃ©', 'double-encoded RenÃ©'],
  ['Ada\nCafÃ©', 'double-encoded CafÃ©'],
  ['Ren\ufffd', 'replaced Ren\ufffd'],
  ['itâ€™s', 'double-encoded itâ€™s'],
  ['å±±ç”°, Nguyá»…n', 'double-encoded å±±ç”°'],
  ['Zoë, Nguyá»…n', 'double-encoded Nguyá»…n'],
  ['M√ºller', 'double-encoded M√ºller'],
  ['M├╝ller', 'double-encoded M├╝ller'],
  ['JĂĽrgen, KrakĂłw', 'double-encoded JĂĽrgen'],
  ['MГјller', 'double-encoded MГјller'],
  ['РџРµС‚СЂРѕРІ', 'double-encoded РџРµС‚СЂРѕРІ'],
  ['├── Ărdelean, Ĺubica, Ґалаґан, РІВНЕ, Гурін, √2, ¬, „‚Ärger‘“', null],
  ['Zoë Müller, São Paulo, Ærø, Ñandú, Â, ÂNGELA, château, café\u00A0», naïveté’”, 太郎', null],
  ['', null],
])('%j', (text, damage) => expect(found(text)).toBe(damage));

test('letters of Latin languages that were encoded twice are found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'éèêëàâäôöùûüïîçñåøæßÉÖÜ'), (letter) => {
      const damaged = new TextDecoder('latin1').decode(Buffer.from(letter));
      expect(found(`x${damaged}y`)).toBe(`double-encoded x${damaged}y`);
      expect(found(`x${letter}y`)).toBeNull();
    }),
  );
});
