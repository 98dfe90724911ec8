// The lines of a picture: curves between boxes, what is written on them, and ways that lead nowhere.

import { groupBy } from '../../contract/group-by.ts';
import type { LayerEdge, LayeredGraph, LayerItem } from './layers.ts';
import { LINE, n, textAt, textWidth, wrapped } from './svg-parts.ts';

type Point = readonly [x: number, y: number];

export interface PictureEdge {
  /** Places of nodes; null for where nothing follows. */
  readonly from: number;
  readonly to: number | null;
  readonly label: string | null;
  /** Whether it closes a cycle. */
  readonly isBack: boolean;
}

const LABEL_MOST = 180;
const WAY_SIZE = 11;
const BACK = '#dc2626';

/** Ways of one node that lead to the same one are one line, with what is written on each of them. */
interface Line extends LayerEdge {
  readonly label: string;
  readonly isOpen: boolean;
}

function labelOf(texts: readonly (string | null)[]): string {
  const [text = ''] = wrapped(texts.filter((one) => one !== null).join(', '), LABEL_MOST, WAY_SIZE, 1);
  return text;
}

const pillWidth = (label: string): number => (label === '' ? 0 : textWidth(label, WAY_SIZE) + 18);

/** Lines between boxes; ways that lead nowhere have a place of their own, behind all nodes. */
export function linesOf(count: number, edges: readonly PictureEdge[]) {
  const lines: Line[] = [];
  const add = (from: number, to: number, labels: readonly (string | null)[], isOpen: boolean): void => {
    const label = labelOf(labels);
    lines.push({ from, to, label, width: pillWidth(label), isOpen });
  };
  const forward = edges.filter(({ isBack }) => !isBack);
  for (const same of groupBy(forward, ({ from, to }) => `${from} ${to}`).values()) {
    const [{ from, to } = { from: 0, to: null }] = same;
    if (to !== null)
      add(
        from,
        to,
        same.map(({ label }) => label),
        false,
      );
  }
  const ends = forward.filter(({ to }) => to === null);
  for (const [index, { from, label }] of ends.entries()) add(from, count + index, [label], true);
  return { lines, open: ends.length };
}

function curve(from: Point, to: Point): string {
  const middle = (from[1] + to[1]) / 2;
  return `C${n(from[0])} ${n(middle)} ${n(to[0])} ${n(middle)} ${n(to[0])} ${n(to[1])}`;
}

function pill(x: number, y: number, label: string): string {
  const width = pillWidth(label);
  const box = `<rect x="${n(x - width / 2)}" y="${n(y - 10)}" width="${n(width)}" height="20" rx="10" fill="#ffffff" stroke="${LINE}" stroke-width="1"/>`;
  return box + textAt(x, y + 4, label, { size: WAY_SIZE, fill: '#334155', weight: 600, anchor: 'middle' });
}

/** Where a curve is after a part of its way. */
function along(from: Point, to: Point, part: number): Point {
  const middle = (from[1] + to[1]) / 2;
  const at = (a: number, b: number, c: number, d: number) =>
    (1 - part) ** 3 * a + 3 * (1 - part) ** 2 * part * b + 3 * (1 - part) * part ** 2 * c + part ** 3 * d;
  return [at(from[0], from[0], to[0], to[0]), at(from[1], middle, middle, to[1])];
}

/** Parts of the way at which a label may stand, the best first. */
const STANDS = [0.5, 0.38, 0.62, 0.3, 0.7];

/** The labels of all lines, each where it covers none that stands there already. */
class Pills {
  readonly texts: string[] = [];
  readonly #taken: { readonly x: number; readonly y: number; readonly width: number }[] = [];

  add(from: Point, to: Point, label: string): void {
    if (label === '') return;
    const places = STANDS.map((part) => along(from, to, part));
    const free = places.find(([x, y]) => this.#isFree(x, y, pillWidth(label)));
    const [x, y] = free ?? along(from, to, 0.5);
    this.#taken.push({ x, y, width: pillWidth(label) });
    this.texts.push(pill(x, y, label));
  }

  #isFree(x: number, y: number, width: number): boolean {
    return this.#taken.every((one) => Math.abs(one.y - y) > 21 || Math.abs(one.x - x) > (one.width + width) / 2 + 3);
  }
}

/** Where each line leaves its box: side by side along the lower edge, in the order of where they go. */
function exitsOf(lines: readonly Line[], aims: readonly number[], boxes: readonly LayerItem[]): number[] {
  const exits = lines.map(() => 0);
  for (const [from, { width }] of boxes.entries()) {
    const own = [...lines.keys()].filter((index) => lines[index]?.from === from);
    own.sort((a, b) => (aims[a] ?? 0) - (aims[b] ?? 0));
    const step = Math.min(44, (width - 48) / Math.max(1, own.length - 1));
    for (const [place, index] of own.entries()) exits[index] = (place - (own.length - 1) / 2) * step;
  }
  return exits;
}

/** A layout moved to where it is drawn. */
export class WireSheet {
  readonly items: readonly LayerItem[];
  readonly #drawn: LayeredGraph;
  readonly #dx: number;
  readonly #dy: number;

  constructor(items: readonly LayerItem[], drawn: LayeredGraph, [dx, dy]: Point) {
    this.items = items;
    this.#drawn = drawn;
    this.#dx = dx;
    this.#dy = dy;
  }

  /** Middle of the upper edge of an item. */
  top(item: number): Point {
    const place = this.#drawn.places[item];
    return [(place?.x ?? 0) + this.#dx, (place?.y ?? 0) + this.#dy];
  }

  bottom(item: number): number {
    return this.top(item)[1] + (this.items[item]?.height ?? 0);
  }

  /** Middle of the right edge of an item. */
  side(item: number): Point {
    const [x, y] = this.top(item);
    return [x + (this.items[item]?.width ?? 0) / 2, y + (this.items[item]?.height ?? 0) / 2];
  }

  /** Where a line comes into each layer it passes, and how far down it goes there. */
  bends(line: number): readonly { readonly at: Point; readonly height: number }[] {
    return (this.#drawn.bends[line] ?? []).map(({ x, y, height }) => ({ at: [x + this.#dx, y + this.#dy], height }));
  }
}

/** All lines with their labels, the labels last, so that no line crosses one. */
export function wiresText(sheet: WireSheet, lines: readonly Line[], openColour: string) {
  const aims = lines.map(({ to }, index) => sheet.bends(index)[0]?.at[0] ?? sheet.top(to)[0]);
  const exits = exitsOf(lines, aims, sheet.items);
  const pills = new Pills();
  const wires = lines.map(({ from, to, label, isOpen }, index) => {
    const start: Point = [sheet.top(from)[0] + (exits[index] ?? 0), sheet.bottom(from)];
    let d = `M${n(start[0])} ${n(start[1])}`;
    let here = start;
    const bends = sheet.bends(index);
    for (const { at, height } of bends) {
      const low: Point = [at[0], at[1] + height];
      d += `${curve(here, at)}L${n(low[0])} ${n(low[1])}`;
      here = low;
    }
    d += curve(here, sheet.top(to));
    const [first] = bends;
    if (first === undefined) pills.add(start, sheet.top(to), label);
    else pills.add(first.at, [first.at[0], first.at[1] + first.height], label);
    const style = isOpen ? ` stroke-dasharray="4 4"` : ` marker-end="url(#arrow)"`;
    return `<path d="${d}" fill="none" stroke="${isOpen ? openColour : LINE}" stroke-width="1.6"${style}/>`;
  });
  return { wires, labels: pills.texts };
}

/** A line that closes a cycle, around the right of what lies between. */
export function backText(sheet: WireSheet, from: number, to: number): string {
  const [start, end] = [sheet.side(from), sheet.side(to)];
  const x = Math.max(start[0], end[0]) + 36;
  const d = `M${n(start[0])} ${n(start[1])}C${n(x)} ${n(start[1])} ${n(x)} ${n(end[1])} ${n(end[0])} ${n(end[1])}`;
  return `<path d="${d}" fill="none" stroke="${BACK}" stroke-width="1.6" stroke-dasharray="5 4" marker-end="url(#arrow)"/>`;
}

const OPEN_SIZE = 14;
/** What a way that leads nowhere ends in. */
export const OPEN_END: LayerItem = { width: OPEN_SIZE * 3, height: OPEN_SIZE };

export function openText([x, y]: Point, colour: string, title: string): string {
  return `<circle cx="${n(x)}" cy="${n(y + OPEN_SIZE / 2)}" r="${OPEN_SIZE / 2}" fill="#ffffff" stroke="${colour}" stroke-width="1.4" stroke-dasharray="3 3"><title>${title}</title></circle>`;
}
