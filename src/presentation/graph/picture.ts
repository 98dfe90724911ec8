// A graph as a picture, whatever it is a graph of: plain SVG with its colours and fonts in it, good on screen and in print,
// without scripts.

import { layered } from './layers.ts';
import { LINE, n, type TextStyle, textAt, textWidth, wrapped, xml } from './svg-parts.ts';
import { backText, linesOf, OPEN_END, openText, type PictureEdge, WireSheet, wiresText } from './wires.ts';

/** Colour, and an icon drawn in a square of 16, with the pen in white. */
const LOOKS = {
  email: ['#2563eb', 'M2 4h12v8.5H2zM2.4 4.6 8 9l5.6-4.4'],
  network: ['#0f766e', 'M8 7.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 14c.4-3 2.3-4.6 5-4.6S12.600 11 13 14z'],
  whatsapp: ['#15803d', 'M2.500 3h11v8H7l-3.200 2.800V11H2.500z'],
  task: ['#b45309', 'M2.500 2.500h11v11h-11zM5 8l2.200 2.300L11 5.800'],
  campaign: ['#be185d', 'M2 8h10M8.500 4.200 12.500 8l-4 3.800'],
  entry: ['#2563eb', 'M5 3.200 12 8l-7 4.800z'],
  enrichment: ['#0f766e', 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.400 10.400 14 14'],
  outreach: ['#be185d', 'M2 4h12v8.500H2zM2.400 4.600 8 9l5.600-4.400'],
  list: ['#15803d', 'M2.500 4h11M2.500 8h11M2.500 12h11'],
  crm: ['#9a3412', 'M3 5.500h9.500M10 3l2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13'],
  wait: ['#b45309', 'M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM8 5v3.200l2.200 1.500'],
  condition: ['#7c3aed', 'M8 2.500v3.500L3.500 10v3.500M8 6l4.500 4v3.500'],
  king: ['#7c3aed', 'M2.500 12.500h11V5L10 8 8 3.500 6 8 2.500 5z'],
  end: ['#475569', 'M4.500 4.500h7v7h-7z'],
  unknown: ['#dc2626', 'M8 2.500v7M8 12.500v.500'],
} as const;

export interface PictureNode {
  readonly look: keyof typeof LOOKS;
  readonly path: string;
  /** The small line above the title. */
  readonly above: string;
  readonly title: string;
  readonly detail: string;
  /** The bold line below, in the colour of the box. */
  readonly below: string;
  /** What stands to the right of the line above; empty for nothing. */
  readonly corner: string;
  readonly isUnreachable: boolean;
}

export interface Picture {
  readonly kind: 'campaign' | 'workflow';
  readonly name: string;
  /** What stands below the name. */
  readonly about: string;
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

const FAMILY = "Inter, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";
const SOFT = '#64748b';
const PAPER = '#f8fafc';

/** The head of a line, by `url(#arrow)`. */
const ARROW = `<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.800 9.500 5 0 9.200z" fill="${LINE}"/></marker>`;

const BOX_WIDTH = 240;
const END_WIDTH = 132;
/** Room inside a box left of its text, for the icon, and right of it. */
const TEXT_LEFT = 46;
const TEXT_RIGHT = 12;
const GAPS = { between: 74, beside: 34 };
const MARGIN = 32;
/** Name, what it is, and room below. */
const HEADER = 86;
const SIZE = { above: 10, title: 13, detail: 11.5, below: 11.5, name: 18, about: 12 } as const;
const LEAST_WIDTH = 420;

interface NodeBox {
  readonly node: PictureNode;
  readonly width: number;
  readonly height: number;
  readonly title: readonly string[];
  readonly detail: readonly string[];
  readonly below: readonly string[];
}

export function boxOf(node: PictureNode): NodeBox {
  const width = node.look === 'end' && node.below === '' ? END_WIDTH : BOX_WIDTH;
  const room = width - TEXT_LEFT - TEXT_RIGHT;
  const title = wrapped(node.title, room, SIZE.title, 2);
  const detail = wrapped(node.detail, room, SIZE.detail, 3);
  const below = wrapped(node.below, room, SIZE.below, 3);
  const height = 22 + 15 + title.length * 16.5 + detail.length * 15.5 + below.length * 16;
  return { node, width, height, title, detail, below };
}

function boxText({ node, width, height, title, detail, below }: NodeBox, middle: number, y: number): string {
  const { look, path, corner, isUnreachable } = node;
  const x = middle - width / 2;
  const [colour, icon] = LOOKS[look];
  const fill = look === 'condition' || look === 'king' ? '#f5f3ff' : '#ffffff';
  const dash = isUnreachable ? ' stroke-dasharray="5 4"' : '';
  const parts = [
    `<title>${xml([path, node.title, node.detail].filter((part) => part !== '').join('\n'))}</title>`,
    `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${look === 'end' ? n(height / 2) : 10}" fill="${fill}" stroke="${colour}" stroke-opacity="0.55" stroke-width="1.2"${dash}/>`,
    `<circle cx="${n(x + 24)}" cy="${n(y + height / 2)}" r="13" fill="${colour}"/>`,
    `<path d="${icon}" transform="translate(${n(x + 16.8)} ${n(y + height / 2 - 7.2)}) scale(0.9)" fill="none" stroke="#ffffff" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/>`,
  ];
  let baseline = y + 22;
  const [above = ''] = wrapped(node.above, width - TEXT_LEFT - TEXT_RIGHT, SIZE.above, 1);
  parts.push(textAt(x + TEXT_LEFT, baseline, above, { size: SIZE.above, fill: SOFT }));
  if (corner !== '')
    parts.push(textAt(x + width - 12, baseline, corner, { size: SIZE.above, anchor: 'end', fill: LINE }));
  const write = (lines: readonly string[], leading: number, style: TextStyle): void => {
    for (const line of lines) {
      baseline += leading;
      parts.push(textAt(x + TEXT_LEFT, baseline, line, style));
    }
  };
  write(title, 16.5, { size: SIZE.title, weight: 600 });
  write(detail, 15.5, { size: SIZE.detail, fill: '#334155' });
  write(below, 16, { size: SIZE.below, fill: colour, weight: 700 });
  return `<g${isUnreachable ? ' opacity="0.6"' : ''}>${parts.join('')}</g>`;
}

function headerText(name: string, about: string, width: number): string {
  const line = (text: string, size: number) => wrapped(text, width - 2 * MARGIN, size, 1)[0] ?? '';
  return [
    textAt(MARGIN, 40, line(name, SIZE.name), { size: SIZE.name, weight: 700 }),
    textAt(MARGIN, 60, line(about, SIZE.about), { size: SIZE.about, fill: SOFT }),
  ].join('');
}

export function svgOf({ kind, name, about, nodes, edges }: Picture): string {
  const title = name === '' ? (kind === 'campaign' ? 'Campaign' : 'Workflow') : name;
  const boxes = nodes.map(boxOf);
  const { lines, open } = linesOf(nodes.length, edges);
  const items = [...boxes, ...Array.from({ length: open }, () => OPEN_END)];
  const drawn = layered(items, lines, GAPS);
  const back = edges.flatMap(({ from, to, isBack }) => (isBack && to !== null ? [{ from, to }] : []));
  const named = Math.min(textWidth(name, SIZE.name) + 2 * MARGIN, 760);
  const inner = drawn.width + (back.length > 0 ? 40 : 0);
  const width = Math.ceil(Math.max(LEAST_WIDTH, named, inner + 2 * MARGIN));
  const height = Math.ceil(drawn.height + HEADER + MARGIN);
  const sheet = new WireSheet(items, drawn, [(width - inner) / 2, HEADER]);
  // A campaign may end anywhere; a slot of a workflow that leads nowhere is to be filled.
  const [openColour, openTitle] = kind === 'campaign' ? [LINE, 'ends here'] : ['#dc2626', 'open'];
  const { wires, labels } = wiresText(sheet, lines, openColour);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FAMILY}">`,
    `<title>${xml(title)}</title>`,
    `<defs>${ARROW}</defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    headerText(title, about, width),
    ...wires,
    ...back.map(({ from, to }) => backText(sheet, from, to)),
    ...boxes.map((box, index) => boxText(box, ...sheet.top(index))),
    ...Array.from({ length: open }, (_, index) => openText(sheet.top(nodes.length + index), openColour, openTitle)),
    ...labels,
    '</svg>',
  ].join('\n')}\n`;
}
