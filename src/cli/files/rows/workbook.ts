// The parts of an .xlsx file that its sheets refer to, found by their relations: which sheets there are, shared texts, number formats.

import type { Readable } from 'node:stream';
import { firstOf } from '../../../contract/english.ts';
import { CsvError } from '../csv/error.ts';
import { type CellFormats, type NumberFormat, numberFormat } from './cell-formats.ts';
import { damaged, type XmlEvents, xmlEvents } from './xml.ts';
import { entriesOf, openZip, streamOf } from './zip.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly part: string;
  readonly isVisible: boolean;
}

export interface Workbook {
  /** Worksheets in the order of their tabs; charts are left out. */
  readonly sheets: readonly WorkbookSheet[];
  readonly strings: readonly string[];
  readonly formats: CellFormats;
  /** Bytes of a sheet once unpacked. */
  sizeOf(sheet: WorkbookSheet): number;
  stream(sheet: WorkbookSheet): Promise<Readable>;
  close(): void;
}

const PART_BYTES_MAX = 4_000_000_000;
/** Texts are held in memory: what a workbook of a million contacts has, and no more. */
const STRING_CHARACTERS_MAX = 400_000_000;

/** Throws CsvError `not_xlsx`. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path);
  try {
    const parts = new Map((await entriesOf(zip)).map((entry) => [partName(entry.fileName), entry]));
    const stream = async (part: string): Promise<Readable> => {
      const entry = parts.get(part);
      if (entry === undefined) throw damaged(new Error(`it has no ${part}`));
      if (entry.uncompressedSize > PART_BYTES_MAX) throw damaged(new Error(`${part} is too large`));
      return await streamOf(zip, entry);
    };
    const read: ReadPart = async (part, events) => {
      if (part === undefined || !parts.has(part)) return;
      for await (const _ of xmlEvents(await stream(part), events));
    };
    const start =
      (await relationsOf(read, '')).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
    const names = [...parts.values()].map(({ fileName }) => fileName);
    if (start.endsWith('.bin')) throw notAWorkbook(names);
    const relations = await relationsOf(read, start);
    const { sheets, from1904 } = await readSheets(read, start, relations);
    if (sheets.length === 0) throw notAWorkbook(names);
    // Some programs write these parts without a relation to them, in their usual place.
    const partOf = (type: string) =>
      relations.find((relation) => relation.type === type)?.part ?? partName(`${start}/../${type}.xml`);
    return {
      sheets,
      strings: await readStrings(read, partOf('sharedStrings')),
      formats: await readFormats(read, partOf('styles'), from1904),
      sizeOf: ({ part }) => parts.get(part)?.uncompressedSize ?? 0,
      stream: ({ part }) => stream(part),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

type ReadPart = (part: string | undefined, events: XmlEvents) => Promise<void>;

/** Names of parts have no case, and begin at the root. */
function partName(path: string): string {
  const segments: string[] = [];
  for (const segment of path.toLowerCase().split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

interface Relation {
  readonly id: string;
  /** The last part of its type's address: `worksheet`, `styles`. */
  readonly type: string;
  readonly part: string;
}

/** What a part refers to; `''` is the workbook file itself. */
async function relationsOf(read: ReadPart, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, slash), part.slice(slash)];
  const relations: Relation[] = [];
  await read(partName(`${folder}_rels/${name}.rels`), {
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      const target = attributes.get('Target') ?? '';
      const type = attributes.get('Type')?.split('/').at(-1) ?? '';
      const path = /^[/\\]/.test(target) ? target : folder + target;
      relations.push({ id: attributes.get('Id') ?? '', type, part: partName(path) });
    },
  });
  return relations;
}

/** Sheets refer to their part with an id in the namespace of relations, whatever its prefix is. */
const relationId = (attributes: ReadonlyMap<string, string>): string =>
  [...attributes].find(([name]) => name.endsWith(':id'))?.[1] ?? '';

async function readSheets(
  read: ReadPart,
  workbook: string,
  relations: readonly Relation[],
): Promise<{ sheets: WorkbookSheet[]; from1904: boolean }> {
  const named: { name: string; id: string; isVisible: boolean }[] = [];
  let from1904 = false;
  await read(workbook, {
    open(tag, attributes) {
      // A second element of this name is of an extension.
      if (tag === 'workbookPr') from1904 ||= /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (tag !== 'sheet') return;
      const isVisible = !/hidden/i.test(attributes.get('state') ?? '');
      named.push({ name: attributes.get('name') ?? '', id: relationId(attributes), isVisible });
    },
  });
  const sheets = named.flatMap(({ name, id, isVisible }) => {
    const relation = relations.find((one) => one.id === id);
    return relation?.type === 'worksheet' ? [{ name, part: relation.part, isVisible }] : [];
  });
  return { sheets, from1904 };
}

const NAMES_SHOWN = 5;

const OTHER_WORKBOOKS = [
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument spreadsheet (.ods)'],
  ['Index/Document.iwa', 'a document of Numbers'],
] as const;

/** A zip archive of something else, which the user packed or was sent. */
function notAWorkbook(files: readonly string[]): CsvError {
  const names = files.filter((name) => !name.endsWith('/'));
  const kind = OTHER_WORKBOOKS.find(([part]) => names.includes(part))?.[1];
  if (kind !== undefined)
    return new CsvError('not_xlsx', `the file is ${kind}`, 'open it and save it as .xlsx, or as CSV');
  return new CsvError(
    'not_xlsx',
    names.length === 0
      ? 'the file is an empty zip archive'
      : `the file is a zip archive with ${firstOf(names, NAMES_SHOWN)}`,
    'unpack it, and import the CSV file or workbook in it',
  );
}

/** Characters that XML cannot hold are written as `_x000D_`, and an underscore before such a text as `_x005F_`. */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

async function readStrings(read: ReadPart, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await read(part, {
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
        strings.push(unescapedText(text));
      }
    },
  });
  return strings;
}

async function readFormats(read: ReadPart, part: string | undefined, from1904: boolean): Promise<CellFormats> {
  const codes = new Map<number, string>();
  const byStyle = new Map<number, NumberFormat>();
  let isCellFormat = false;
  let index = 0;
  await read(part, {
    open(tag, attributes) {
      if (tag === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
      else if (tag === 'cellXfs') isCellFormat = true;
      else if (tag === 'xf' && isCellFormat) {
        const id = Number(attributes.get('numFmtId') ?? 0);
        const format = numberFormat(id, codes.get(id));
        if (format !== null) byStyle.set(index, format);
        index += 1;
      }
    },
    close(tag) {
      if (tag === 'cellXfs') isCellFormat = false;
    },
  });
  return { byStyle, from1904 };
}
