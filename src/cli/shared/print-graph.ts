// graph of a campaign or a workflow: `--format`, declared once, and what each format prints.

import { Option } from 'commander';
import type { Picture, PictureNode } from '../../presentation/graph/picture.ts';
import type { PictureEdge } from '../../presentation/graph/wires.ts';
import type { Session } from '../session/session.ts';
import type { View } from '../terminal/formats/cells.ts';
import type { Paint } from '../terminal/formats/colour.ts';
import { cut } from '../terminal/formats/width.ts';

// The graph for other programs: Mermaid (what Git hosts draw in Markdown) and DOT (Graphviz).

const DETAIL_CHARACTERS = 60;

function partsOf({ kind }: Picture, { title, above, detail, below }: PictureNode): string[] {
  const short = cut(detail, DETAIL_CHARACTERS, (text) => text.length);
  const parts = kind === 'campaign' ? [title, short, above] : [title, above, short, below];
  return parts.filter((part) => part !== '');
}

const isBranch = ({ look }: PictureNode): boolean => look === 'condition' || look === 'king';

/** Steps and nodes by their numbers; what is open is numbered by its slot. */
const idOf = ({ kind }: Picture, place: number): string => `${kind === 'campaign' ? 's' : 'n'}${place + 1}`;

/** The edges with the place that each leads to; the end of a way of a campaign is not drawn. */
function edgesOf(picture: Picture): { edge: PictureEdge; from: string; to: string }[] {
  const { kind, edges } = picture;
  const slotOf = (edge: PictureEdge) => edges.filter(({ from }) => from === edge.from).indexOf(edge);
  return edges
    .filter(({ to }) => to !== null || kind === 'workflow')
    .map((edge) => ({
      edge,
      from: idOf(picture, edge.from),
      to: edge.to === null ? `o${edge.from + 1}_${slotOf(edge)}` : idOf(picture, edge.to),
    }));
}

/** Mermaid knows entities of its own kind: a hash, a number or name, a semicolon. */
function mermaidText(text: string): string {
  return text.replace(/[#"<>&`\\{}[\]|]/g, (character) => `#${character.charCodeAt(0)};`);
}

export function mermaidOf(picture: Picture): string {
  const lines = ['flowchart TD'];
  for (const [place, node] of picture.nodes.entries()) {
    const label = `"${partsOf(picture, node).map(mermaidText).join('<br/>')}"`;
    const isRound = node.look === 'end' || node.look === 'entry';
    lines.push(`  ${idOf(picture, place)}${isBranch(node) ? `{${label}}` : isRound ? `([${label}])` : `[${label}]`}`);
  }
  for (const { edge, from, to } of edgesOf(picture)) {
    const arrow = edge.label === null ? '-->' : `-->|"${mermaidText(edge.label)}"|`;
    lines.push(`  ${from} ${arrow} ${to}${edge.to === null ? '["open"]' : ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function dotText(text: string): string {
  return text.replace(/[\\"]/g, (character) => `\\${character}`);
}

export function dotOf(picture: Picture): string {
  const name = dotText(picture.name === '' ? picture.kind : picture.name);
  const lines = [
    `digraph "${name}" {`,
    `  label="${name}"; labelloc=t; fontname="Helvetica"`,
    '  node [shape=box style=rounded fontname="Helvetica" fontsize=11]',
    '  edge [fontname="Helvetica" fontsize=10]',
  ];
  for (const [place, node] of picture.nodes.entries()) {
    const shape = isBranch(node) ? ' shape=diamond style=solid' : node.look === 'end' ? ' shape=oval' : '';
    lines.push(`  ${idOf(picture, place)} [label="${partsOf(picture, node).map(dotText).join('\\n')}"${shape}]`);
  }
  for (const { edge, from, to } of edgesOf(picture)) {
    const about = [
      ...(edge.label === null ? [] : [`label="${dotText(edge.label)}"`]),
      ...(edge.isBack ? ['color=red constraint=false'] : []),
    ];
    if (edge.to === null) lines.push(`  ${to} [label="open" shape=plaintext]`);
    lines.push(`  ${from} -> ${to}${about.length === 0 ? '' : ` [${about.join(' ')}]`}`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

const FORMATS = ['tree', 'mermaid', 'dot', 'svg'] as const;

export const graphFormat = () => new Option('--format <format>', 'how it is drawn').choices(FORMATS);

export interface Drawing {
  readonly view: View;
  data(): unknown;
  /** `columns`: of the terminal; null elsewhere. */
  tree(paint: Paint, columns: number | null): Promise<string>;
  readonly picture: Picture;
}

/** Prints a drawing in the format of `--format`; without one as a tree, or as data with `--json` and the like. */
export async function printGraph(
  { print, settings, io }: Session,
  format: (typeof FORMATS)[number] | undefined,
  drawing: Drawing,
): Promise<void> {
  if (format === undefined && settings.output !== 'table') return await print.record(drawing.view, drawing.data());
  switch (format ?? 'tree') {
    case 'tree':
      return await print.text(await drawing.tree(print.paint.stdout, io.stdout.isTTY ? io.stdout.columns : null));
    case 'mermaid':
      return await print.text(mermaidOf(drawing.picture));
    case 'dot':
      return await print.text(dotOf(drawing.picture));
    case 'svg':
      return await print.text((await import('../../presentation/graph/picture.ts')).svgOf(drawing.picture));
  }
}
