// reach action run: an enrichment run from a file or from options, and watching it.

import type { ActionsInput } from '../../../contract/actions/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type RunFile, readRun } from '../../files/run-file.ts';
import { collect, does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printStarted } from '../../shared/actions/started.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { type Audience, type LeftOut, noteLeftOut, refusal, screened } from '../../shared/never-contact/guard.ts';
import { withRecordIds } from '../../shared/records/record-ids.ts';
import { startedView } from '../../shared/views/actions.ts';
import { watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { UsageError } from '../../terminal/exit.ts';
import { addType, type FlaggedAction } from './options.ts';
import { bodyOfFile, bodyOfOptions } from './run-body.ts';

function declare() {
  // Options belong to the type before them, so both write to one list, in the order they are given.
  let actions: FlaggedAction[] = [];
  const command = writes('run', {
    summary: 'Run enrichment actions over contacts, companies or lists',
    description: [
      'Actions run one after the other on each record: what one finds, the next can use. They come from a YAML file, or',
      'from --type (repeated for more), each with the --option values after it. Exactly one target. Contacts that reach never-contact covers are left out.',
    ].join('\n'),
    checks: true,
    uses: [routes.actions.run, routes.actions.status, routes.lists.list, routes.contacts.search],
    view: startedView,
    output: 'the id of the run; with --watch its final status',
    exits: ['bad', 'notFound', 'running'],
    completes: { file: 'file', '--list': 'lists' },
    irreversible: true,
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
    .option('--type <type>', 'an action; repeatable', (text: string) => {
      actions = addType(text, actions);
      return actions;
    })
    .option(
      '--option <name=value>',
      'an option of the type before it (name:=json for JSON); repeatable',
      (text: string) => {
        const last = actions.at(-1);
        if (last === undefined) throw new UsageError(`--option ${text} comes before any --type`);
        last.options.push(text);
        return text;
      },
    )
    .option('--list <name|id>', 'a list of contacts or companies; repeatable', collect);
  const watched = withRecordIds(command).option('--watch', 'wait until it ends');
  return watchOptions(watched, 'other than COMPLETED');
}

async function run(
  session: Session,
  name: string | undefined,
  options: OptionsOf<typeof declare>,
): Promise<ExitName | void> {
  // A bad duration must not be found after the run was started.
  watchTimes(options);
  const { type: types = [] } = options;
  if ((name === undefined) === (types.length === 0)) {
    throw new UsageError('give a run file, or --type', { hint: 'reach action types lists the types' });
  }
  const file = name === undefined ? null : await readRun(session.io, name);
  const whole = file === null ? await bodyOfOptions(session, types, options) : await bodyOfFile(session, file, options);
  const body = await contactableOnly(session, whole);
  if (options.dryRun) return await printDryRun(session, planned(routes.actions.run, { body }));
  return await printStarted(session, await start(session, file, body), options);
}

/** Without contacts that must not be contacted; lists with such members are replaced by the others. Exit 3 where no one is left. */
async function contactableOnly(session: Session, body: ActionsInput): Promise<ActionsInput> {
  const { contactIds, contactGroupIds = [], ...rest } = body;
  const audiences: Audience[] = [
    ...(contactIds === undefined ? [] : [{ ids: contactIds }]),
    ...contactGroupIds.map((listId) => ({ listId })),
  ];
  const leftOut = new Map<number, LeftOut>();
  const allowed = new Set<number>();
  for (const audience of audiences) {
    const found = await screened(session, audience);
    for (const one of found?.leftOut ?? []) leftOut.set(one.contactId, one);
    for (const id of found?.allowed ?? []) allowed.add(id);
  }
  if (leftOut.size === 0) return body;
  const left = [...leftOut.values()];
  if (allowed.size === 0) throw refusal(left, 'no one is left, and nothing was started');
  if (allowed.size > LIMITS.runRecords)
    throw refusal(left, `a run takes lists, or ${LIMITS.runRecords} contacts: nothing was started`);
  await noteLeftOut(session, left);
  return { ...rest, contactIds: [...allowed] };
}

async function start(session: Session, file: RunFile | null, body: ActionsInput) {
  const api = await session.api();
  const send = () => api.actions.run({ body });
  return file === null ? await send() : await sent(session, file, send);
}

export const runCommand = does(declare, run);
