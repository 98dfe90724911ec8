// reach action run: an enrichment run from a file or from flags, and watching it.

import { routes } from '../../../client/routes/routes.ts';
import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type RunFile, readRun } from '../../files/run-file.ts';
import { startedView } from '../../output/views/actions.ts';
import { watchRun } from '../../shared/actions/watch-run.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { idOf } from '../../shared/lookup/ids.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { type WatchFlags, watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import { addType, type FlaggedAction, setOption } from './options.ts';
import { bodyOfFile, bodyOfFlags, type TargetFlags } from './run-body.ts';

interface RunFlags extends TargetFlags, WatchFlags {
  readonly type?: readonly FlaggedAction[];
  readonly watch?: boolean;
  readonly dryRun?: boolean;
}

async function run(session: Session, name: string | undefined, flags: RunFlags): Promise<ExitName | void> {
  watchTimes(flags);
  const { type: types = [] } = flags;
  if ((name === undefined) === (types.length === 0)) {
    throw new UsageError('give a run file, or --type', { hint: 'reach action types lists the types' });
  }
  const file = name === undefined ? null : await readRun(session.io, name);
  const body = file === null ? await bodyOfFlags(session, types, flags) : await bodyOfFile(session, file, flags);
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.actions.run.path, body);
  const started = await start(session, file, body);
  if (flags.watch === true) return await watchRun(session, started.actionsId, flags);
  await session.print.record(startedView, started);
  await session.print.note(`watch it: reach action watch ${started.actionsId}`);
}

async function start(session: Session, file: RunFile | null, body: ActionsInput) {
  const api = await session.api();
  const send = () => api.actions.run({ body });
  return file === null ? await send() : await sent(session, file, send);
}

export function runCommand(deps: Deps) {
  // Options belong to the type before them, so both write to one list, in the order they are given.
  let actions: FlaggedAction[] = [];
  const command = leaf('run', {
    summary: 'Run enrichment actions over contacts, companies or lists',
    description: [
      'Actions run one after the other on each record: what one finds, the next can use. They come from a YAML file, or',
      'from --type (again for another), each with the --option flags after it. Exactly one target.',
    ].join('\n'),
    uses: [routes.actions.run, routes.actions.status, routes.lists.list],
    output: 'the id of the run; with --watch its status at the end',
    exits: ['bad', 'notFound', 'running'],
    examples: [
      ['reach action run --type ENRICH_WITH_EMAIL --type VERIFY_LEAD_EMAIL --list "ICP DACH" --watch', 'find, verify'],
      ['reach action run enrich.yaml --watch --exit-status --timeout 30m', 'from a file, in CI'],
      [
        'reach action run --type SEARCH_LEADS_FROM_NETWORK_COMPANY --option text="heads of sales" --companies 4,5',
        'with an option',
      ],
      ['reach contacts search --include professionalEmail= -o id | reach action run enrich.yaml --contacts -', 'ids'],
    ],
  })
    .argument('[file]', 'run file, YAML or JSON (- = standard input)')
    .option('--type <type>', 'an action; repeat it', (text: string) => {
      actions = addType(text, actions);
      return actions;
    })
    .option(
      '--option <name=value>',
      'an option of the type before it (name:=json for JSON); repeat it',
      (text: string) => {
        const last = actions.at(-1);
        if (last === undefined) throw new UsageError(`--option ${text} comes before any --type`);
        setOption(last, text);
        return text;
      },
    )
    .option('--list <name|id>', 'a list of contacts or companies; repeat it', collect)
    .option('--contacts <ids>', 'contact ids, separated by commas (- = standard input)')
    .option('--companies <ids>', 'company ids')
    .option('--watch', 'wait for its end')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, watchOptions(command, 'other than COMPLETED'), run);
}

export function watchCommand(deps: Deps) {
  const command = leaf('watch', {
    summary: 'Watch a run, or the import of a preview, to its end',
    description: 'At a terminal a table that moves, elsewhere a line per change; Ctrl-C leaves the run alone.',
    uses: [routes.actions.status],
    output: 'its status at the end; with -o ndjson one event per change',
    exits: ['bad', 'notFound', 'running'],
    examples: [
      ['reach action watch 7', 'until it ends'],
      ['reach action watch 7 -o ndjson --timeout 10m', 'one event per change, for a program'],
    ],
  }).argument('<id>', 'id of the run');
  return doesUntyped(
    deps,
    watchOptions(command, 'other than COMPLETED'),
    async (session, text: string, flags: WatchFlags) => watchRun(session, idOf(text, 'run'), flags),
  );
}
