// The parts of an .xlsx file that its sheets refer to: which sheets there are, shared texts, and which cells are dates.

import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Entry, open, type ZipFile } from 'yauzl';
import { CsvError } from '../csv/error.ts';
import { damaged, type XmlEvents, xmlEvents } from './xml.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly part: string;
}

export interface CellFormats {
  /** Indexes of cell formats that show a number as a date or a time. */
  readonly dates: ReadonlySet<number>;
  /** Days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[];
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  /** Bytes of a sheet once unpacked. */
  sizeOf(sheet: WorkbookSheet): number;
  stream(sheet: WorkbookSheet): Promise<Readable>;
  close(): void;
}

const PARTS_MAX = 10_000;
const PART_BYTES_MAX = 4_000_000_000;
/** Texts are held in memory: what a workbook of a million contacts has, and no more. */
const STRING_CHARACTERS_MAX = 400_000_000;

/** Throws CsvError `not_xlsx`. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await promisify<string, object, ZipFile>(open)(path, { lazyEntries: true, autoClose: false }).catch(
    (error) => {
      throw damaged(error);
    },
  );
  try {
    const parts = await partsOf(zip);
    const openPart = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
    const stream = async (part: string): Promise<Readable> => {
      const entry = parts.get(part);
      if (entry === undefined) throw damaged(new Error(`it has no ${part}`));
      if (entry.uncompressedSize > PART_BYTES_MAX) throw damaged(new Error(`${part} is too large`));
      return await openPart(entry);
    };
    const read = async (part: string, events: XmlEvents): Promise<void> => {
      if (!parts.has(part)) return;
      for await (const _ of xmlEvents(await stream(part), events));
    };
    const { sheets, from1904 } = await readSheets(read);
    if (sheets.length === 0)
      throw new CsvError('not_xlsx', 'the file is not an Excel workbook', 'give an .xlsx or a CSV file');
    return {
      sheets,
      strings: await readStrings(read),
      formats: { dates: await readDateFormats(read), from1904 },
      sizeOf: ({ part }) => parts.get(part)?.uncompressedSize ?? 0,
      stream: ({ part }) => stream(part),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function partsOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const parts = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      parts.set(entry.fileName, entry);
      if (parts.size > PARTS_MAX) reject(damaged(new Error('it has too many parts')));
      else zip.readEntry();
    });
    zip.once('end', resolve);
    zip.on('error', (error: Error) => reject(damaged(error)));
    zip.readEntry();
  });
  return parts;
}

type ReadPart = (part: string, events: XmlEvents) => Promise<void>;

const nothing = () => {};

async function readSheets(read: ReadPart): Promise<{ sheets: WorkbookSheet[]; from1904: boolean }> {
  const named: { name: string; id: string }[] = [];
  let from1904 = false;
  await read('xl/workbook.xml', {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (tag === 'sheet') named.push({ name: attributes.get('name') ?? '', id: attributes.get('r:id') ?? '' });
    },
    text: nothing,
    close: nothing,
  });
  const targets = new Map<string, string>();
  await read('xl/_rels/workbook.xml.rels', {
    open(tag, attributes) {
      const target = attributes.get('Target') ?? '';
      if (tag === 'Relationship')
        targets.set(attributes.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
    text: nothing,
    close: nothing,
  });
  const sheets = named.map(({ name, id }, index) => ({
    name,
    part: targets.get(id) ?? `xl/worksheets/sheet${index + 1}.xml`,
  }));
  return { sheets, from1904 };
}

async function readStrings(read: ReadPart): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await read('xl/sharedStrings.xml', {
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 't') isText = !isPhonetic;
      else if (tag === 'rPh') isPhonetic = true;
    },
    text(more) {
      if (isText) text += more;
    },
    close(tag) {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'si') {
        characters += text.length;
        if (characters > STRING_CHARACTERS_MAX) throw damaged(new Error('its texts are too long'));
        strings.push(text);
      }
    },
  });
  return strings;
}

/** Numbers of the formats for dates and times that every workbook has, the East Asian ones included. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Without quoted text, escaped characters, colours and conditions, a date is what has one of these letters. */
const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(code.slice(0, 1_000).replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

async function readDateFormats(read: ReadPart): Promise<ReadonlySet<number>> {
  const custom = new Map<number, boolean>();
  const dates = new Set<number>();
  let isCellFormat = false;
  let index = 0;
  await read('xl/styles.xml', {
    open(tag, attributes) {
      if (tag === 'numFmt')
        custom.set(Number(attributes.get('numFmtId')), isDateCode(attributes.get('formatCode') ?? ''));
      else if (tag === 'cellXfs') isCellFormat = true;
      else if (tag === 'xf' && isCellFormat) {
        const id = Number(attributes.get('numFmtId') ?? 0);
        if (custom.get(id) ?? isBuiltInDate(id)) dates.add(index);
        index += 1;
      }
    },
    text: nothing,
    close(tag) {
      if (tag === 'cellXfs') isCellFormat = false;
    },
  });
  return dates;
}

const DAY_MS = 86_400_000;
const UP_TO_1900 = Date.UTC(1899, 11, 30);
const UP_TO_1904 = Date.UTC(1904, 0, 1);

/** `2024-01-31`, or with its time where it has one: `2024-01-31T09:30:00`. */
export function dateText(days: number, from1904: boolean): string {
  const ms = Math.round((days * DAY_MS) / 1000) * 1000 + (from1904 ? UP_TO_1904 : UP_TO_1900);
  if (!(Math.abs(ms) < 8e15)) return String(days);
  const text = new Date(ms).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
