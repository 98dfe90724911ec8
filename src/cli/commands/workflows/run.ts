// reach workflow run, watch, status, cancel and approve: runs of what is published.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { type ExitName, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { decidedView, startedView } from '../../output/views/workflows.ts';
import { idsOf } from '../../shared/lookup/ids.ts';
import { runIdOf, workflowIdOf } from '../../shared/lookup/workflow.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { watchTimes } from '../../shared/watch/watch.ts';
import { exitOf, type FollowFlags, follow, followOptions } from './follow.ts';
import { printRun } from './print-run.ts';
import { type InputFlags, runInputOf } from './run-input.ts';
import { hasEnded } from './watched-run.ts';

interface RunFlags extends InputFlags, FollowFlags {
  readonly watch?: boolean;
  readonly dryRun?: boolean;
}

/** Flags that only make sense while watching, and durations that are some: nothing is started before. */
export function assertWatching(flags: FollowFlags & { readonly watch?: boolean }): void {
  const { watch, exitStatus, timeout, interval } = flags;
  watchTimes(flags);
  if (watch === true) return;
  const given = [
    ...(exitStatus === true ? ['--exit-status'] : []),
    ...(timeout === undefined ? [] : ['--timeout']),
    ...(interval === undefined ? [] : ['--interval']),
  ];
  if (given.length > 0) throw new UsageError(`${given.join(', ')}: only with --watch`);
}

/** What was started, and whatever watching it ends with. */
export async function startedOrFollowed(
  session: Session,
  started: { readonly runId: number; readonly status: string; readonly sequenceNumber: number },
  flags: FollowFlags & { readonly watch?: boolean },
): Promise<ExitName> {
  if (flags.watch !== true) {
    await session.print.record(startedView, started);
    return 'done';
  }
  await session.print.note(`run ${started.runId} started`);
  return await follow(session, started.runId, flags);
}

async function run(session: Session, text: string, flags: RunFlags): Promise<ExitName> {
  assertWatching(flags);
  const workflowId = await workflowIdOf(session, text);
  const input = await runInputOf(session, flags);
  const body = input === undefined ? {} : { input };
  if (flags.dryRun === true) {
    await printDryRun(session, 'POST', `/v1/workflow/${workflowId}/run`, body);
    return 'done';
  }
  const started = await (await session.api()).workflows.run({ params: { workflowId }, body });
  return await startedOrFollowed(session, started, flags);
}

export function runCommand(deps: Deps) {
  const command = leaf('run', {
    summary: 'Start a run of the published version',
    description: [
      'What a run may be given, reach workflow show tells as runtimeInputContract: nothing where the entry is fixed, else',
      'one of the accepted keys. Lists may be named. A workflow with an API trigger is started the same way.',
    ].join('\n'),
    uses: [routes.workflows.run, routes.workflows.getRun, routes.workflows.list, routes.lists.list],
    output: 'the run: its id, status and number; with --watch what watch prints',
    exits: ['bad', 'notFound', 'conflict', 'running'],
    examples: [
      ['reach workflow run "Verify and enrol"', 'an entry of its own'],
      ['reach workflow run 12 -f leadIds=4711,4712', 'these contacts'],
      ['reach workflow run 12 -f contactListId="ICP DACH" --watch', 'a list, and watch it'],
      [
        'reach workflow run 12 --watch --exit-status --timeout 30m',
        'in CI: exit 1 unless it succeeds, 8 when it takes longer',
      ],
    ],
  })
    .argument('<workflow>', 'id or name of the workflow')
    .option('-f, --field <key=ids>', 'one of the accepted keys, such as leadIds=1,2; repeat it', collect)
    .option('--input <key=ids or file>', 'the same, or a JSON or YAML object (- = standard input)', collect)
    .option('--input-file <file>', 'such an object, whatever the file is called')
    .option('--watch', 'watch it until it has ended')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, followOptions(command), run);
}

export function watchCommand(deps: Deps) {
  const command = leaf('watch', {
    summary: 'Watch a run until it has ended',
    description: [
      'At a terminal a table that changes in place; elsewhere a line per change, on standard error; with -o ndjson the run each',
      'time it has changed. When the service cannot be asked it is asked again: the run goes on meanwhile. Ctrl-C detaches, and',
      'prints the command that watches it again.',
    ].join('\n'),
    uses: [routes.workflows.getRun],
    output: 'the run as it ended; with -o ndjson also as it was on the way',
    exits: ['bad', 'notFound', 'running'],
    examples: [
      ['reach workflow watch 31', 'until it has ended'],
      ['reach workflow watch 31 --exit-status', 'exit 1 when it failed or was cancelled'],
      ['reach workflow watch 31 -o ndjson --timeout 10m', 'events, for a program; exit 8 after 10 minutes'],
    ],
  }).argument('<run>', 'id of the run');
  return doesUntyped(deps, followOptions(command), (session, text: string, flags: FollowFlags) =>
    follow(session, runIdOf(text), flags),
  );
}

interface StatusFlags {
  readonly exitStatus?: boolean;
}

export function statusCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('status', {
      summary: 'How a run is: its status, and how many records are where',
      uses: [routes.workflows.getRun],
      output: 'the run with its steps',
      exits: ['bad', 'notFound', 'running'],
      examples: [
        ['reach workflow status 31', 'at a glance'],
        ['reach workflow status 31 --json --fields status,steps', 'for a script'],
        ['reach workflow status 31 --exit-status', 'exit 1 when it failed or was cancelled, 8 while it runs'],
      ],
    })
      .argument('<run>', 'id of the run')
      .option('--exit-status', 'exit 1 when it ended FAILED or CANCELLED, 8 while it runs'),
    async (session, text: string, flags: StatusFlags): Promise<ExitName> => {
      const run = await (await session.api()).workflows.getRun({ params: { runId: runIdOf(text) } });
      await printRun(session, run);
      if (flags.exitStatus !== true) return 'done';
      return hasEnded(run) ? exitOf(run) : 'running';
    },
  );
}

interface CancelFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function cancelCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('cancel', {
      summary: 'Cancel a run that has not ended',
      description: 'What was done is not undone. Asks first, or takes --yes.',
      uses: [routes.workflows.cancelRun],
      output: 'the run after it was cancelled',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach workflow cancel 31', 'asks first'],
        ['reach workflow cancel 31 --yes -o id', 'in a script'],
      ],
    })
      .argument('<run>', 'id of the run')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    async (session, text: string, flags: CancelFlags) => {
      const runId = runIdOf(text);
      if (flags.dryRun === true) {
        return await printDryRun(session, 'POST', `/v1/workflow-runs/${runId}/cancel`, undefined);
      }
      const question = `Cancel run ${runId}? Records that have not come through stay where they are`;
      if (flags.yes !== true && !(await session.prompt.confirm(question, '--yes'))) {
        return await session.print.note('nothing cancelled');
      }
      await printRun(session, await (await session.api()).workflows.cancelRun({ params: { runId } }));
    },
  );
}

interface ApproveFlags {
  readonly reject?: boolean;
  readonly ids?: string;
  readonly dryRun?: boolean;
}

/** The step that is named, or the only one at which records wait. */
async function waitingStep(session: Session, runId: number, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { steps } = await (await session.api()).workflows.getRun({ params: { runId } });
  const waiting = steps.filter(
    ({ stepType, statusCounts }) => stepType === 'WAIT_FOR_APPROVAL' && (statusCounts['WAITING'] ?? 0) > 0,
  );
  const [first, second] = waiting;
  if (first === undefined) throw new UsageError(`nobody waits for approval in run ${runId}`);
  if (second === undefined) return first.stepId;
  const names = waiting.map(({ stepId }) => stepId).join(', ');
  throw new UsageError(`records wait at several steps: ${names}`, {
    hint: `name one: reach workflow approve ${runId} ${first.stepId}`,
  });
}

async function approve(session: Session, text: string, step: string | undefined, flags: ApproveFlags): Promise<void> {
  const runId = runIdOf(text);
  const stepId = await waitingStep(session, runId, step);
  const body = {
    stepId,
    decision: flags.reject === true ? ('REJECTED' as const) : ('APPROVED' as const),
    ...(flags.ids !== undefined && { ids: await idsOf(session.io, flags.ids, 'record') }),
  };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', `/v1/workflow-runs/${runId}/approvals`, body);
  await session.print.record(decidedView, await (await session.api()).workflows.decide({ params: { runId }, body }));
}

export function approveCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('approve', {
      summary: 'Approve or reject records that wait in a run',
      description: 'Without a step, the only one at which records wait; without --ids, all that wait there.',
      uses: [routes.workflows.decide, routes.workflows.getRun],
      output: 'how many were decided, and how many still wait',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach workflow approve 31', 'everybody who waits'],
        ['reach workflow approve 31 review --ids 4711,4712', 'two of them'],
        ['reach workflow approve 31 review --reject', 'send them the other way'],
      ],
    })
      .argument('<run>', 'id of the run')
      .argument('[step]', 'id of the step')
      .option('--reject', 'reject instead of approving')
      .option('--ids <ids>', 'only these records, separated by commas (- = standard input)')
      .option('--dry-run', 'print what would be sent, send nothing'),
    approve,
  );
}
