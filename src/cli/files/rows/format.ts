// Which kind of file it is: by its first bytes, and where they do not tell, by its name.

import { open } from 'node:fs/promises';
import { CsvError } from '../csv/error.ts';

export interface FileFormat {
  readonly kind: 'csv' | 'json' | 'xlsx';
  readonly isGzip: boolean;
  /** The one file of an archive that is read. */
  readonly entry?: string;
}

const HEAD_BYTES = 512;
const JSON_NAME = /\.(?:json|ndjson|jsonl)$/i;
const YAML_NAME = /\.ya?ml$/i;
const CSV_NAME = /\.(?:csv|tsv|tab|txt)$/i;
const START = '^\\ufeff?\\s{0,200}';
/** Texts that people take for tables, by how they begin: what it is, and what to do. */
const OTHER_TEXTS: readonly (readonly [start: RegExp, what: string, hint: string])[] = [
  ...[
    ['(?:!doctype html|html|head|body|table|meta)', 'a page of HTML'],
    ['\\?xml', 'XML'],
  ].map(
    ([tag, what]) =>
      [
        new RegExp(`${START}<${tag}[\\s>]`, 'i'),
        `the file is ${what}, whatever its name`,
        'open it in a spreadsheet and save it as .xlsx or CSV, or export it again: it may be the answer to a download without a login',
      ] as const,
  ),
  [
    /^\ufeff?BEGIN:VCARD/i,
    'the file holds vCards, which are not read as rows',
    'import them into an address book, and export that as CSV',
  ],
];
const JSON_START = /^\ufeff?\s{0,200}(?:\[\s{0,200})?\{\s{0,200}["}]/;

const startsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

/** Throws what the file system throws, and CsvError for a workbook of a kind that cannot be read. `displayed`: the user's name of it. */
export async function fileFormat(path: string, displayed: string): Promise<FileFormat> {
  const head = await headOf(path);
  const name = displayed.replace(/\.gz$/i, '');
  if (startsWith(head, 0x1f, 0x8b)) return { kind: JSON_NAME.test(name) ? 'json' : 'csv', isGzip: true };
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) {
    const { onlyTableOf } = await import('./zip.ts');
    const entry = await onlyTableOf(path);
    if (entry === null) return { kind: 'xlsx', isGzip: false };
    return { kind: JSON_NAME.test(entry) ? 'json' : 'csv', isGzip: false, entry };
  }
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new CsvError(
      'not_xlsx',
      'the file is a workbook of Excel 97 to 2003, or protected with a password',
      'save it as .xlsx without a password, or as CSV',
    );
  }
  const text = new TextDecoder().decode(head);
  for (const [start, what, hint] of OTHER_TEXTS) if (start.test(text)) throw new CsvError('not_csv', what, hint);
  if (YAML_NAME.test(name)) {
    throw new CsvError(
      'not_csv',
      'the file is YAML, which is not read as rows',
      'convert it to JSON, NDJSON, CSV or .xlsx',
    );
  }
  const isJson = JSON_NAME.test(name) || (!CSV_NAME.test(name) && JSON_START.test(text));
  return { kind: isJson ? 'json' : 'csv', isGzip: false };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
