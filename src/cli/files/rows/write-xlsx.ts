// A table as an Excel workbook of one sheet, row by row: memory is constant.

import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { getOwn } from '../../../contract/json.ts';

type XlsxCell = string | number | boolean | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (type: string, target: string): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

const partsOf = (sheet: string): readonly (readonly [name: string, text: string])[] => [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relation('officeDocument', 'xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')],
];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold are written as `_x0001_`, and an underscore before such a text as `_x005F_`. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu, (character) => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    })
    .replace(/[&<>"]/g, (character) => getOwn(ENTITIES, character) ?? character);
}

function xmlCell(cell: XlsxCell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

const PIECE_CHARACTERS = 64 * 1024;

async function* sheetText(rows: AsyncIterable<readonly XlsxCell[]>): AsyncGenerator<string, void, void> {
  let piece = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const cells of rows) {
    piece += `<row>${cells.map(xmlCell).join('')}</row>`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData></worksheet>`;
}

/** The same table is the same bytes, whenever it is written. */
const WRITTEN_AT = new Date(Date.UTC(2000, 0, 1));

export async function* xlsxBytes(
  sheet: string,
  rows: AsyncIterable<readonly XlsxCell[]>,
): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile();
  const out = new PassThrough();
  const options = { mtime: WRITTEN_AT, forceDosTimestamp: true };
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  for (const [name, text] of partsOf(sheet)) zip.addBuffer(Buffer.from(text), name, options);
  const text = Readable.from(sheetText(rows), { objectMode: false });
  zip.addReadStream(text, 'xl/worksheets/sheet1.xml', options);
  zip.end();
  try {
    yield* out;
  } finally {
    text.destroy();
  }
}
