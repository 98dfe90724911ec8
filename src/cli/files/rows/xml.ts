// XML as events, from a stream of bytes. Bounded: no document types, no entities but the five of XML.

import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { CsvError } from '../csv/error.ts';

export interface XmlEvents {
  /** Names without their prefix. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Yields the size of each block once its events have been given. Throws CsvError `not_xlsx`. */
export async function* xmlEvents(stream: Readable, events: XmlEvents): AsyncGenerator<number, void, void> {
  const parser = new SaxesParser();
  let problem: Error | null = null;
  parser.on('error', (error) => {
    problem ??= error;
  });
  parser.on('doctype', () => {
    problem ??= new Error('it has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => events.open(withoutPrefix(name), new Map(Object.entries(attributes))));
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  parser.on('closetag', ({ name }) => events.close?.(withoutPrefix(name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const block of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(block, { stream: true }));
      if (problem !== null) throw problem;
      yield block.length;
    }
    parser.close();
    if (problem !== null) throw problem;
  } catch (error) {
    throw error instanceof CsvError ? error : damaged(error);
  }
}

export function damaged(error: unknown): CsvError {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return new CsvError(
    'not_xlsx',
    `the workbook is damaged: ${reason}`,
    'open it and save it again as .xlsx, or as CSV',
  );
}
