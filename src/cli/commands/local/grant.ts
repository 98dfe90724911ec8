// reach local grant: gives a user access to a workflow.

import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';
import { grantView } from '../../shared/views/local.ts';

export const grantCommand = does(
  () =>
    writes('grant', {
      summary: 'Give a user access to a workflow, or revoke it',
      uses: [routes.local.grant],
      view: grantView,
      output: 'workflow, user, and whether the user has access now',
      exits: ['notFound'],
      examples: [
        ['reach local grant 7 Ada', 'keys of Ada can now see workflow 7'],
        ['reach local grant "Verify and enrol" Ada --take-back', 'by name; revoke the access'],
      ],
      completes: { workflow: 'workflows' },
    })
      .argument('<workflow>', 'id or name of the workflow')
      .argument('<user>', 'name of the user, as in reach local key create --user')
      .option('--take-back', 'revoke the access'),
  async (session, workflow, user, { takeBack, dryRun }) => {
    const request = { params: { workflowId: await workflowIdOf(session, workflow) }, body: { user } };
    const name = takeBack === true ? 'takeGrant' : 'grant';
    if (dryRun === true) return await printDryRun(session, planned(routes.local[name], request));
    await session.print.record(grantView, await (await session.api()).local[name](request));
  },
);
