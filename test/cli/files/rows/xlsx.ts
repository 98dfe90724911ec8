// A workbook as Excel writes it, made for a test: shared texts, a date format, one part a sheet. Stored without compression.

import { crc32 } from 'node:zlib';

export interface XlsxSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | { readonly date: number } | { readonly number: number })[])[];
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function xlsxBytes(sheets: readonly XlsxSheet[]): Uint8Array {
  const texts: string[] = [];
  const parts: [string, string][] = sheets.map(({ rows }, index) => {
    const lines = rows.map((cells, row) => {
      const values = cells.map((cell, column) => {
        const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
        if (cell === '') return '';
        if (typeof cell !== 'string')
          return 'date' in cell ? `<c ${at} s="1"><v>${cell.date}</v></c>` : `<c ${at}><v>${cell.number}</v></c>`;
        texts.push(`<si><t xml:space="preserve">${escaped(cell)}</t></si>`);
        return `<c ${at} t="s"><v>${texts.length - 1}</v></c>`;
      });
      return `<row r="${row + 1}">${values.join('')}</row>`;
    });
    return [`xl/worksheets/sheet${index + 1}.xml`, `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`];
  });
  const named = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${TYPE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  links.push(
    `<Relationship Id="t" Type="${TYPE}/sharedStrings" Target="sharedStrings.xml"/>`,
    `<Relationship Id="s" Type="${TYPE}/styles" Target="styles.xml"/>`,
  );
  return zipBytes([
    [
      '_rels/.rels',
      `<Relationships><Relationship Type="${TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `<workbook xmlns:r="r"><sheets>${named.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${links.join('')}</Relationships>`],
    ['xl/sharedStrings.xml', `<sst>${texts.join('')}</sst>`],
    ['xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'],
    ...parts,
  ]);
}

/** A zip archive of these files, stored without compression. */
export function zipBytes(parts: readonly (readonly [string, string])[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of parts) {
    const body = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(body.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06'), end]);
}
