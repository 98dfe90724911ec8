// reach workflow graph: a workflow as a tree in the terminal, as a picture, or for other programs; with a run's counts.

import { Option } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { bodyOfFile, fileOfWorkflow } from '../../../rules/workflows/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { shownName } from '../../files/checked-file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import type { View } from '../../output/formats/cells.ts';
import { type WorkflowGraph, workflowGraph } from '../../output/graph/workflow-model.ts';
import { workflowDot, workflowMermaid } from '../../output/graph/workflow-text.ts';
import { workflowTree } from '../../output/graph/workflow-tree.ts';
import { problemsText } from '../../output/problems/human.ts';
import { offlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow, runIdOf } from '../../shared/lookup/workflow.ts';

const FORMATS = ['tree', 'mermaid', 'dot', 'svg'] as const;

interface GraphFlags {
  readonly format?: (typeof FORMATS)[number];
  readonly run?: string;
}

const graphView: View = {
  noun: 'graph',
  plural: 'graphs',
  id: 'name',
  columns: [
    { key: 'name', title: 'workflow' },
    { key: 'trigger', title: 'trigger' },
    { key: 'count', title: 'nodes', kind: 'number' },
  ],
};

/** The graph as data: nodes with their slots, and what leads to what by id. */
function dataOf(graph: WorkflowGraph) {
  const edges = graph.nodes.flatMap(({ id, ways }) =>
    ways.map(({ label, to }) => ({ from: id, to: to === null ? null : (graph.nodes[to]?.id ?? null), label })),
  );
  const nodes = graph.nodes.map(({ ways: _ways, look: _look, counts, ...node }) => ({
    ...node,
    ...(counts !== null && { counts }),
  }));
  return { name: graph.name, trigger: graph.trigger, count: graph.nodes.length, nodes, edges };
}

async function printGraph(session: Session, graph: WorkflowGraph, { format }: GraphFlags): Promise<void> {
  const { print, settings, io } = session;
  if (format === undefined && settings.output !== 'table') return await print.record(graphView, dataOf(graph));
  switch (format ?? 'tree') {
    case 'tree':
      return await print.text(
        await workflowTree(graph, print.paint.stdout, io.stdout.isTTY ? io.stdout.columns : null),
      );
    case 'mermaid':
      return await print.text(workflowMermaid(graph));
    case 'dot':
      return await print.text(workflowDot(graph));
    case 'svg':
      return await print.text((await import('../../output/graph/workflow-svg.ts')).workflowSvg(graph));
  }
}

/** What a file says, after telling what is wrong with it. Exit 2 for one that cannot be read as a workflow at all. */
async function bodyOf(session: Session, name: string): Promise<unknown> {
  const file = await readWorkflow(session.io, name);
  const problems = problemsOf(file, offlineKnowledge(session));
  if (!file.yaml.readable) {
    const sources = new Map([[name, file.yaml.text]]);
    await session.io.stderr.write(await problemsText(problems, sources, session.print.paint.stderr));
    throw new CliError('usage', 'invalid_file', `${shownName(file)} is no YAML`);
  }
  if (workflowGraph(file.body).nodes.length === 0) {
    throw new CliError('usage', 'invalid_file', `${shownName(file)} holds no workflow: it has no nodes`, {
      hint: 'reach workflow init writes one to start from',
    });
  }
  const wrong = problems.filter(({ severity }) => severity === 'error').length;
  if (wrong > 0) {
    const lint = name === '-' ? 'reach workflow lint' : `reach workflow lint ${name}`;
    await session.print.note(`${shownName(file)} has ${wrong} ${wrong === 1 ? 'error' : 'errors'}: ${lint}`);
  }
  return file.body;
}

/** The version that a run executed, with its counts. */
async function graphOfRun(session: Session, text: string): Promise<WorkflowGraph> {
  const api = await session.api();
  const run = await api.workflows.getRun({ params: { runId: runIdOf(text) } });
  const { workflowId, version } = run;
  const workflow = await api.workflows.get({ params: { workflowId }, query: { version } });
  const counts = new Map(run.steps.map(({ stepId, statusCounts }) => [stepId, statusCounts]));
  return workflowGraph(bodyOfFile(fileOfWorkflow(workflow)), counts);
}

async function graph(session: Session, word: string | undefined, flags: GraphFlags): Promise<void> {
  if (flags.run !== undefined) {
    if (word !== undefined && isFileWord(session.io, word)) {
      throw new UsageError('--run shows what the run executed: leave the file out');
    }
    return await printGraph(session, await graphOfRun(session, flags.run), flags);
  }
  if (word === undefined) throw new UsageError('which workflow? Name a file, an id or a name, or a run with --run');
  const body = isFileWord(session.io, word)
    ? await bodyOf(session, word)
    : bodyOfFile(fileOfWorkflow(await findWorkflow(session, word)));
  await printGraph(session, workflowGraph(body), flags);
}

export function graphCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('graph', {
      summary: 'Show a workflow as a tree, or as a picture; with a run, how many records are where',
      uses: [routes.workflows.get, routes.workflows.getRun, routes.workflows.list],
      output: 'the tree; with --format the text of the picture; JSON: nodes and edges',
      exits: ['notFound'],
      examples: [
        ['reach workflow graph enrol.yaml', 'in the terminal'],
        ['reach workflow graph "Verify and enrol"', 'the draft of a workflow'],
        ['reach workflow graph --run 31', 'what a run executed, with its counts'],
        ['reach workflow graph enrol.yaml --format svg > enrol.svg', 'as a picture'],
        ['reach workflow graph enrol.yaml --format mermaid', 'for a Markdown file'],
      ],
    })
      .argument('[workflow]', 'workflow file (- = standard input), or id or name of a workflow')
      .addOption(new Option('--format <format>', 'how it is drawn').choices([...FORMATS]))
      .option('--run <run>', 'the version that this run executed, with its counts'),
    graph,
  );
}
