// How a workflow is printed, and which version of it; reach workflow graph.

import { routes } from '../../../contract/routes/routes.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { type WorkflowGraph, workflowGraph, workflowPicture } from '../../../presentation/graph/workflow-model.ts';
import { bodyOfFile, fileOfWorkflow } from '../../../rules/workflows/file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { displayedBody } from '../../files/named-file.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { assertReadable, noteErrors, nothingToShow } from '../../shared/lint/lint.ts';
import { offlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow, runIdOf, workflowIdOf, workflowOfRun } from '../../shared/lookup/by-name.ts';
import { type Drawing, graphFormat, printGraph } from '../../shared/print-graph.ts';
import { workflowView } from '../../shared/views/campaigns.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { workflowTree } from '../../terminal/graph/tree.ts';
import { printsWhole, wholeNumber } from '../../terminal/settings.ts';

// A workflow as commands print it: a card and the tree for a person, the whole record for a program.

/** The record. As table and as columns without its plan: the number of nodes instead. */
export async function printWorkflow(session: Session, workflow: Workflow): Promise<void> {
  const { settings } = session;
  const nodeCount = workflow.plan.nodes.length;
  if (settings.fields !== null || printsWhole(settings))
    return await session.print.record(workflowView, { ...workflow, nodeCount });
  const { plan: _plan, runtimeInputContract, published, trigger, ...head } = workflow;
  const input = [runtimeInputContract.status, ...(runtimeInputContract.acceptedKeys ?? [])].join(' ');
  await session.print.record(workflowView, {
    ...head,
    nodeCount,
    runInput: input,
    ...(trigger.type === 'WEBHOOK' && { webhookUrl: trigger.webhookUrl }),
    ...(published != null && { publishedAt: published.publishedAt }),
  });
}

/** The tree, for a person who is about to say yes: on stderr. */
export async function showTree(session: Session, body: unknown): Promise<void> {
  const { print, io } = session;
  await print.note((await workflowTree(workflowGraph(body), print.paint.stderr, io.stderr.columns)).trimEnd());
}

// `--published-version`, for commands that can read a version instead of the draft.

const VERSION_MAX = 1_000_000_000;

/** Throws UsageError for text that is not a version; undefined means the draft. */
export function publishedVersion(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(text, '--published-version', 1, VERSION_MAX);
}

const graphView = viewOf('graph', 'graphs', 'name trigger count:number', {
  id: 'name',
  alsoHas: 'nodes edges',
  titles: { name: 'workflow', count: 'nodes' },
});

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

const drawingOf = (graph: WorkflowGraph): Drawing => ({
  view: graphView,
  data: () => dataOf(graph),
  tree: (paint, columns) => workflowTree(graph, paint, columns),
  picture: workflowPicture(graph),
});

/** What a file says, after reporting its errors. Exit 2 for one that is not a workflow at all. */
async function bodyOf(session: Session, name: string): Promise<unknown> {
  const file = await readWorkflow(session.io, name);
  const problems = await problemsOf(file, offlineKnowledge(session));
  await assertReadable(session, file, async () => problems);
  if (workflowGraph(file.body).nodes.length === 0) throw nothingToShow(file, 'workflow', 'nodes');
  await noteErrors(session, file, 'workflow', problems);
  return displayedBody(file);
}

/** The version that a run executed, with its counts. */
async function graphOfRun(session: Session, text: string, word: string | undefined): Promise<WorkflowGraph> {
  const { api, ask } = await session.client();
  const runId = runIdOf(session, text);
  const run = await api.workflows.getRun({ params: { runId } });
  const named = word === undefined ? undefined : await workflowIdOf(session, word);
  const workflowId = run.workflowId ?? named ?? (await workflowOfRun(session, runId));
  if (workflowId === undefined) {
    throw new UsageError('this service does not say which workflow the run belongs to', {
      hint: `name the workflow: reach workflow graph WORKFLOW --run ${text}`,
    });
  }
  if (named !== undefined && named !== workflowId) {
    throw new UsageError(`run ${text} belongs to workflow ${workflowId}, not ${named}`);
  }
  const query = run.version === undefined ? {} : { version: run.version };
  const { data: workflow, ignored = [] } = await ask(
    'workflows',
    'get',
    { params: { workflowId }, query },
    { filtersItself: true },
  );
  const isThatVersion = run.version !== undefined && !ignored.includes('version');
  if (!isThatVersion) {
    const what = run.version === undefined ? 'name the version of the run' : `show version ${run.version}`;
    await session.print.note(`the service does not ${what}: this is the draft`);
  }
  const counts = new Map(run.steps.map(({ stepId, statusCounts }) => [stepId, statusCounts]));
  return workflowGraph(bodyOfFile(fileOfWorkflow(workflow)), counts);
}

const declare = () =>
  reads('graph', {
    summary: 'Show a workflow as a tree, or as a picture; with a run, how many records are where',
    uses: [routes.workflows.get, routes.workflows.getRun, routes.workflows.runs, routes.workflows.list],
    json: { record: graphView },
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
    .addOption(graphFormat())
    .option('--run <run>', 'the version that this run executed, with its counts');

async function graphFor(session: Session, word: string | undefined, run: string | undefined): Promise<WorkflowGraph> {
  const isFile = word !== undefined && isFileWord(session.io, word);
  if (run !== undefined) {
    if (isFile) throw new UsageError('--run shows what the run executed: leave out the file');
    return await graphOfRun(session, run, word);
  }
  if (word === undefined) throw new UsageError('no workflow given: a file, an id or a name, or --run');
  const body = isFile ? await bodyOf(session, word) : bodyOfFile(fileOfWorkflow(await findWorkflow(session, word)));
  return workflowGraph(body);
}

export const graphCommand = does(declare, async (session, word, { format, run }) => {
  await printGraph(session, format, drawingOf(await graphFor(session, word, run)));
});
