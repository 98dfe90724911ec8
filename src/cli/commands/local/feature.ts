// reach local feature: switches of the workspace.

import { Argument } from 'commander';
import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { featureView } from '../../shared/views/local.ts';
import { UsageError } from '../../terminal/exit.ts';

async function printFeatures(session: Session, features: Readonly<Record<string, boolean>>): Promise<void> {
  await session.print.list(
    featureView,
    Object.entries(features).map(([name, on]) => ({ name, on })),
  );
}

export const featureCommand = does(
  () =>
    writes('feature', {
      summary: 'List the features of the workspace, or turn one on or off',
      uses: [routes.local.features],
      view: featureView,
      json: 'list',
      output: 'one row per feature',
      examples: [
        ['reach local feature', 'all features'],
        ['reach local feature rate-limits on', 'apply the documented rates on this machine, too'],
      ],
    })
      .argument('[name]', 'the feature')
      .addArgument(new Argument('[state]', 'on or off').choices(['on', 'off'] as const)),
  async (session, name, state, { dryRun }) => {
    const api = await session.api();
    if (name === undefined) return await printFeatures(session, await api.local.features());
    if (state === undefined) throw new UsageError(`reach local feature ${name}: give on or off`);
    const known = Object.keys(await api.local.features());
    if (!known.includes(name)) throw new UsageError(`no feature "${name}"`, { hint: `known: ${known.join(', ')}` });
    const body = { [name]: state === 'on' };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.setFeatures, { body }));
    await printFeatures(session, await api.local.setFeatures({ body }));
  },
);
