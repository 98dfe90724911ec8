// reach workflow run: a run of the published version.

import { routes } from '../../../client/routes/routes.ts';
import { collect, does, type OptionsOf, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';
import { startedView } from '../../shared/views/workflows.ts';
import { assertWatching, printOrFollow, withWatch } from '../../shared/workflow-run/follow.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { approveRun } from './approve-run.ts';
import { runInputOf } from './run-input.ts';

const declare = () =>
  withWatch(
    withYes(
      writes('run', {
        summary: 'Start a run of the published version',
        description: [
          'The runtimeInputContract of reach workflow show says what input a run takes: none if the entry is fixed, else one',
          'of the accepted keys. Lists can be given by name. A workflow with an API trigger is started the same way. Asks first,',
          'naming the records and the campaigns they are added to.',
        ].join('\n'),
        uses: [
          routes.workflows.run,
          routes.workflows.getRun,
          routes.workflows.get,
          routes.workflows.list,
          routes.lists.list,
        ],
        view: startedView,
        output: 'the run: its id, status and number; with --watch what watch prints',
        exits: ['bad', 'notFound', 'conflict', 'running'],
        completes: { workflow: 'workflows', '--input-file': 'file' },
        irreversible: true,
        examples: [
          ['reach workflow run "Verify and enrol"', 'with its own entry'],
          ['reach workflow run 12 -f leadIds=4711,4712', 'these contacts'],
          ['reach workflow run 12 -f contactListId="ICP DACH" --watch', 'a list, and watch it'],
          [
            'reach workflow run 12 --yes --watch --exit-status --timeout 30m',
            'in CI: exit 1 unless it succeeds, 8 if it takes longer',
          ],
        ],
      }),
    )
      .argument('<workflow>', 'id or name of the workflow')
      .option('-f, --field <key=ids>', 'one of the accepted keys, such as leadIds=1,2; repeatable', collect)
      .option('--input <key=ids or file>', 'the same, or a JSON or YAML object (- = standard input)', collect)
      .option('--input-file <file>', 'such an object, whatever the name of the file'),
  );

async function run(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<ExitName | void> {
  assertWatching(options);
  const workflowId = await workflowIdOf(session, text);
  const input = await runInputOf(session, options);
  const request = { params: { workflowId }, body: input === undefined ? {} : { input } };
  if (options.dryRun) return await printDryRun(session, planned(routes.workflows.run, request));
  if (!options.yes) await approveRun(session, workflowId, input);
  const started = await (await session.api()).workflows.run(request);
  return await printOrFollow(session, started, options);
}

export const runCommand = does(declare, run);
