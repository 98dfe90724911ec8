import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { append } from '../../../contract/append.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { WORKFLOW_ENTITIES, WORKFLOW_STATUSES } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import { workflowGraph } from '../../../presentation/graph/workflow-model.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { openWords } from '../../session/about.ts';
import { type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { exportFile, initFile, withExportFile } from '../../shared/file-kind/starter-file.ts';
import { workflowFiles } from '../../shared/file-kind/workflow.ts';
import { lintSummary } from '../../shared/job-summary.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { printLint, readAll, withLintOptions } from '../../shared/lint/lint.ts';
import { offlineKnowledge, onlineKnowledge, workspaceFields } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow } from '../../shared/lookup/by-name.ts';
import { besideUnknown, resolveNames } from '../../shared/names/resolve.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { conditionFieldView, workflowView } from '../../shared/views/campaigns.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { workflowTree } from '../../terminal/graph/tree.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import { filled, isForPerson } from '../../terminal/settings.ts';
import { approveCommand } from './approve-run.ts';
import { blocksCommand } from './blocks.ts';
import { createCommand } from './create.ts';
import { editCommand } from './edit.ts';
import { disableCommand, enableCommand } from './enable.ts';
import { forecastCommand } from './forecast.ts';
import { graphCommand, printWorkflow, publishedVersion } from './graph.ts';
import { publishCommand } from './publish.ts';
import { runCommand, triggerCommand } from './run.ts';
import { runRecordsCommand } from './run-audience.ts';
import { cancelCommand, runsCommand, statusCommand, watchCommand } from './runs.ts';
import { updateCommand } from './update.ts';
import { validateCommand, verdictBeside } from './validate.ts';

const declare = () =>
  withLintOptions(
    reads('lint', {
      summary: 'Find everything that is wrong with workflow files',
      description: [
        'Checks offline, with the rules of the service itself: nodes, slots, cycles, the entry, inputs, conditions, triggers,',
        'bindings. Errors would be refused by the service. What a draft may leave open and a published version may not (slots',
        'that lead nowhere, empty inputs) is a warning, unless the file says publish: true, or with --publish.',
        'A field that is not a standard one is "unverified": the workspace may have it. --online checks condition fields,',
        'blocks, lists and campaigns, and asks a remote service for its own verdict; fields and blocks are remembered for',
        'offline lint.',
      ].join('\n'),
      uses: [
        routes.workflows.conditionFields,
        routes.workflows.blocks,
        routes.workflows.validate,
        routes.lists.get,
        routes.campaigns.get,
      ],
      json: 'problems',
      output: 'one problem after the other: file:line:col, message, path, the line with a caret; JSON: an array',
      exits: ['bad'],
      examples: [
        ['reach workflow lint workflows/*.yaml', 'all files of a folder'],
        ['reach workflow lint --publish enrol.yaml', 'as publishing checks it'],
        ['reach workflow lint --format sarif workflows/*.yaml > lint.sarif', 'for code scanning'],
        ['reach workflow lint --online enrol.yaml', 'with the fields, lists and campaigns of the workspace'],
        ['cat enrol.yaml | reach workflow lint -', 'standard input'],
      ],
    })
      .argument('<file...>', 'workflow files, YAML or JSON (- = standard input)')
      .option('--online', 'check against the workspace what the files refer to')
      .option('--publish', 'as publishing checks them: nothing may be left open'),
  );

const lintCommand = does(declare, async (session, names, options) => {
  const message = await readAll(names, (name) => readWorkflow(session.io, name));
  const resolved = options.online
    ? await resolveNames(session, message)
    : message.map((file) => ({ file, unknown: [] }));
  const files = resolved.map(({ file }) => file);
  const knowledge = options.online
    ? await session.progress('Reading what the files refer to', () => onlineKnowledge(session, files))
    : { ...offlineKnowledge(session), isOnline: false };
  const problems: FileProblem[] = [];
  for (const { file, unknown } of resolved) {
    const ours = besideUnknown(await problemsOf(file, knowledge, options.publish ? 'publish' : undefined), unknown);
    const isAsked = options.online === true && unknown.length === 0 && knowledge.undocumentedRules === 'warn';
    append(problems, inFileOrder([...ours, ...(isAsked ? await verdictBeside(session, file, ours) : [])]));
  }
  await lintSummary(session, files.length, problems);
  return await printLint(session, files, problems, options);
});

const declareList = () =>
  withLimit(
    reads('list', {
      summary: 'The workflows you can see, oldest first',
      uses: [routes.workflows.list],
      view: workflowView,
      output: 'one row per workflow: id, name, status, published version, trigger',
      examples: [
        ['reach workflow list', 'the first 100'],
        ['reach workflow list --status PUBLISHED -o id', 'the published ones'],
        ['reach workflow list --search enrol', 'part of the name'],
      ],
    })
      .option('--search <text>', 'only with this in their name')
      .addOption(openWords(new Option('--status <status>', 'only with this status').choices(WORKFLOW_STATUSES))),
  );

const listCommand = does(declareList, async (session, options) => {
  const { search, status } = options;
  const { call } = await session.client();
  const query = {
    ...(search !== undefined && { search: filled(search, '--search') }),
    ...(status !== undefined && { status }),
  };
  await printListing(session, workflowView, options, (most) => listPages(call, 'workflows', 'list', { query }, most));
});

const declareShow = () =>
  readsOne('show', {
    summary: 'Show one workflow: its draft, and what is published',
    uses: [routes.workflows.get, routes.workflows.list],
    view: workflowView,
    output: 'the workflow; on a terminal with its nodes as a tree; JSON has plan, trigger and runtime input contract',
    exits: ['notFound'],
    examples: [
      ['reach workflow show "Verify and enrol"', 'by name'],
      ['reach workflow show 12 --json --fields id,revision,runtimeInputContract', 'by id, for a script'],
      ['reach workflow show 12 --published-version 2', 'as it was published'],
    ],
  })
    .argument('<workflow>', 'id or name of the workflow')
    .option('--published-version <n>', 'plan and trigger of this version instead of the draft');

const showCommand = does(declareShow, async (session, text, options) => {
  const workflow = await findWorkflow(session, text, { version: publishedVersion(options.publishedVersion) });
  if (options.web) return await openInWeb(session, 'workflow', text, workflow);
  await printWorkflow(session, workflow);
  if (!isForPerson(session)) return;
  const tree = await workflowTree(workflowGraph(workflow), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
});

const declareFields = () =>
  reads('fields', {
    summary: 'Fields that conditions can use, with operators and fixed values',
    description:
      'Asks the workspace, and remembers the fields for offline lint. --offline shows those that every workspace has and those last seen with the profile.',
    uses: [routes.workflows.conditionFields],
    view: conditionFieldView,
    output: 'one row per field; JSON has operatorIds and valueOptions',
    examples: [
      ['reach workflow fields', 'all of them'],
      ['reach workflow fields --entity COMPANY --json', 'of companies, for a script'],
      ['reach workflow fields --offline --fields id,operatorIds', 'without asking'],
    ],
  })
    .addOption(new Option('--entity <entity>', 'only fields of this kind of record').choices(WORKFLOW_ENTITIES))
    .option('--offline', 'do not ask the workspace');

/** As the workspace gives them; as last seen where it cannot be reached. */
async function fieldsOf(session: Session, known: Iterable<ConditionField>): Promise<readonly ConditionField[]> {
  try {
    return await workspaceFields(session);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    await session.print.note('the service cannot be reached: standard fields, and those last seen');
    return [...known];
  }
}

const fieldsCommand = does(declareFields, async (session, { entity, offline }) => {
  const known = offlineKnowledge(session).conditionFields?.fields.values() ?? [];
  const fields = offline ? [...known] : await fieldsOf(session, known);
  const kept = fields.filter(({ entities }) => entity === undefined || entities.includes(entity));
  await session.print.list(conditionFieldView, kept);
});

const declareExport = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a workflow as the file that would create it',
      description: 'Leaves out what can only be read (ids, revision, the address of a webhook).',
      uses: [routes.workflows.get, routes.workflows.list],
      json: 'record',
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach workflow export 12 > enrol.yaml', 'the draft'],
        [
          'reach workflow export "Verify and enrol" --file workflows/enrol.yaml',
          'with the schema for editors beside it',
        ],
        ['reach workflow export 12 --published-version 2', 'as it was published'],
      ],
    }).argument('<workflow>', 'id or name of the workflow'),
  ).option('--published-version <n>', 'this version instead of the draft');

const exportCommand = does(declareExport, async (session, text, options) => {
  const live = await findWorkflow(session, text, { version: publishedVersion(options.publishedVersion) });
  await exportFile(session, workflowFiles, { live, what: `workflow ${live.id}`, view: workflowView }, options);
});

const initCommand: BuildGroup = (deps) =>
  initFile(deps, workflowFiles, {
    documented: 'workflow-documented',
    other: 'workflows/enrol.yaml',
  });

export const workflow: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      init: initCommand,
      lint: lintCommand,
      graph: graphCommand,
      forecast: forecastCommand,
      blocks: blocksCommand,
      fields: fieldsCommand,
      validate: validateCommand,
      create: createCommand,
      list: listCommand,
      show: showCommand,
      update: updateCommand,
      edit: editCommand,
      export: exportCommand,
      publish: publishCommand,
      run: runCommand,
      runs: runsCommand,
      'run-records': runRecordsCommand,
      watch: watchCommand,
      status: statusCommand,
      cancel: cancelCommand,
      approve: approveCommand,
      trigger: triggerCommand,
      disable: disableCommand,
      enable: enableCommand,
    },
    notOffered(
      DELETIONS,
      'delete workflows',
      'reach workflow disable NAME stops its schedule; of other triggers, trigger: { type: MANUAL } in its file, then reach workflow update and publish; reach open workflow NAME shows it in the web app, where it can be deleted',
    ),
  );
