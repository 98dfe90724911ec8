// A result as the journal stores it, put together without its parts where these are plain, as most are.

import type { ByteText } from './byte-text.ts';
import { encodeResult, type RowResult } from './row-result.ts';

const COMMA = 0x2c;
const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Adds the JSON of `encodeResult`. */
export function addEncoded(text: ByteText, result: RowResult): void {
  const start = text.length;
  if (addPlainly(text, result)) return;
  text.cutTo(start);
  text.add(JSON.stringify(encodeResult(result)));
}

function addPlainly(text: ByteText, { status, id, appUrl, companyId, outcome, matchedBy, error }: RowResult): boolean {
  if (error !== '') return false;
  text.addByte(OPEN_LIST);
  let isPlain = addQuoted(text, status);
  addId(text, id);
  text.addByte(COMMA);
  isPlain &&= addQuoted(text, appUrl);
  addId(text, companyId);
  if (outcome !== '' || matchedBy !== '') {
    text.addByte(COMMA);
    isPlain &&= addQuoted(text, outcome);
  }
  if (matchedBy !== '') {
    text.addByte(COMMA);
    isPlain &&= addQuoted(text, matchedBy);
  }
  text.addByte(CLOSE_LIST);
  return isPlain;
}

function addId(text: ByteText, id: number | null): void {
  text.addByte(COMMA);
  if (id === null) text.add('null');
  else text.addNumber(id);
}

function addQuoted(text: ByteText, plain: string): boolean {
  text.addByte(QUOTE);
  const isPlain = text.addPlain(plain);
  text.addByte(QUOTE);
  return isPlain;
}
