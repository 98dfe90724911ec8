import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Text } from '../../../src/cli/files/utf8-text.ts';
import { failureOf } from '../../../src/cli/terminal/exit.ts';

const read = (bytes: Buffer): string => {
  try {
    return utf8Text(bytes, 'a.yaml');
  } catch (error) {
    const { exitCode, message, hint } = failureOf(error);
    return `exit ${exitCode}: ${message} (${hint})`;
  }
};

test.each<[string, Buffer, string]>([
  ['windows-1252', Buffer.from('subject: hi\nbody: Gr\xfc\xdfe\n', 'latin1'), '2:9: the byte 0xFC is not UTF-8'],
  [
    'behind letters of several bytes',
    Buffer.from([0xc3, 0xbc, 0xf0, 0x9f, 0x91, 0x8d, 0xff]),
    '1:4: the byte 0xFF is not UTF-8',
  ],
  ['UTF-16', Buffer.from('\ufeffa', 'utf16le'), '1:1: the byte 0xFF is not UTF-8'],
  ['cut off', Buffer.from([0x61, 0xe2, 0x82]), '1:2: the byte 0xE2 is not UTF-8'],
])('%s is refused where it begins', (_, bytes, message) => {
  expect(read(bytes)).toBe(`exit 2: a.yaml:${message} (save the file as UTF-8)`);
});

test('UTF-8 is read as it is, without its mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\ufeff'));
      expect([read(Buffer.from(text)), read(Buffer.from(`\ufeff${text}`))]).toEqual([text, text]);
    }),
  );
});
