// reach finder import: what a preview finds, as contacts or companies of a list.

import { routes } from '../../../client/routes/routes.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Api } from '../../../contract/table.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { startedView } from '../../output/views/actions.ts';
import { watchRun } from '../../shared/actions/watch-run.ts';
import { findList } from '../../shared/lookup/list.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { type WatchFlags, watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import { previewIdOf } from './last.ts';

interface ImportFlags extends WatchFlags {
  readonly list: string;
  readonly createList?: boolean;
  readonly max?: string;
  readonly watch?: boolean;
  readonly dryRun?: boolean;
}

/** From 100 to 2,500 in steps of 100; another number is told the next step. */
function maxOf(text: string | undefined): number {
  const { importCountMin: least, importCountMax: most, importCountStep: step } = LIMITS;
  if (text === undefined) return least;
  const count = wholeNumber(text, '--max', least, most);
  if (count % step === 0) return count;
  const next = Math.ceil(count / step) * step;
  throw new UsageError(`--max ${text}: goes in steps of ${step}`, { hint: `--max ${next}` });
}

/** What the preview finds: its answer says so. */
async function entityOf(api: Api, previewId: string): Promise<ListEntity> {
  return (await api.finder.results({ params: { previewId }, query: { page: 1, pageSize: 1 } })).entity;
}

/** The list's id; null where it would be created, in a dry run. Exit 5 where there is none and none is to be created. */
async function listFor(session: Session, api: Api, previewId: string, flags: ImportFlags): Promise<number | null> {
  if (/^[1-9][0-9]{0,15}$/.test(flags.list)) return Number(flags.list);
  const entity = await entityOf(api, previewId);
  try {
    return (await findList(api, flags.list, entity)).id;
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== 'notFound') throw error;
    if (flags.createList !== true) {
      const message = `no list "${flags.list}" of ${entity === 'CONTACT' ? 'contacts' : 'companies'}`;
      throw new CliError('notFound', 'not_found', message, { hint: 'add --create-list to create it' });
    }
  }
  if (flags.dryRun === true) return null;
  const { id } = await api.lists.create({ body: { name: flags.list, entity } });
  await session.print.note(`created list ${id} "${flags.list}"`);
  return id;
}

async function importPreview(session: Session, given: string, flags: ImportFlags): Promise<ExitName | void> {
  watchTimes(flags);
  const previewId = previewIdOf(session, given);
  const maxCount = maxOf(flags.max);
  const api = await session.api();
  const listId = await listFor(session, api, previewId, flags);
  const path = `/v1/ai-finder/previews/${previewId}/import`;
  if (flags.dryRun === true || listId === null) {
    const list = listId === null ? { newList: flags.list } : { listId };
    return await printDryRun(session, 'POST', path, { ...list, maxCount });
  }
  const started = await api.finder.import({ params: { previewId }, body: { listId, maxCount } });
  if (flags.watch === true) return await watchRun(session, started.actionsId, flags);
  await session.print.record(startedView, started);
  await session.print.note(`watch it: reach action watch ${started.actionsId}`);
}

export function importCommand(deps: Deps) {
  const command = leaf('import', {
    summary: 'Import what a preview finds into a list',
    description:
      'Records are created, or merged with those they match. It goes on in the service; --watch waits for it.',
    uses: [routes.finder.import, routes.actions.status, routes.lists.list, routes.finder.results],
    output: 'the id of the run; with --watch its status at the end',
    exits: ['bad', 'notFound', 'running'],
    examples: [
      ['reach finder import last --list "ICP DACH" --create-list --watch', 'up to 100 into a new list'],
      ['reach finder import $ID --list 4 --max 2500 -o id', 'prints the id of the run'],
    ],
  })
    .argument('<preview>', 'id of the preview, or last')
    .requiredOption('--list <name|id>', 'the list they come into')
    .option('--create-list', 'create it where there is none of that name')
    .option(
      '--max <n>',
      `at most this many: ${LIMITS.importCountMin} to ${LIMITS.importCountMax}, in steps of 100 (100)`,
    )
    .option('--watch', 'wait for its end')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, watchOptions(command, 'other than COMPLETED'), importPreview);
}
