// The graph as a picture: plain SVG with its colours and fonts in it, good on screen and in print, without scripts.

import { type Box, FONT, type Label, layoutOf, type SequenceLayout } from './layout.ts';
import { textWidth, wrapped } from './measure.ts';
import type { Look, SequenceGraph } from './model.ts';
import { ARROW, FAMILY, LINE, n, PAPER, SOFT, textAt, wireText, xml } from './svg-parts.ts';

const COLOUR: Readonly<Record<Look, string>> = {
  email: '#2563eb',
  network: '#0f766e',
  whatsapp: '#15803d',
  task: '#b45309',
  condition: '#7c3aed',
  campaign: '#be185d',
  end: '#475569',
  unknown: '#dc2626',
};

/** Drawn in a square of 16, with the pen in white. */
const ICON: Readonly<Record<Look, string>> = {
  email: 'M2 4h12v8.5H2zM2.4 4.6 8 9l5.6-4.4',
  network: 'M8 7.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM3 14c.4-3 2.3-4.6 5-4.6S12.600 11 13 14z',
  whatsapp: 'M2.500 3h11v8H7l-3.200 2.800V11H2.500z',
  task: 'M2.500 2.500h11v11h-11zM5 8l2.200 2.300L11 5.800',
  condition: 'M5.400 5.600a2.600 2.600 0 1 1 3.700 2.500c-.8.4-1.100.8-1.100 1.700M8 12.400v.400',
  campaign: 'M2 8h10M8.500 4.200 12.500 8l-4 3.800',
  end: 'M4.500 4.500h7v7h-7z',
  unknown: 'M8 2.500v7M8 12.500v.5',
};

function boxText({ step, x, y, width, height, title, detail, textX }: Box, note: string | undefined): string {
  const colour = COLOUR[step.look];
  const never = step.day === null;
  const fill = step.look === 'condition' ? '#f5f3ff' : '#ffffff';
  const dash = never ? ' stroke-dasharray="5 4"' : '';
  const rounding = step.look === 'end' ? height / 2 : 10;
  const parts = [
    `<title>${xml([step.path, step.title, step.detail].filter((part) => part !== '').join('\n'))}</title>`,
    `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(rounding)}" fill="${fill}" stroke="${colour}" stroke-opacity="0.55" stroke-width="1.2"${dash}/>`,
    `<circle cx="${n(x + 24)}" cy="${n(y + height / 2)}" r="13" fill="${colour}"/>`,
    `<path d="${ICON[step.look]}" transform="translate(${n(x + 16.8)} ${n(y + height / 2 - 7.2)}) scale(0.9)" fill="none" stroke="#ffffff" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/>`,
  ];
  let baseline = y + 11 + 10;
  parts.push(textAt(textX, baseline, never ? 'never' : (step.day ?? ''), { size: FONT.day, fill: SOFT }));
  if (note !== undefined) {
    parts.push(textAt(x + width - 12, baseline, note, { size: FONT.day, fill: colour, weight: 700, anchor: 'end' }));
  } else if (step.look !== 'end') {
    parts.push(textAt(x + width - 12, baseline, `#${step.number}`, { size: FONT.day, fill: LINE, anchor: 'end' }));
  }
  baseline += 1;
  for (const line of title) {
    baseline += 16.5;
    parts.push(textAt(textX, baseline, line, { size: FONT.title, weight: 600 }));
  }
  for (const line of detail) {
    baseline += 16;
    parts.push(textAt(textX, baseline, line, { size: FONT.detail, fill: '#334155' }));
  }
  return `<g${never ? ' opacity="0.6"' : ''}>${parts.join('')}</g>`;
}

function labelText({ x, y, text, kind, width }: Label): string {
  if (kind === 'delay') return textAt(x, y, text, { size: FONT.delay, fill: SOFT });
  const pill = `<rect x="${n(x - width / 2)}" y="${n(y - 10)}" width="${n(width)}" height="20" rx="10" fill="#ffffff" stroke="${LINE}" stroke-width="1"/>`;
  return pill + textAt(x, y + 4, text, { size: FONT.way, fill: '#334155', weight: 600, anchor: 'middle' });
}

const HEADER = 54;
const NAME_SIZE = 18;
const LEAST_WIDTH = 420;

function headerText(graph: SequenceGraph, layout: SequenceLayout): string {
  const counts = `${graph.count} ${graph.count === 1 ? 'step' : 'steps'} · ${graph.days} ${graph.days === 1 ? 'day' : 'days'}`;
  const [name = 'Campaign'] = wrapped(graph.name === '' ? 'Campaign' : graph.name, layout.width - 56, NAME_SIZE, 1);
  return [
    textAt(28, 42, name, { size: NAME_SIZE, weight: 700 }),
    textAt(28, 61, counts, { size: FONT.detail, fill: SOFT }),
  ].join('');
}

/** A whole SVG document. `notes`: what is written beside a step in place of its number, by path. */
export function svgOf(graph: SequenceGraph, notes: ReadonlyMap<string, string> = new Map()): string {
  const named = Math.min(textWidth(graph.name, NAME_SIZE) + 56, 760);
  const layout = layoutOf(graph, HEADER, Math.max(LEAST_WIDTH, named));
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FAMILY}">`,
    `<title>${xml(graph.name === '' ? 'Campaign' : graph.name)}</title>`,
    `<defs>${ARROW}</defs>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    headerText(graph, layout),
    ...layout.wires.map(wireText),
    ...layout.stops.map(([x, y]) => `<circle cx="${n(x)}" cy="${n(y)}" r="4" fill="${LINE}"/>`),
    ...layout.boxes.map((box) => boxText(box, notes.get(box.step.path))),
    ...layout.labels.map(labelText),
    '</svg>',
  ].join('\n')}\n`;
}
