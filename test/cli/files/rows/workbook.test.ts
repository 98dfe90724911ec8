// Workbooks as other programs write them: parts under any name, hidden sheets, formats, damage.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readXlsx } from '../../../../src/cli/files/rows/xlsx.ts';
import { failureOf } from '../../../../src/cli/terminal/exit.ts';
import { folderForAllTests } from '../../../folder.ts';
import { zipBytes } from './xlsx.ts';

const folder = folderForAllTests();

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const ROOT = ['_rels/.rels', relations(['r', 'officeDocument', 'xl/workbook.xml'])] as const;
const book = (sheets: string, head = '') => `<workbook xmlns:r="r">${head}<sheets>${sheets}</sheets></workbook>`;
const sheet = (name: string, id: string, more = '') => `<sheet name="${name}" sheetId="1" r:id="${id}" ${more}/>`;
const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
const rows = (...all: string[]) =>
  `<worksheet><sheetData>${all.map((cells) => `<row>${cells}</row>`).join('')}</sheetData></worksheet>`;

/** `header; line: cells; …`, with what was left out; or the error. */
async function read(parts: readonly (readonly [string, string])[], wanted?: string): Promise<string> {
  const path = join(folder, 'a.xlsx');
  writeFileSync(path, zipBytes(parts));
  try {
    const source = await readXlsx(path, { delimiter: null, encoding: null, sheet: wanted }, 1_000);
    const found = [source.header.cells.join('|')];
    for await (const batch of source.batches) {
      found.push(...batch.map(({ line, cells }) => `${line}: ${cells.join('|')}`));
    }
    const ignored = source.ignoredCells?.();
    if (ignored) found.push(`${ignored.count} ignored from line ${ignored.line}`);
    const others = source.sheet?.others ?? [];
    if (others.length > 0) found.push(`read ${source.sheet?.name}, not ${others.join(', ')}`);
    return found.join('; ');
  } catch (error) {
    const { message, hint } = failureOf(error);
    return `${message} (${hint})`;
  }
}

const one = (
  body: string,
  more: readonly (readonly [string, string])[] = [],
  types: [string, string, string][] = [],
  head = '',
) => [
  ROOT,
  ['xl/workbook.xml', book(sheet('P', 'r1'), head)] as const,
  ['xl/_rels/workbook.xml.rels', relations(['r1', 'worksheet', 'worksheets/sheet1.xml'], ...types)] as const,
  ['xl/worksheets/sheet1.xml', body] as const,
  ...more,
];

describe('where the parts are', () => {
  test('at the root, in other cases of letters, behind dots, under other names', async () => {
    const body = rows(text('Name'), '<c t="s"><v>0</v></c>');
    const strings = '<sst><si><t>Ada</t></si></sst>';
    expect(
      await read([
        ['_rels/.rels', relations(['r', 'officeDocument', '/Book.XML'])],
        ['book.xml', book(sheet('P', 'x')).replaceAll('r:', 'ns0:')],
        [
          '_rels/Book.xml.rels',
          relations(['x', 'worksheet', './data/../Data/One.xml'], ['t', 'sharedStrings', 'texts.xml']),
        ],
        ['data/one.xml', body],
        ['TEXTS.xml', strings],
      ]),
    ).toBe('Name; 2: Ada');
  });

  test('shared texts without a relation to them are in their usual place', async () => {
    const strings = ['xl/sharedStrings.xml', '<sst><si><t>Ada</t></si></sst>'] as const;
    expect(await read(one(rows(text('Name'), '<c t="s"><v>0</v></c>'), [strings]))).toBe('Name; 2: Ada');
  });

  test('hidden sheets and charts are passed over; a hidden one is read by its name', async () => {
    const parts = [
      ROOT,
      [
        'xl/workbook.xml',
        book(
          sheet('Lookup', 'r1', 'state="hidden"') + sheet('Chart', 'r2') + sheet('People', 'r3') + sheet('Notes', 'r1'),
        ),
      ],
      [
        'xl/_rels/workbook.xml.rels',
        relations(['r1', 'worksheet', 's1.xml'], ['r2', 'chartsheet', 'c.xml'], ['r3', 'worksheet', 's3.xml']),
      ],
      ['xl/s1.xml', rows(text('Code'), text('IE'))],
      ['xl/s3.xml', rows(text('Name'), text('Ada'))],
    ] as const;
    expect([
      await read(parts),
      await read(parts, 'lookup'),
      await read(parts, '1'),
      await read(parts, 'Chart'),
    ]).toEqual([
      'Name; 2: Ada; read People, not Notes',
      'Code; 2: IE; read Lookup, not People, Notes',
      'Name; 2: Ada; read People, not Notes',
      'the workbook has no sheet "Chart" (its sheets: "Lookup", "People", "Notes")',
    ]);
  });

  test.each<[string, (readonly [string, string])[], string]>([
    ['a zip of a CSV file', [['contacts.csv', 'a']], 'contacts.csv'],
    [
      'a document',
      [
        ['word/document.xml', '<a/>'],
        ['b', ''],
      ],
      'word/document.xml, b',
    ],
  ])('%s is called a zip archive', async (_, parts, names) => {
    expect(await read(parts)).toBe(
      `the file is a zip archive with ${names} (unpack it, and import the CSV file or workbook in it)`,
    );
  });
});

describe('what a cell holds', () => {
  const STYLES = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0000000000"/><numFmt numFmtId="172" formatCode="&quot;+&quot;0"/>
    <numFmt numFmtId="173" formatCode="000\\-0000"/><numFmt numFmtId="174" formatCode="[h]:mm"/><numFmt numFmtId="175" formatCode="#,##0\\ &quot;EUR&quot;"/>
    <numFmt numFmtId="176" formatCode="0#&quot; &quot;##&quot; &quot;##&quot; &quot;##&quot; &quot;##"/><numFmt numFmtId="177" formatCode="[$-809]0#### ######"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="14"/><xf numFmtId="175"/><xf numFmtId="174"/><xf numFmtId="176"/><xf numFmtId="177"/></cellXfs></styleSheet>`;
  const cellOf = async (cell: string, head = '') => {
    const parts = one(
      rows(text('Name') + text('Value'), text('Ada') + cell),
      [
        ['xl/styles.xml', STYLES],
        ['xl/strings.xml', '<sst><si><t>A_x000D_B</t></si><si><t>佐藤</t><rPh><t>サトウ</t></rPh></si></sst>'],
      ],
      [
        ['s', 'styles', 'styles.xml'],
        ['t', 'sharedStrings', 'strings.xml'],
      ],
      head,
    );
    return (await read(parts)).split('|').at(-1);
  };
  test.each([
    ['<c><v>12345678901234567890</v></c>', '12345678901234567890'],
    ['<c><v>3.53861234567E+11</v></c>', '353861234567'],
    ['<c><v>353861234567.0</v></c>', '353861234567'],
    ['<c><v>1.2345678901234568E+17</v></c>', '1.2345678901234568E+17'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c><v>1E-7</v></c>', '1e-7'],
    ['<c s="1"><v>861234567</v></c>', '0861234567'],
    ['<c s="2"><v>353861234567</v></c>', '+353861234567'],
    ['<c s="3"><v>15550100</v></c>', '1555-0100'],
    ['<c s="3"><v>42</v></c>', '000-0042'],
    ['<c s="7"><v>612345678</v></c>', '06 12 34 56 78'],
    ['<c s="8"><v>7911123456</v></c>', '07911 123456'],
    ['<c s="1"><v>1.5</v></c>', '1.5'],
    ['<c s="5"><v>1234</v></c>', '1234'],
    ['<c s="4"><v>1</v></c>', '1900-01-01'],
    ['<c s="4"><v>59</v></c>', '1900-02-28'],
    ['<c s="4"><v>60</v></c>', '1900-02-29'],
    ['<c s="4"><v>61</v></c>', '1900-03-01'],
    ['<c s="4"><v>45292.5</v></c>', '2024-01-01T12:00:00'],
    ['<c s="4"><v>0.5</v></c>', '12:00:00'],
    ['<c s="4"><v>0.999999</v></c>', '23:59:59'],
    ['<c s="6"><v>1.5</v></c>', '36:00:00'],
    ['<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['<c t="e"><v>#NEW!</v></c>', '#ERROR!'],
    ['<c t="s"><v>7</v></c>', '#REF!'],
    ['<c t="s"><v>0</v></c>', 'A\rB'],
    ['<c t="s"><v>1</v></c>', '佐藤'],
    ['<c t="inlineStr"><is><r><t>B</t></r><r><t>ob</t></r><rPh><t>x</t></rPh></is></c>', 'Bob'],
    ['<c t="inlineStr"><v>1.0</v><is><t>1.</t></is></c>', '1.'],
    ['<c t="str"><f>A1</f><v>x_x0009_y_x005F_x000D_</v></c>', 'x\ty_x000D_'],
    ['<c><f>A1&amp;B1</f></c>', '=A1&B1'],
    ['<c><f t="shared" si="0"/><v/></c>', '#ERROR!'],
    ['<c t="str"><f>IF(A1,B1,"")</f><v></v></c>', ''],
    ['<c><f>A1</f><v>5</v></c>', '5'],
    ['<c t="d"><v>2024-01-31T00:00:00</v></c>', '2024-01-31'],
    ['<c t="b"><v>1</v></c>', 'true'],
  ])('%s: %s', async (cell, value) => expect(await cellOf(cell)).toBe(value));

  test('a date counted from 1904, also where an extension has properties of the workbook', async () => {
    const head = '<workbookPr date1904="1"/><x15:workbookPr chartTrackingRefBase="1"/>';
    expect(await cellOf('<c s="4"><v>1</v></c>', head)).toBe('1904-01-02');
  });
});

const BINARY = '<Relationships><Relationship Id="r" Type="/officeDocument" Target="xl/workbook.bin"/></Relationships>';

test.each([
  ['xl/workbook.bin', 'a binary workbook (.xlsb)', BINARY],
  ['content.xml', 'an OpenDocument spreadsheet (.ods)', '<Relationships/>'],
])('with %s it is %s', async (part, kind, relations) => {
  const parts = [['_rels/.rels', relations] as const, [part, '\u0083'] as const];
  expect(await read(parts)).toBe(`the file is ${kind} (open it and save it as .xlsx, or as CSV)`);
});

test('a note right of the table is no part of it', async () => {
  const body = rows(
    `${text('Name') + text('Company')}<c/>`,
    `${text('Ada') + text('Acme')}<c/>${text('call her')}`,
    text('Bob') + text('Beta') + text('later'),
  );
  expect(await read(one(body))).toBe('Name|Company; 2: Ada|Acme; 3: Bob|Beta; 2 ignored from line 2');
});

test('a part that is not UTF-8 is damaged', async () => {
  expect(await read(one('<worksheet\u0000'))).toContain('the workbook is damaged');
});
