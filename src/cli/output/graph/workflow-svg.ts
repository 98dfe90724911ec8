// A workflow as a picture: plain SVG with its colours and fonts in it, without scripts.

import { type LayerEdge, layered } from './layers.ts';
import { textWidth, wrapped } from './measure.ts';
import { ARROW, FAMILY, INK, LINE, n, PAPER, SOFT, textAt, xml } from './svg-parts.ts';
import { countsText, type NodeLook, type WorkflowGraph, type WorkflowNodeFace } from './workflow-model.ts';

const COLOUR: Readonly<Record<NodeLook, string>> = {
  entry: '#2563eb',
  enrichment: '#0f766e',
  outreach: '#be185d',
  list: '#15803d',
  crm: '#9a3412',
  wait: '#b45309',
  condition: '#7c3aed',
  king: '#7c3aed',
  end: '#475569',
  unknown: '#dc2626',
};

/** Drawn in a square of 16, with the pen in white. */
const ICON: Readonly<Record<NodeLook, string>> = {
  entry: 'M5 3.200 12 8l-7 4.800z',
  enrichment: 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.400 10.400 14 14',
  outreach: 'M2 4h12v8.500H2zM2.400 4.600 8 9l5.600-4.400',
  list: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  crm: 'M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13',
  wait: 'M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM8 5v3.200l2.200 1.500',
  condition: 'M8 2.500v3.500L3.500 10v3.500M8 6l4.500 4v3.500',
  king: 'M2.500 12.500h11V5L10 8 8 3.500 6 8 2.500 5z',
  end: 'M4.500 4.500h7v7h-7z',
  unknown: 'M8 2.500v7M8 12.500v.500',
};

const BOX_WIDTH = 232;
const END_WIDTH = 132;
const TEXT_LEFT = 46;
const TEXT_RIGHT = 12;
const LABEL_MOST = 128;
const GAPS = { between: 74, beside: 34 };
const MARGIN = 32;
const HEADER = 62;
const SIZE = { id: 10, title: 13, detail: 11.5, count: 11.5, way: 11, name: 18 } as const;
const LEAST_WIDTH = 420;

interface Face {
  readonly node: WorkflowNodeFace;
  readonly width: number;
  readonly height: number;
  readonly title: readonly string[];
  readonly detail: readonly string[];
  readonly count: readonly string[];
}

function faceOf(node: WorkflowNodeFace): Face {
  const width = node.look === 'end' && node.counts === null ? END_WIDTH : BOX_WIDTH;
  const room = width - TEXT_LEFT - TEXT_RIGHT;
  const title = wrapped(node.title, room, SIZE.title, 2);
  const detail = wrapped(node.detail, room, SIZE.detail, 3);
  const count = wrapped(countsText(node.counts), room, SIZE.count, 3);
  const height = 22 + 15 + title.length * 16.5 + detail.length * 15.5 + count.length * 16;
  return { node, width, height, title, detail, count };
}

/** Slots of one node that lead to the same one are one line, with what is written on each of them. */
interface Line extends LayerEdge {
  readonly label: string;
  readonly isOpen: boolean;
}

function labelOf(texts: readonly (string | null)[]): string {
  const [text = ''] = wrapped(texts.filter((one) => one !== null).join(', '), LABEL_MOST, SIZE.way, 1);
  return text;
}

const pillWidth = (label: string): number => (label === '' ? 0 : textWidth(label, SIZE.way) + 18);

/** Lines between boxes; open slots lead to a place of their own, behind all nodes. */
function linesOf(nodes: readonly WorkflowNodeFace[]): { readonly lines: readonly Line[]; readonly open: number } {
  const lines: Line[] = [];
  let open = 0;
  for (const [from, { ways }] of nodes.entries()) {
    const targets = [...new Set(ways.flatMap(({ to, isBack }) => (to === null || isBack ? [] : [to])))];
    for (const to of targets) {
      const label = labelOf(ways.filter((way) => way.to === to && !way.isBack).map((way) => way.label));
      lines.push({ from, to, label, width: pillWidth(label), isOpen: false });
    }
    for (const { label: text } of ways.filter(({ to }) => to === null)) {
      const label = labelOf([text]);
      lines.push({ from, to: nodes.length + open, label, width: pillWidth(label), isOpen: true });
      open += 1;
    }
  }
  return { lines, open };
}

type Point = readonly [x: number, y: number];

/** A curve that leaves and arrives upright. */
function curve(from: Point, to: Point): string {
  const middle = (from[1] + to[1]) / 2;
  return `C${n(from[0])} ${n(middle)} ${n(to[0])} ${n(middle)} ${n(to[0])} ${n(to[1])}`;
}

function pill(x: number, y: number, label: string): string {
  const width = pillWidth(label);
  const box = `<rect x="${n(x - width / 2)}" y="${n(y - 10)}" width="${n(width)}" height="20" rx="10" fill="#ffffff" stroke="${LINE}" stroke-width="1"/>`;
  return box + textAt(x, y + 4, label, { size: SIZE.way, fill: '#334155', weight: 600, anchor: 'middle' });
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

  /** On a curve. */
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

function boxText({ node, width, height, title, detail, count }: Face, middle: number, y: number): string {
  const { look, id, path } = node;
  const x = middle - width / 2;
  const colour = COLOUR[look];
  const branches = look === 'condition' || look === 'king';
  const parts = [
    `<title>${xml([path, node.title, node.detail].filter((part) => part !== '').join('\n'))}</title>`,
    `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${look === 'end' ? n(height / 2) : 10}" fill="${branches ? '#f5f3ff' : '#ffffff'}" stroke="${colour}" stroke-opacity="0.55" stroke-width="1.2"/>`,
    `<circle cx="${n(x + 24)}" cy="${n(y + height / 2)}" r="13" fill="${colour}"/>`,
    `<path d="${ICON[look]}" transform="translate(${n(x + 16.8)} ${n(y + height / 2 - 7.2)}) scale(0.9)" fill="none" stroke="#ffffff" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/>`,
  ];
  const left = x + TEXT_LEFT;
  let baseline = y + 22;
  const [shownId = ''] = wrapped(id, width - TEXT_LEFT - TEXT_RIGHT, SIZE.id, 1);
  parts.push(textAt(left, baseline, shownId, { size: SIZE.id, fill: SOFT }));
  for (const line of title) {
    baseline += 16.5;
    parts.push(textAt(left, baseline, line, { size: SIZE.title, weight: 600 }));
  }
  for (const line of detail) {
    baseline += 15.5;
    parts.push(textAt(left, baseline, line, { size: SIZE.detail, fill: '#334155' }));
  }
  for (const line of count) {
    baseline += 16;
    parts.push(textAt(left, baseline, line, { size: SIZE.count, fill: colour, weight: 700 }));
  }
  return `<g>${parts.join('')}</g>`;
}

/** Where each line leaves its box: side by side along the lower edge, in the order of where they go. */
function exitsOf(lines: readonly Line[], aims: readonly number[], faces: readonly Face[]): number[] {
  const exits = lines.map(() => 0);
  for (const [from, face] of faces.entries()) {
    const own = [...lines.keys()].filter((index) => lines[index]?.from === from);
    own.sort((a, b) => (aims[a] ?? 0) - (aims[b] ?? 0));
    const step = Math.min(44, (face.width - 48) / Math.max(1, own.length - 1));
    for (const [place, index] of own.entries()) exits[index] = (place - (own.length - 1) / 2) * step;
  }
  return exits;
}

function headerText(graph: WorkflowGraph, width: number): string {
  const name = graph.name === '' ? 'Workflow' : graph.name;
  const [shown = name] = wrapped(name, width - 2 * MARGIN, SIZE.name, 1);
  const count = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'} · ${graph.trigger}`;
  const [about = count] = wrapped(count, width - 2 * MARGIN, 12, 1);
  return [
    textAt(MARGIN, 40, shown, { size: SIZE.name, weight: 700, fill: INK }),
    textAt(MARGIN, 60, about, { size: 12, fill: SOFT }),
  ].join('');
}

const OPEN_SIZE = 14;

/** A whole SVG document. */
export function workflowSvg(graph: WorkflowGraph): string {
  const faces = graph.nodes.map(faceOf);
  const { lines, open } = linesOf(graph.nodes);
  const items = [...faces, ...Array.from({ length: open }, () => ({ width: OPEN_SIZE * 3, height: OPEN_SIZE }))];
  const drawn = layered(items, lines, GAPS);
  const back = graph.nodes.flatMap(({ ways }, from) =>
    ways.flatMap(({ to, isBack }) => (isBack && to !== null ? [{ from, to }] : [])),
  );
  const named = Math.min(textWidth(graph.name, SIZE.name) + 2 * MARGIN, 760);
  const inner = drawn.width + (back.length > 0 ? 40 : 0);
  const width = Math.ceil(Math.max(LEAST_WIDTH, named, inner + 2 * MARGIN));
  const height = Math.ceil(drawn.height + HEADER + 24 + MARGIN);
  const [dx, dy] = [(width - inner) / 2, HEADER + 24];
  const at = (item: number): Point => [(drawn.places[item]?.x ?? 0) + dx, (drawn.places[item]?.y ?? 0) + dy];
  const bottom = (item: number): number => at(item)[1] + (items[item]?.height ?? 0);
  const aims = lines.map(({ to }, index) => drawn.bends[index]?.[0]?.x ?? drawn.places[to]?.x ?? 0);
  const exits = exitsOf(lines, aims, faces);

  const wires: string[] = [];
  const pills = new Pills();
  for (const [index, { from, to, label, isOpen }] of lines.entries()) {
    const start: Point = [at(from)[0] + (exits[index] ?? 0), bottom(from)];
    let d = `M${n(start[0])} ${n(start[1])}`;
    let here = start;
    const bends = drawn.bends[index] ?? [];
    for (const bend of bends) {
      const [top, low]: readonly [Point, Point] = [
        [bend.x + dx, bend.y + dy],
        [bend.x + dx, bend.y + dy + bend.height],
      ];
      d += `${curve(here, top)}L${n(low[0])} ${n(low[1])}`;
      here = low;
    }
    const end = at(to);
    d += curve(here, end);
    const style = isOpen ? ` stroke-dasharray="4 4"` : ` marker-end="url(#arrow)"`;
    wires.push(`<path d="${d}" fill="none" stroke="${isOpen ? '#dc2626' : LINE}" stroke-width="1.6"${style}/>`);
    const [bend] = bends;
    const middle: Point = bend === undefined ? start : [bend.x + dx, bend.y + dy];
    pills.add(middle, bend === undefined ? end : [middle[0], middle[1] + bend.height], label);
  }
  for (const { from, to } of back) {
    const side = (item: number): Point => [
      at(item)[0] + (faces[item]?.width ?? 0) / 2,
      at(item)[1] + (faces[item]?.height ?? 0) / 2,
    ];
    const [start, end] = [side(from), side(to)];
    const x = Math.max(start[0], end[0]) + 36;
    const d = `M${n(start[0])} ${n(start[1])}C${n(x)} ${n(start[1])} ${n(x)} ${n(end[1])} ${n(end[0])} ${n(end[1])}`;
    wires.push(
      `<path d="${d}" fill="none" stroke="#dc2626" stroke-width="1.6" stroke-dasharray="5 4" marker-end="url(#arrow)"/>`,
    );
  }
  const loose = Array.from({ length: open }, (_, index) => {
    const [x, y] = at(faces.length + index);
    return `<circle cx="${n(x)}" cy="${n(y + OPEN_SIZE / 2)}" r="${OPEN_SIZE / 2}" fill="#ffffff" stroke="#dc2626" stroke-width="1.4" stroke-dasharray="3 3"><title>open</title></circle>`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FAMILY}">`,
    `<title>${xml(graph.name === '' ? 'Workflow' : graph.name)}</title>`,
    `<defs>${ARROW}</defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    headerText(graph, width),
    ...wires,
    ...faces.map((face, index) => boxText(face, ...at(index))),
    ...loose,
    ...pills.texts,
    '</svg>',
  ].join('\n')}\n`;
}
