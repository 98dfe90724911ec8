// reach campaign graph: a campaign as a tree in the terminal, as a picture, or for other programs.

import { Option } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { edgesOf, type Graph, graphOf } from '../../output/graph/model.ts';
import { dotOf, mermaidOf } from '../../output/graph/text-formats.ts';
import { treeText } from '../../output/graph/tree.ts';
import { readSource } from './source.ts';

const FORMATS = ['tree', 'mermaid', 'dot', 'svg'] as const;

interface GraphFlags {
  readonly format?: (typeof FORMATS)[number];
}

const graphView: View = {
  noun: 'graph',
  plural: 'graphs',
  id: 'name',
  columns: [
    { key: 'name', title: 'campaign' },
    { key: 'count', title: 'steps', kind: 'number' },
    { key: 'days', title: 'days', kind: 'number' },
  ],
};

/** The graph as data: the steps with their branches, and what comes after what by number. */
function dataOf(graph: Graph) {
  const edges = edgesOf(graph.steps).map(({ from, to, label }) => ({ from: from.number, to: to.number, label }));
  return { ...graph, edges };
}

/** Prints a graph as the flags and the output format want it. */
async function printGraph(session: Session, graph: Graph, { format }: GraphFlags): Promise<void> {
  const { print, settings, io } = session;
  if (format === undefined && settings.output !== 'table') return await print.record(graphView, dataOf(graph));
  switch (format ?? 'tree') {
    case 'tree':
      return await print.text(await treeText(graph, print.paint.stdout, io.stdout.isTTY ? io.stdout.columns : null));
    case 'mermaid':
      return await print.text(mermaidOf(graph));
    case 'dot':
      return await print.text(dotOf(graph));
    case 'svg':
      return await print.text((await import('../../output/graph/svg.ts')).svgOf(graph));
  }
}

export function graphCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('graph', {
      summary: 'Show a campaign as a tree, or as a picture',
      description: 'Days count from the moment a contact starts: day 1. "day 3-6" is the earliest and the latest.',
      uses: [routes.campaigns.get, routes.campaigns.list],
      output: 'the tree; with --format the text of the picture; JSON: steps with their branches, and edges',
      exits: ['notFound'],
      examples: [
        ['reach campaign graph q3.yaml', 'in the terminal'],
        ['reach campaign graph "Q3 launch"', 'a campaign of the service'],
        ['reach campaign graph q3.yaml --format svg > q3.svg', 'as a picture'],
        ['reach campaign graph q3.yaml --format mermaid', 'for a Markdown file'],
      ],
    })
      .argument('<campaign>', 'campaign file (- = standard input), or id or name of a campaign')
      .addOption(new Option('--format <format>', 'how it is drawn').choices([...FORMATS])),
    async (session, name: string, flags: GraphFlags) => {
      const { file } = await readSource(session, name);
      await printGraph(session, graphOf(file.body), flags);
    },
  );
}
