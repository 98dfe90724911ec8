// A workflow as a picture: plain SVG with its colours and fonts in it, without scripts.

import { layered } from './layers.ts';
import { textWidth, wrapped } from './measure.ts';
import { ARROW, FAMILY, INK, n, PAPER, SOFT, textAt, xml } from './svg-parts.ts';
import { countsText, type NodeLook, type WorkflowGraph, type WorkflowNodeFace } from './workflow-model.ts';
import { backText, linesOf, OPEN_END, openText, WireSheet, wiresText } from './workflow-wires.ts';

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
const GAPS = { between: 74, beside: 34 };
const MARGIN = 32;
/** Name, what starts it, and room below. */
const HEADER = 86;
const SIZE = { id: 10, title: 13, detail: 11.5, count: 11.5, name: 18 } as const;
const LEAST_WIDTH = 420;

interface NodeBox {
  readonly node: WorkflowNodeFace;
  readonly width: number;
  readonly height: number;
  readonly title: readonly string[];
  readonly detail: readonly string[];
  readonly count: readonly string[];
}

function faceOf(node: WorkflowNodeFace): NodeBox {
  const width = node.look === 'end' && node.counts === null ? END_WIDTH : BOX_WIDTH;
  const room = width - TEXT_LEFT - TEXT_RIGHT;
  const title = wrapped(node.title, room, SIZE.title, 2);
  const detail = wrapped(node.detail, room, SIZE.detail, 3);
  const count = wrapped(countsText(node.counts), room, SIZE.count, 3);
  const height = 22 + 15 + title.length * 16.5 + detail.length * 15.5 + count.length * 16;
  return { node, width, height, title, detail, count };
}

function boxText({ node, width, height, title, detail, count }: NodeBox, middle: number, y: number): string {
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
  const [displayedId = ''] = wrapped(id, width - TEXT_LEFT - TEXT_RIGHT, SIZE.id, 1);
  parts.push(textAt(left, baseline, displayedId, { size: SIZE.id, fill: SOFT }));
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

function headerText(graph: WorkflowGraph, width: number): string {
  const name = graph.name === '' ? 'Workflow' : graph.name;
  const [displayed = name] = wrapped(name, width - 2 * MARGIN, SIZE.name, 1);
  const count = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'} · ${graph.trigger}`;
  const [about = count] = wrapped(count, width - 2 * MARGIN, 12, 1);
  return [
    textAt(MARGIN, 40, displayed, { size: SIZE.name, weight: 700, fill: INK }),
    textAt(MARGIN, 60, about, { size: 12, fill: SOFT }),
  ].join('');
}

/** A whole SVG document. */
export function workflowSvg(graph: WorkflowGraph): string {
  const faces = graph.nodes.map(faceOf);
  const { lines, open } = linesOf(graph.nodes);
  const items = [...faces, ...Array.from({ length: open }, () => OPEN_END)];
  const drawn = layered(items, lines, GAPS);
  const back = graph.nodes.flatMap(({ ways }, from) =>
    ways.flatMap(({ to, isBack }) => (isBack && to !== null ? [{ from, to }] : [])),
  );
  const named = Math.min(textWidth(graph.name, SIZE.name) + 2 * MARGIN, 760);
  const inner = drawn.width + (back.length > 0 ? 40 : 0);
  const width = Math.ceil(Math.max(LEAST_WIDTH, named, inner + 2 * MARGIN));
  const height = Math.ceil(drawn.height + HEADER + MARGIN);
  const sheet = new WireSheet(items, drawn, [(width - inner) / 2, HEADER]);
  const { wires, labels } = wiresText(sheet, lines);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FAMILY}">`,
    `<title>${xml(graph.name === '' ? 'Workflow' : graph.name)}</title>`,
    `<defs>${ARROW}</defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    headerText(graph, width),
    ...wires,
    ...back.map(({ from, to }) => backText(sheet, from, to)),
    ...faces.map((face, index) => boxText(face, ...sheet.top(index))),
    ...Array.from({ length: open }, (_, index) => openText(sheet.top(faces.length + index))),
    ...labels,
    '</svg>',
  ].join('\n')}\n`;
}
