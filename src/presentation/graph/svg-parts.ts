// What pictures of graphs are made of: text, escaped, and the colours that boxes and lines share.

import { getOwn } from '../../contract/json.ts';
import { segmentsOf, wordsOf } from '../text.ts';

const INK = '#0f172a';
export const LINE = '#94a3b8';

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const xml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu, '')
    .replace(/[&<>"']/g, (character) => getOwn(ENTITY, character) ?? '');

export const n = (value: number): string => String(Math.round(value * 10) / 10);

export interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: number;
  readonly anchor?: 'middle' | 'end';
}

export function textAt(x: number, y: number, text: string, { size, fill = INK, weight, anchor }: TextStyle): string {
  const more = `${weight === undefined ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`;
  return `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${fill}"${more}>${xml(text)}</text>`;
}

// How wide text is in a picture, without a font: generous guesses, so that text fits whatever sans-serif draws it.

const NARROW = /[iIjl.,:;'|!()[\]{}`\s]/;
const SLIM = /[frt"*\-/\\]/;
const BROAD = /[mwMW@%—…]/;
const CAPITAL = /[A-Z]/;

/** Width of one character in parts of the font size. */
function emsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x2e7f) return 1.1;
  if (NARROW.test(character)) return 0.4;
  if (SLIM.test(character)) return 0.46;
  if (BROAD.test(character)) return 0.99;
  if (CAPITAL.test(character) || code > 0x7f) return 0.74;
  return 0.64;
}

export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character);
  return ems * fontSize;
}

function cutToWidth(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let kept = '';
  for (const segment of segmentsOf(text)) {
    if (textWidth(`${kept}${segment}…`, fontSize) > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines no wider than `width`, broken at spaces where it can be; the last of `most` ends in an ellipsis if text is left. */
export function wrapped(text: string, width: number, fontSize: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most - 1 && textWidth(rest, fontSize) > width) {
    const head = fitting(rest, width, fontSize);
    lines.push(head.trimEnd());
    rest = rest.slice(head.length).trimStart();
  }
  if (rest !== '') lines.push(cutToWidth(rest, width, fontSize));
  return lines;
}

/** The longest beginning that fits: whole words, or as many characters of one long word as there is room for. */
function fitting(text: string, width: number, fontSize: number): string {
  let kept = '';
  for (const word of wordsOf(text)) {
    if (textWidth(kept + word, fontSize) > width) break;
    kept += word;
  }
  if (kept !== '') return kept;
  for (const segment of segmentsOf(text)) {
    if (kept !== '' && textWidth(kept + segment, fontSize) > width) break;
    kept += segment;
  }
  return kept;
}
