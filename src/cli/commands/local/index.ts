// reach local: what an operator turns on the local service. Works on profile `local`, and on a `reach serve --admin`.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { BuildGroup, Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { clockView, featureView, localStatusView, requestView } from '../../output/views/local.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { campaignCommand } from './campaign.ts';
import { emitCommand } from './emit.ts';
import { faultGroup } from './fault.ts';
import { grantCommand } from './grant.ts';
import { keyGroup } from './key.ts';
import { storeCommands } from './store.ts';

interface ClockFlags {
  readonly advance?: string;
  readonly set?: string;
  readonly freeze?: boolean;
  readonly unfreeze?: boolean;
  readonly dryRun?: boolean;
}

/** The change that the flags ask for; null asks for none. */
function clockChange(flags: ClockFlags) {
  if (flags.advance !== undefined) return { advance: flags.advance };
  if (flags.set !== undefined) return { set: flags.set };
  return flags.freeze === true || flags.unfreeze === true ? { freeze: flags.freeze === true } : null;
}

async function clock(session: Session, flags: ClockFlags): Promise<void> {
  const given = Object.keys(flags).filter((key) => ['advance', 'set', 'freeze', 'unfreeze'].includes(key));
  if (given.length > 1) throw new UsageError('give one of --advance, --set, --freeze, --unfreeze');
  const body = clockChange(flags);
  if (body !== null && flags.dryRun === true) {
    return await printDryRun(session, 'POST', routes.local.setClock.path, body);
  }
  const { local } = await session.api();
  await session.print.record(clockView, body === null ? await local.clock() : await local.setClock({ body }));
}

async function feature(
  session: Session,
  name: string | undefined,
  state: string | undefined,
  flags: Pick<ClockFlags, 'dryRun'>,
): Promise<void> {
  const api = await session.api();
  if (name === undefined) return await printFeatures(session, await api.local.features());
  if (state !== 'on' && state !== 'off') throw new UsageError(`reach local feature ${name}: say on or off`);
  const known = Object.keys(await api.local.features());
  if (!known.includes(name)) throw new UsageError(`no switch "${name}"`, { hint: `known: ${known.join(', ')}` });
  const body = { [name]: state === 'on' };
  if (flags.dryRun === true) return await printDryRun(session, 'PATCH', routes.local.setFeatures.path, body);
  await printFeatures(session, await api.local.setFeatures({ body }));
}

async function printFeatures(session: Session, told: Readonly<Record<string, boolean>>): Promise<void> {
  await session.print.list(
    featureView,
    Object.entries(told).map(([name, on]) => ({ name, on })),
  );
}

function clockCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('clock', {
      summary: 'Show, freeze, set or advance the clock, forward only',
      uses: [routes.local.clock],
      output: 'the clock after the change',
      examples: [
        ['reach local clock', 'what time it is there'],
        ['reach local clock --advance 3d', 'what falls due on the way happens, in order'],
        ['reach local clock --freeze', 'stands still until --unfreeze'],
      ],
    })
      .option('--advance <duration>', 'such as 90s, 2h or 3d')
      .option('--set <time>', 'a moment not before its now, as 2026-12-01T09:00:00Z')
      .option('--freeze', 'stop it')
      .option('--unfreeze', 'let it run again')
      .option('--dry-run', 'print what would be sent, send nothing'),
    clock,
  );
}

function featureCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('feature', {
      summary: 'Show switches of the workspace, or turn one on or off',
      uses: [routes.local.features],
      output: 'one row a switch',
      examples: [
        ['reach local feature', 'all of them'],
        ['reach local feature rate-limits on', 'keep to the documented rates on this machine, too'],
      ],
    })
      .argument('[name]', 'the switch')
      .argument('[state]', 'on or off')
      .option('--dry-run', 'print what would be sent, send nothing'),
    feature,
  );
}

function logCommand(deps: Deps) {
  return doesUntyped(
    deps,
    withLimit(
      leaf('log', {
        summary: 'Requests the service saw, newest first',
        uses: [routes.local.log],
        output: 'one row a request: when, method, path, status (0 = connection cut), how long, the key’s name',
        examples: [
          ['reach local log --limit 20', 'the last 20'],
          ['reach local log --all -o ndjson', 'everything that is kept, for a script'],
        ],
      }),
    ),
    async (session, flags: LimitOptions) => {
      const { call } = await session.client();
      await printListing(session, requestView, flags, (options) => listPages(call, 'local', 'log', {}, options));
    },
  );
}

export const local: BuildGroup = (deps) =>
  group('local', [], 'Control the local service: clock, faults, keys, snapshots', [
    doesUntyped(
      deps,
      leaf('status', {
        summary: 'What the local service holds, and where',
        uses: [routes.local.status],
        output: 'version, store, clock, switches and counts',
        examples: [
          ['reach local status', 'at a glance'],
          ['reach local status --json --fields counts', 'for a script'],
        ],
      }),
      async (session) => session.print.record(localStatusView, await (await session.api()).local.status()),
    ),
    clockCommand(deps),
    faultGroup(deps),
    keyGroup(deps),
    emitCommand(deps),
    grantCommand(deps),
    featureCommand(deps),
    campaignCommand(deps),
    logCommand(deps),
    ...storeCommands(deps),
  ]);
