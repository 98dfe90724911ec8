// reach campaign graph: a campaign as a tree in the terminal, as a picture, or for other programs.

import { routes } from '../../../contract/routes/routes.ts';
import { campaignPicture, edgesOf, graphOf, type SequenceGraph } from '../../../presentation/graph/model.ts';
import { does, reads } from '../../session/command.ts';
import { graphFormat, printGraph } from '../../shared/print-graph.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { treeText } from '../../terminal/graph/tree.ts';
import { readSource } from './source.ts';

const graphView = viewOf('graph', 'graphs', 'name count:number days:number', {
  id: 'name',
  alsoHas: 'steps edges',
  titles: { name: 'campaign', count: 'steps' },
});

/** The graph as data: the steps with their branches, and the edges between their numbers. */
function dataOf(graph: SequenceGraph) {
  const edges = edgesOf(graph.steps).map(({ from, to, label }) => ({ from: from.number, to: to.number, label }));
  return { ...graph, edges };
}

const declare = () =>
  reads('graph', {
    summary: 'Show a campaign as a tree, or as a picture',
    description: 'Days count from the day a contact starts: day 1. "day 3-6" is the earliest and the latest.',
    uses: [routes.campaigns.get, routes.campaigns.list],
    json: { record: graphView },
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
    .addOption(graphFormat());

export const graphCommand = does(declare, async (session, name, { format }) => {
  const { file } = await readSource(session, name);
  const graph = graphOf(file.body);
  await printGraph(session, format, {
    view: graphView,
    data: () => dataOf(graph),
    tree: (paint, columns) => treeText(graph, paint, columns),
    picture: campaignPicture(graph),
  });
});
