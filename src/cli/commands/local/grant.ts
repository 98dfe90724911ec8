// reach local grant: who may see and use a workflow beside its owner and the admins.

import type { CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { grantView } from '../../output/views/local.ts';
import { workflowIdOf } from '../../shared/lookup/workflow.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

interface Flags {
  readonly takeBack?: boolean;
  readonly dryRun?: boolean;
}

async function grant(session: Session, workflow: string, user: string, flags: Flags): Promise<void> {
  const workflowId = await workflowIdOf(session, workflow);
  const { local } = routes;
  const route = flags.takeBack === true ? local.takeGrant : local.grant;
  const body = { user };
  if (flags.dryRun === true) {
    const path = route.path.replace('{workflowId}', String(workflowId));
    return await printDryRun(session, route.method, path, body);
  }
  const { grant: give, takeGrant } = (await session.api()).local;
  const call = flags.takeBack === true ? takeGrant : give;
  await session.print.record(grantView, await call({ params: { workflowId }, body }));
}

export function grantCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    leaf('grant', {
      summary: 'Let a user see and use a workflow, or take that back',
      uses: [routes.local.grant],
      output: 'workflow, user, and whether there is a grant now',
      exits: ['notFound'],
      examples: [
        ['reach local grant 7 Ada', 'a key of Ada sees workflow 7 from now on'],
        ['reach local grant "Verify and enrol" Ada --take-back', 'by name; and no more'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .argument('<user>', 'name of the user, as in reach local key create --user')
      .option('--take-back', 'take the grant back')
      .option('--dry-run', 'print what would be sent, send nothing'),
    grant,
  );
}
