import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextStream } from '../../../../src/cli/files/csv/decode.ts';

const TEXT = 'Größe,“Ada”,€5\r\n😀,е,日本\n';
const WESTERN = 'Größe,“Ada”,€5\r\nnaïve–\n';

/** windows-1252 as a table, independent of ours: iconv's and the WHATWG's, written the other way round. */
const TO_1252: Readonly<Record<string, number>> = { '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96, '™': 0x99, Œ: 0x8c };
const cp1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (character) => TO_1252[character] ?? character.charCodeAt(0)));
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const marked = (text: string): string => `\uFEFF${text}`;

interface Decoded {
  readonly text: string;
  readonly encoding: string;
  readonly failure: string | null;
}

async function decoded(parts: readonly Uint8Array[], encoding?: string): Promise<Decoded> {
  const stream = new TextStream(encoding);
  let text = '';
  for (const piece of [...parts, null]) {
    text += piece === null ? stream.end() : stream.push(piece);
    if (stream.isUndecided) text += await stream.decide();
  }
  const { failure } = stream;
  return { text, encoding: stream.encoding, failure: failure && `${failure.byteOffset}: ${failure.message}` };
}

async function expectInAnyPieces(bytes: Uint8Array, expected: Decoded, encoding?: string): Promise<void> {
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(await decoded([bytes.subarray(0, at), bytes.subarray(at)], encoding), `cut at ${at}`).toEqual(expected);
  }
  const one = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
  expect(await decoded(one, encoding), 'byte by byte').toEqual(expected);
}

describe('the encoding is detected from the bytes, wherever the pieces end', () => {
  test.each<[title: string, bytes: Buffer, encoding: string, text: string]>([
    ['nothing', Buffer.alloc(0), 'utf-8', ''],
    ['ASCII', Buffer.from('a,b\n'), 'utf-8', 'a,b\n'],
    ['UTF-8', Buffer.from(TEXT), 'utf-8', TEXT],
    ['UTF-8 with a mark', Buffer.from(marked(TEXT)), 'utf-8', TEXT],
    ['a mark alone', Buffer.from(marked('')), 'utf-8', ''],
    ['UTF-16LE with a mark', Buffer.from(marked(TEXT), 'utf16le'), 'utf-16le', TEXT],
    ['UTF-16BE with a mark', utf16be(marked(TEXT)), 'utf-16be', TEXT],
    ['UTF-16LE without', Buffer.from(TEXT, 'utf16le'), 'utf-16le', TEXT],
    ['UTF-16BE without', utf16be(TEXT), 'utf-16be', TEXT],
    [
      'UTF-16LE without, Cyrillic',
      Buffer.from('имя,город\nАда,Киев\n', 'utf16le'),
      'utf-16le',
      'имя,город\nАда,Киев\n',
    ],
    [
      'UTF-16LE without, Chinese',
      Buffer.from('姓名\t城市\n张一\t上海\n', 'utf16le'),
      'utf-16le',
      '姓名\t城市\n张一\t上海\n',
    ],
    ['UTF-16BE without, Chinese', utf16be('姓名\t城市\n张一\t上海\n'), 'utf-16be', '姓名\t城市\n张一\t上海\n'],
    ['8-bit text with NULs', Buffer.from('a\0\0\0,b\n\0c,d\n'), 'utf-8', 'a\0\0\0,b\n\0c,d\n'],
    ['windows-1252', cp1252(WESTERN), 'windows-1252', WESTERN],
    [
      'windows-1252 that holds text damaged earlier',
      cp1252('Größe,Müller,MÃ¼ller\n'),
      'windows-1252',
      'Größe,Müller,MÃ¼ller\n',
    ],
    ['U+FFFD that stands in the file', Buffer.from('37\uFFFD\n'), 'utf-8', '37\uFFFD\n'],
    ['a second mark is text', Buffer.from(marked(marked('a'))), 'utf-8', marked('a')],
  ])('%s', async (_title, bytes, encoding, text) => {
    await expectInAnyPieces(bytes, { text, encoding, failure: null });
  });

  test('after megabytes of ASCII the first other byte still decides', async () => {
    const ascii = Buffer.from('Ada,Lovelace,ada@example.com\n'.repeat(10_000));
    const head = ascii.toString();
    expect(await decoded([ascii, cp1252('Müller\n')])).toEqual({
      text: `${head}Müller\n`,
      encoding: 'windows-1252',
      failure: null,
    });
    expect(await decoded([ascii, Buffer.from('Müller\n')])).toEqual({
      text: `${head}Müller\n`,
      encoding: 'utf-8',
      failure: null,
    });
  });

  test('it decides by the 64 KiB from there, not by the piece that came first', async () => {
    const bytes = cp1252(`Müller${',Größe'.repeat(20_000)}`);
    const all = await decoded([bytes]);
    expect(all.encoding).toBe('windows-1252');
    expect(await decoded([bytes.subarray(0, 3), bytes.subarray(3, 70_000), bytes.subarray(70_000)])).toEqual(all);
  });
});

describe('what is not valid is a failure with its place, never U+FFFD', () => {
  test('bytes of no encoding that is certain, unless it is named', async () => {
    const bytes = Buffer.from([0xe4, 0x81, 0x41]);
    const failure = '0: the file is not UTF-8, and its encoding is not certain from its text';
    await expectInAnyPieces(bytes, { text: '', encoding: 'utf-8', failure });
    await expectInAnyPieces(bytes, { text: 'ä\x81A', encoding: 'windows-1252', failure: null }, 'latin1');
  });

  const lone = Buffer.from('a,b\n\uD83Dc,d\n', 'utf16le');
  test.each<[title: string, bytes: Buffer, encoding: string | undefined, text: string, failure: string]>([
    [
      'a single bad byte in UTF-8',
      Buffer.from('ä,ö\nM\xFCller', 'latin1'),
      'utf-8',
      '',
      '0: the byte 0xE4 is not valid UTF-8 here',
    ],
    [
      'a bad byte among good characters: damaged UTF-8, not windows-1252',
      Buffer.concat([Buffer.from('ä,ö\nM'), Buffer.from([0xfc]), Buffer.from('ller')]),
      undefined,
      'ä,ö\nM',
      '7: the byte 0xFC is not valid UTF-8 here',
    ],
    [
      'a character cut off by the end',
      Buffer.from('ä,€').subarray(0, 5),
      undefined,
      'ä,',
      '3: the byte 0xE2 is not valid UTF-8 here',
    ],
    [
      'an overlong form',
      Buffer.from([0xc3, 0xa4, 0xc0, 0xaf]),
      undefined,
      'ä',
      '2: the byte 0xC0 is not valid UTF-8 here',
    ],
    [
      'a surrogate in UTF-8',
      Buffer.from([0x61, 0xed, 0xa0, 0x80]),
      'utf-8',
      'a',
      '1: the byte 0xED is not valid UTF-8 here',
    ],
    ['half a pair in UTF-16', lone, undefined, 'a,b\n', '8: half a character (a lone surrogate) stands here'],
    [
      'half a pair at the end',
      Buffer.from('a,b\n\uD83D', 'utf16le'),
      undefined,
      'a,b\n',
      '8: half a character (a lone surrogate) stands here',
    ],
    [
      'half a unit at the end',
      Buffer.from('a,b\n\0', 'utf16le').subarray(0, 9),
      'utf-16le',
      'a,b\n',
      '8: the file ends in the middle of a character',
    ],
  ])('%s', async (_title, bytes, encoding, text, failure) => {
    await expectInAnyPieces(bytes, { text, encoding: bytes.includes(0) ? 'utf-16le' : 'utf-8', failure }, encoding);
  });
});

describe('few names in an encoding that is not named are read rightly, or not at all', () => {
  test.each<[name: string, text: string, hex: string, read: boolean]>([
    ['gbk', '孙悦 黄晓华 何冰', 'cbefd4c320bbc6cffebbaa20baceb1f9', false],
    ['gbk', '李丽 杨帆', 'c0eec0f620d1eeb7ab', false],
    ['gbk', '周杰 总监 杨帆 张伟', 'd6dcbddc20d7dcbce020d1eeb7ab20d5c5ceb0', false],
    ['gbk', '王小明 刘洋 吴刚 销售经理', 'cdf5d0a1c3f720c1f5d1f320cee2b8d520cffacadbbeadc0ed', true],
    ['euc-jp', '佐藤花子', 'bab4c6a3b2d6bbd2', false],
    ['windows-1250', 'Zdeněk Černý', '5a64656eec6b20c865726efd', true],
    [
      'iso-8859-2',
      'Łukasz Żółć Agnieszka Dąbrowska',
      'a3756b61737a20aff3b3e62041676e6965737a6b612044b162726f77736b61',
      false,
    ],
    ['cp437', 'Hélène François Lefèvre', '48826c8a6e65204672616e876f6973204c65668a767265', true],
    ['macintosh', 'Müller Zoë Åberg', '4d9f6c6c6572205a6f91208162657267', true],
  ])('%s: %s', async (_name, text, hex, read) => {
    const found = await decoded([Buffer.from(hex.replaceAll(' ', ''), 'hex')]);
    expect([found.failure === null, found.text === text]).toEqual([read, read]);
  });
});

describe('an encoding by its name', () => {
  test.each<[name: string, bytes: Buffer, encoding: string, text: string]>([
    ['UTF8', Buffer.from(TEXT), 'utf-8', TEXT],
    ['utf-16', utf16be(marked(TEXT)), 'utf-16be', TEXT],
    ['UTF-16BE', utf16be('ä'), 'utf-16be', 'ä'],
    ['utf_16le', Buffer.from('ä', 'utf16le'), 'utf-16le', 'ä'],
    ['Latin-1', cp1252(WESTERN), 'windows-1252', WESTERN],
    ['iso-8859-1', Buffer.from('Ã¼', 'latin1'), 'windows-1252', 'Ã¼'],
    ['windows-1250', Buffer.from([0xa3, 0xf3, 0x64, 0x9f]), 'windows-1250', 'Łódź'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a]), 'shift_jis', '日本\n'],
    ['macintosh', Buffer.from([0x9a, 0x0d]), 'macintosh', 'ö\r'],
    ['Mac Roman', Buffer.from([0x9a]), 'macintosh', 'ö'],
    ['CP850', Buffer.from([0x52, 0x82, 0x9b, 0xd5]), 'cp850', 'Réøı'],
    ['EUC-KR', Buffer.from([0xb1, 0xe8]), 'euc-kr', '김'],
  ])('%s', async (name, bytes, encoding, text) => {
    await expectInAnyPieces(bytes, { text, encoding, failure: null }, name);
  });

  test('a byte order mark wins over the name, as in browsers', async () => {
    expect(await decoded([Buffer.from(marked('ä'))], 'latin1')).toEqual({
      text: 'ä',
      encoding: 'utf-8',
      failure: null,
    });
  });

  test('bytes that the named encoding does not have', async () => {
    expect((await decoded([Buffer.from([0x61, 0x81])], 'shift_jis')).failure).toBe(
      '0: the next 2 bytes hold one that is not valid shift_jis',
    );
  });

  test('an unknown name lists known ones', () => {
    expect(() => new TextStream('klingon')).toThrow("unknown encoding 'klingon'");
  });
});

describe('files that are no text', () => {
  test.each<[what: string, bytes: number[]]>([
    ['an Excel workbook (.xlsx) or a zip archive', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ['an old Excel workbook (.xls)', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x00]],
    ['a gzip archive', [0x1f, 0x8b, 0x08, 0x00]],
    ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31]],
    ['UTF-32 text', [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
  ])('%s', (what, bytes) => expect(decoded([Buffer.from(bytes)])).rejects.toThrow(`this is ${what}, not CSV text`));
});

test('any text comes back from any encoding that holds it, from any pieces', async () => {
  const anyPieces = fc.array(fc.nat(200), { maxLength: 6 });
  const text = fc.string({
    unit: fc.constantFrom('a', ',', '\n', '\r\n', '"', 'é', 'ß', '€', '日', '😀', 'e\u0301'),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(text, anyPieces, async (input, cuts) => {
      const cut = (bytes: Buffer): Buffer[] => {
        const places = [0, ...cuts.map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b), bytes.length];
        return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
      };
      expect((await decoded(cut(Buffer.from(input)))).text).toBe(input);
      expect((await decoded(cut(Buffer.from(marked(input), 'utf16le')))).text).toBe(input);
      expect((await decoded(cut(utf16be(input)), 'utf-16be')).text).toBe(input);
      const western = input.replace(/日|😀|\u0301/gu, '');
      expect((await decoded(cut(cp1252(western)), 'cp1252')).text).toBe(western);
    }),
    { numRuns: 600 },
  );
});
