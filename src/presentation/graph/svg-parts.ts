// What pictures of graphs are made of: text, escaped, and the colours that boxes and lines share.

import { getOwn } from '../../contract/dictionary.ts';

const INK = '#0f172a';
export const LINE = '#94a3b8';

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that XML allows, escaped. */
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
