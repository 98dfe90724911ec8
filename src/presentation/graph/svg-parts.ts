// What pictures of graphs are made of: text, lines of right angles with rounded corners, and their colours.

import { own } from '../../contract/dictionary.ts';
import type { Point, Wire } from './layout.ts';

export const FAMILY = "Inter, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";
export const INK = '#0f172a';
export const SOFT = '#64748b';
export const LINE = '#94a3b8';
export const PAPER = '#f8fafc';

/** The head of a line, by `url(#arrow)`. */
export const ARROW = `<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.800 9.500 5 0 9.200z" fill="${LINE}"/></marker>`;

/** Text that XML allows, escaped. */
export function xml(text: string): string {
  const ENTITY: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu, '')
    .replace(/[&<>"']/g, (character) => own(ENTITY, character) ?? '');
}

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

const RADIUS = 9;

/** A line of right angles, its corners rounded as far as its legs allow. */
function wirePath({ points }: Wire): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  let path = `M${n(start[0])} ${n(start[1])}`;
  let before = start;
  for (const [index, corner] of rest.entries()) {
    const after = rest[index + 1];
    if (after === undefined) {
      path += `L${n(corner[0])} ${n(corner[1])}`;
      break;
    }
    const radius = Math.min(RADIUS, legLength(before, corner) / 2, legLength(corner, after) / 2);
    const [enter, leave] = [towards(corner, before, radius), towards(corner, after, radius)];
    path += `L${n(enter[0])} ${n(enter[1])}Q${n(corner[0])} ${n(corner[1])} ${n(leave[0])} ${n(leave[1])}`;
    before = corner;
  }
  return path;
}

function legLength(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = legLength(from, to);
  if (length === 0) return from;
  return [from[0] + ((to[0] - from[0]) * distance) / length, from[1] + ((to[1] - from[1]) * distance) / length];
}

export function wireText(wire: Wire): string {
  const end = wire.arrow ? ' marker-end="url(#arrow)"' : '';
  return `<path d="${wirePath(wire)}" fill="none" stroke="${LINE}" stroke-width="1.6"${end}/>`;
}
