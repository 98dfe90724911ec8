// Archives: their entries, and the one table that an archive holds.

import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, open, type ZipFile } from 'yauzl';
import { damaged } from './xml.ts';

const ENTRIES_MAX = 10_000;
const TABLE_NAME = /\.(?:csv|tsv|tab|txt|json|ndjson|jsonl)$/i;
/** What systems put beside the files of a person. */
const OF_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\/$/;

/** Throws CsvError for what is no archive. */
export async function openZip(path: string): Promise<ZipFile> {
  return await promisify<string, object, ZipFile>(open)(path, { lazyEntries: true, autoClose: false }).catch(
    (error) => {
      throw damaged(error);
    },
  );
}

/** Throws CsvError; the stream fails at its end where its bytes are not those that were packed. */
export async function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  const stream = await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry).catch((error) => {
    throw damaged(error);
  });
  return Readable.from(checked(stream, entry), { objectMode: false });
}

async function* checked(stream: Readable, { crc32: wanted, fileName }: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const block of stream as AsyncIterable<Buffer>) {
    sum = crc32(block, sum);
    yield block;
  }
  if (sum !== wanted) throw damaged(new Error(`the checksum of ${fileName} is wrong`));
}

/** Throws CsvError. */
export async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX) reject(damaged(new Error('it has too many parts')));
      else zip.readEntry();
    });
    zip.once('end', resolve);
    zip.on('error', (error: Error) => reject(damaged(error)));
    zip.readEntry();
  });
  return entries;
}

/** The name of the one file that an archive holds, if that is a table of text. Null for any other, workbooks among them. */
export async function onlyTableOf(path: string): Promise<string | null> {
  const zip = await openZip(path);
  try {
    const files = (await entriesOf(zip)).filter(({ fileName }) => !OF_SYSTEM.test(fileName));
    const [only] = files;
    return files.length === 1 && only !== undefined && TABLE_NAME.test(only.fileName) ? only.fileName : null;
  } finally {
    zip.close();
  }
}

export async function* bytesOfEntry(path: string, name: string): AsyncGenerator<Uint8Array> {
  const zip = await openZip(path);
  try {
    const entry = (await entriesOf(zip)).find(({ fileName }) => fileName === name);
    if (entry === undefined) throw damaged(new Error(`it has no ${name}`));
    for await (const chunk of await streamOf(zip, entry)) yield chunk;
  } catch (error) {
    throw error instanceof Error && 'exit' in error
      ? error
      : damaged(error instanceof Error ? error : new Error(String(error)));
  } finally {
    zip.close();
  }
}
