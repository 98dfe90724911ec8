// reach local clock.

import { routes } from '../../../contract/routes/routes.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { clockView } from '../../shared/views/local.ts';
import { UsageError } from '../../terminal/exit.ts';

const declare = () =>
  writes('clock', {
    summary: 'Show, freeze, set or advance the clock; it never goes back',
    uses: [routes.local.clock],
    view: clockView,
    output: 'the clock after the change',
    examples: [
      ['reach local clock', 'its current time'],
      ['reach local clock --advance 3d', 'everything due in these days is performed, in order'],
      ['reach local clock --freeze', 'stop it until --unfreeze'],
    ],
  })
    .option('--advance <duration>', 'such as 90s, 2h or 3d')
    .option('--set <time>', 'a time that is not in its past, such as 2026-12-01T09:00:00Z')
    .option('--freeze', 'stop the clock')
    .option('--unfreeze', 'start it again');

/** The requested change; null to only show the clock. */
function changeOf({ advance, set, freeze, unfreeze }: OptionsOf<typeof declare>) {
  const input = [advance, set, freeze, unfreeze].filter((value) => value !== undefined);
  if (input.length > 1) throw new UsageError('give only one of --advance, --set, --freeze and --unfreeze');
  if (advance !== undefined) return { advance };
  if (set !== undefined) return { set };
  return input.length === 0 ? null : { freeze: freeze === true };
}

export const clockCommand = does(declare, async (session, { dryRun, ...options }) => {
  const body = changeOf(options);
  if (body !== null && dryRun === true) return await printDryRun(session, planned(routes.local.setClock, { body }));
  const { local } = await session.api();
  await session.print.record(clockView, body === null ? await local.clock() : await local.setClock({ body }));
});
