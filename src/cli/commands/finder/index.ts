import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { SAVED_FILTER_TYPES } from '../../../contract/finder/enums.ts';
import { parseId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { openWords } from '../../session/about.ts';
import { type BuildGroup, does, groupByVerb, type OptionsOf, reads, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printStarted } from '../../shared/actions/status-view.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { RECORDS_SHOWN, type Targets } from '../../shared/effects/targets.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { assertCreatable, createdListId, findList } from '../../shared/lookup/list.ts';
import { COMPANY, CONTACT } from '../../shared/records/entity.ts';
import { previewView, savedFilterView, startedView } from '../../shared/views/actions.ts';
import { watchOptions, watchTimes } from '../../shared/watch/watch.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';
import { previewCommand, printPreview, textOf, tooLong } from './preview.ts';
import { previewIdOf, resultsCommand } from './results.ts';

const declare = () =>
  withExpect(
    watchOptions(
      writes('import', {
        summary: 'Import the records of a preview into a list',
        description:
          'Creates records, or merges them with existing ones they match. The import runs in the service; --watch waits for it.',
        uses: [routes.finder.import, routes.actions.status, routes.lists.list, routes.finder.results],
        view: startedView,
        json: [{ record: routes.finder.import }, { record: routes.actions.status }, { each: routes.actions.status }],
        output: 'the id of the run; with --watch its final status',
        exits: ['bad', 'notFound', 'running'],
        irreversible: true,
        examples: [
          ['reach finder import last --list "ICP DACH" --create-list --watch', 'up to 100 records into a new list'],
          ['reach finder import $ID --list 4 --max 2500 -o id', 'prints the id of the run'],
        ],
      })
        .argument('<preview>', 'id of the preview, or last')
        .requiredOption('--list <name|id>', 'the target list')
        .option('--create-list', 'create it if it does not exist')
        .option(
          '--max <n>',
          `at most this many: ${LIMITS.importCountMin} to ${LIMITS.importCountMax}, in steps of 100 (100)`,
        )
        .option('--watch', 'wait until it ends'),
      'other than COMPLETED',
    ),
  );

/** From 100 to 2,500 in steps of 100, by our own service. */
function maxOf(session: Session, text: string | undefined): number {
  const { importCountMin: least, importCountMax: most, importCountStep: step } = LIMITS;
  if (text === undefined) return least;
  if (!isLocal(session)) return wholeNumber(text, '--max', 1, Number.MAX_SAFE_INTEGER);
  const count = wholeNumber(text, '--max', least, most);
  if (count % step === 0) return count;
  const next = Math.ceil(count / step) * step;
  throw new UsageError(`--max ${text}: must be a multiple of ${step}`, { hint: `such as --max ${next}` });
}

/** The id of the list, or of what it would be a list: it is to be created. Exit 5 if it does not exist and must not be created. */
async function listFor(
  session: Session,
  api: Api,
  previewId: string,
  options: OptionsOf<typeof declare>,
): Promise<number | EntityName> {
  const input = parseId(options.list);
  if (input !== null) return input;
  const { entity } = await api.finder.results({ params: { previewId }, query: { page: 1, pageSize: 1 } });
  try {
    return (await findList(session, options.list, entity)).id;
  } catch (error) {
    if (options.createList === true) {
      await assertCreatable(session, options.list, entity, error);
      return entity;
    }
    if (!(error instanceof CliError) || error.exit !== 'notFound') throw error;
    const hint = `use --create-list to create it; ${error.hint}`;
    throw new CliError('notFound', 'not_found', error.message, { hint });
  }
}

/** The records of the preview that would be imported; null where the provider does not say how many there are. */
async function foundBy(api: Api, previewId: string, maxCount: number): Promise<Targets | null> {
  const query = { page: 1, pageSize: RECORDS_SHOWN };
  const { entity, records, totalCount, hasNextPage } = await api.finder.results({ params: { previewId }, query });
  const all = totalCount ?? (hasNextPage ? null : records.length);
  if (all === null) return null;
  const named = records.slice(0, maxCount).map(({ name }) => ({ id: null, label: name ?? '' }));
  return { entity: entity === 'COMPANY' ? COMPANY : CONTACT, found: { count: Math.min(all, maxCount), named } };
}

const importCommand = does(declare, async (session, word, options) => {
  watchTimes(options);
  const previewId = previewIdOf(session, word);
  const maxCount = maxOf(session, options.max);
  const api = await session.api();
  const list = await listFor(session, api, previewId, options);
  if (options.dryRun === true || options.expect !== undefined) {
    const into = typeof list === 'number' ? { listId: list } : { newList: options.list };
    const request = { params: { previewId }, body: { ...into, maxCount } };
    const call = planned(routes.finder.import, request, { targets: () => foundBy(api, previewId, maxCount) });
    const calls =
      typeof list === 'number' || session.showRequests === true
        ? call
        : [planned(routes.lists.create, { body: { name: options.list, entity: list } }), call];
    if (!(await isApproved(session, calls, options))) return;
  }
  const listId = typeof list === 'number' ? list : await createdListId(session, options.list, list);
  if (listId !== list) await session.print.note(`created list ${listId} "${options.list}"`);
  const started = await api.finder.import({ params: { previewId }, body: { listId, maxCount } });
  return await printStarted(session, started, options);
});

const filtersCommand = does(
  () =>
    withLimit(
      reads('filters', {
        summary: 'List the saved filters of the workspace',
        uses: [routes.savedFilters.list],
        view: savedFilterView,
        output: 'one row per filter: id, name, what it finds',
        examples: [
          ['reach finder filters', 'all saved filters'],
          ['reach finder filters --type LEAD -o id', 'only those that find contacts'],
        ],
      }).addOption(openWords(new Option('--type <type>', 'only filters of this type').choices(SAVED_FILTER_TYPES))),
    ),
  async (session, { type, ...limits }) => {
    const { call } = await session.client();
    const query = type === undefined ? {} : { type };
    await printListing(session, savedFilterView, limits, (paging) =>
      listPages(call, 'savedFilters', 'list', { query }, paging),
    );
  },
);

const refineCommand = does(
  () =>
    writes('refine', {
      summary: 'Refine a preview by feedback; creates a new preview and keeps the original',
      description: [
        'What you mention replaces what was asked before, unless you say "also", "not" or "remove".',
        'The refinement history is shown.',
      ].join('\n'),
      uses: [routes.finder.iterate, routes.finder.results],
      view: previewView,
      output: 'the new preview',
      exits: ['notFound'],
      examples: [
        ['reach finder refine last "only in Berlin, more than 500 employees"', 'the last preview'],
        ['reach finder refine $ID "also heads of sales, not in banking" -o id', 'add and exclude; prints the new id'],
      ],
    })
      .argument('<preview>', 'id of the preview, or last')
      .argument('<feedback...>', 'what to change (- = standard input)'),
  async (session, preview, words, { dryRun }) => {
    const previewId = previewIdOf(session, preview);
    const feedback = await textOf(session, words);
    if (feedback === '') throw new UsageError('no feedback given', { hint: 'reach finder refine ID "only in Berlin"' });
    if (feedback.length > LIMITS.feedbackMax) throw tooLong('the feedback', feedback, LIMITS.feedbackMax);
    const request = { params: { previewId }, body: { feedback } };
    if (!(await isApproved(session, planned(routes.finder.iterate, request), { dryRun }))) return;
    await printPreview(session, await (await session.api()).finder.iterate(request));
  },
);

export const finder: BuildGroup = (deps) =>
  groupByVerb(deps, {
    preview: previewCommand,
    refine: refineCommand,
    results: resultsCommand,
    import: importCommand,
    filters: filtersCommand,
  });
