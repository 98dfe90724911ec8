// graph of a campaign or a workflow: `--format`, declared once, and what each format prints.

import { Option } from 'commander';
import type { Picture } from '../../presentation/graph/picture.ts';
import type { Session } from '../session/session.ts';
import type { View } from '../terminal/formats/cells.ts';
import type { Paint } from '../terminal/formats/colour.ts';
import { dotOf, mermaidOf } from '../terminal/graph/text-formats.ts';

const FORMATS = ['tree', 'mermaid', 'dot', 'svg'] as const;

export const graphFormat = () => new Option('--format <format>', 'how it is drawn').choices(FORMATS);

export interface Drawing {
  readonly view: View;
  /** The graph as data. */
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
