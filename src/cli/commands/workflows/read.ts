// reach workflow list, show, runs, blocks and fields: what is there.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import {
  RUN_STATUSES,
  type RunStatus,
  TRIGGER_TYPES,
  type TriggerType,
  WORKFLOW_ENTITIES,
  WORKFLOW_STATUSES,
  type WorkflowEntity,
  type WorkflowStatus,
} from '../../../contract/workflows/enums.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { BLOCKS, blockMeant, blockOf } from '../../../rules/workflows/blocks/catalogue.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { workflowGraph } from '../../output/graph/workflow-model.ts';
import { workflowTree } from '../../output/graph/workflow-tree.ts';
import { blockInputView, blockView, conditionFieldView, runView, workflowView } from '../../output/views/workflows.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { offlineKnowledge, workspaceFields } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow, workflowIdOf } from '../../shared/lookup/workflow.ts';
import { printWorkflow } from './view.ts';

interface ListFlags extends LimitOptions {
  readonly search?: string;
  readonly status?: WorkflowStatus;
}

export function listCommand(deps: Deps) {
  const command = leaf('list', {
    summary: 'The workflows you may see, oldest first',
    uses: [routes.workflows.list],
    output: 'one row a workflow: id, name, status, published version, trigger',
    examples: [
      ['reach workflow list', 'the first 100'],
      ['reach workflow list --status PUBLISHED -o id', 'what runs'],
      ['reach workflow list --search enrol', 'part of the name'],
    ],
  })
    .option('--search <text>', 'only with this in their name')
    .addOption(new Option('--status <status>', 'only these').choices([...WORKFLOW_STATUSES]));
  return doesUntyped(deps, withLimit(command), async (session, flags: ListFlags) => {
    const { call } = await session.client({ sustained: limitOf(flags) === null });
    const query = {
      ...(flags.search !== undefined && { search: flags.search }),
      ...(flags.status !== undefined && { status: flags.status }),
    };
    await printListing(session, workflowView, flags, (options) =>
      listPages(call, 'workflows', 'list', { query }, options),
    );
  });
}

interface ShowFlags {
  readonly publishedVersion?: string;
}

async function show(session: Session, text: string, flags: ShowFlags): Promise<void> {
  const { publishedVersion: asked } = flags;
  const version = asked === undefined ? undefined : wholeNumber(asked, '--published-version', 1, 1_000_000_000);
  const workflow = await findWorkflow(session, text, version);
  await printWorkflow(session, workflow);
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null || !session.io.stdout.isTTY) return;
  const tree = await workflowTree(workflowGraph(workflow), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show one workflow: its draft, and what is published',
      uses: [routes.workflows.get, routes.workflows.list],
      output: 'the workflow; at a terminal with its nodes as a tree; JSON has plan, trigger and runtime input contract',
      exits: ['notFound'],
      examples: [
        ['reach workflow show "Verify and enrol"', 'by name'],
        ['reach workflow show 12 --json --fields id,revision,runtimeInputContract', 'by id, for a script'],
        ['reach workflow show 12 --published-version 2', 'as it was published'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .option('--published-version <n>', 'plan and trigger of this version in place of the draft'),
    show,
  );
}

interface RunsFlags extends LimitOptions {
  readonly status?: RunStatus;
  readonly trigger?: TriggerType;
}

export function runsCommand(deps: Deps) {
  const command = leaf('runs', {
    summary: 'The runs of a workflow, newest first',
    uses: [routes.workflows.runs, routes.workflows.list],
    output: 'one row a run: its status, what started it, records, credits',
    exits: ['notFound'],
    examples: [
      ['reach workflow runs "Verify and enrol"', 'the last 100'],
      ['reach workflow runs 12 --status RUNNING -o id', 'what is under way'],
      ['reach workflow runs 12 --trigger SCHEDULE --limit 1 --json', 'the last one of the schedule'],
    ],
  })
    .argument('<workflow>', 'id or name of the workflow')
    .addOption(new Option('--status <status>', 'only these').choices([...RUN_STATUSES]))
    .addOption(new Option('--trigger <type>', 'only started by this').choices([...TRIGGER_TYPES]));
  return doesUntyped(deps, withLimit(command), async (session, text: string, flags: RunsFlags) => {
    const workflowId = await workflowIdOf(session, text);
    const { call } = await session.client({ sustained: limitOf(flags) === null });
    const query = {
      ...(flags.status !== undefined && { status: flags.status }),
      ...(flags.trigger !== undefined && { triggerType: flags.trigger }),
    };
    await printListing(session, runView, flags, (options) =>
      listPages(call, 'workflows', 'runs', { params: { workflowId }, query }, options),
    );
  });
}

interface BlocksFlags {
  readonly online?: boolean;
}

async function blockNamed(session: Session, word: string, online: boolean): Promise<Block> {
  if (online) return await (await session.api()).workflows.block({ params: { blockId: word } });
  const block = blockOf(word) ?? blockOf(word.toUpperCase());
  if (block !== null) return block;
  const meant = blockMeant(word);
  const near = didYouMean(
    word,
    BLOCKS.map(({ blockId }) => blockId),
  );
  throw new CliError(
    'notFound',
    'not_found',
    `no block "${word}"${meant === null ? near : `; did you mean "${meant}"?`}`,
    {
      hint: 'reach workflow blocks lists them',
    },
  );
}

async function printBlock(session: Session, block: Block): Promise<void> {
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null) return await session.print.record(blockView, block);
  const { inputs, slots, entities, ...head } = block;
  const slotText = slots.length === 0 ? 'none: it ends the path' : slots.join(', ');
  await session.print.record(blockView, { ...head, entities: entities.join(', '), slots: slotText });
  if (inputs.length === 0) return await session.print.note('it takes no inputs');
  await session.print.text('\n');
  await session.print.list(blockInputView, inputs);
}

export function blocksCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('blocks', {
      summary: 'The block catalogue, or one block with its inputs',
      description:
        'An input to "configure" is written into the node; one that "flow"s comes with the records and is left out. The catalogue is built in; --online asks the service for its own.',
      uses: [routes.workflows.blocks, routes.workflows.block],
      output: 'one row a block; of one block its inputs',
      exits: ['notFound'],
      examples: [
        ['reach workflow blocks', 'all of them, offline'],
        ['reach workflow blocks ADD_LEADS_TO_CAMPAIGN', 'what it takes'],
        ['reach workflow blocks --online --json', 'as the service has them'],
      ],
    })
      .argument('[block]', 'id of a block')
      .option('--online', 'ask the service'),
    async (session, word: string | undefined, flags: BlocksFlags) => {
      const online = flags.online === true;
      if (word !== undefined) return await printBlock(session, await blockNamed(session, word, online));
      await session.print.list(blockView, online ? (await (await session.api()).workflows.blocks()).blocks : BLOCKS);
    },
  );
}

interface FieldsFlags {
  readonly entity?: WorkflowEntity;
  readonly offline?: boolean;
}

export function fieldsCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('fields', {
      summary: 'Fields that conditions may ask, with operators and fixed values',
      description:
        'Asks the workspace, and keeps the fields for lint offline. --offline shows those that every workspace has and those last seen with the profile.',
      uses: [routes.workflows.conditionFields],
      output: 'one row a field; JSON has operatorIds and valueOptions',
      examples: [
        ['reach workflow fields', 'all of them'],
        ['reach workflow fields --entity COMPANY --json', 'of companies, for a script'],
        ['reach workflow fields --offline --fields id,operatorIds', 'without asking'],
      ],
    })
      .addOption(new Option('--entity <entity>', 'only fields of these').choices([...WORKFLOW_ENTITIES]))
      .option('--offline', 'do not ask the workspace'),
    async (session, { entity, offline }: FieldsFlags) => {
      const known = offlineKnowledge(session).conditionFields?.fields.values() ?? [];
      const fields = offline === true ? [...known] : await workspaceFields(session);
      const kept = fields.filter(({ entities }) => entity === undefined || entities.includes(entity));
      await session.print.list(conditionFieldView, kept);
    },
  );
}
