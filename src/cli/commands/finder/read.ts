// reach finder results and filters: what a preview finds, and which filters are saved.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { SAVED_FILTER_TYPES, type SavedFilterType } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { wholeNumber } from '../../app/settings.ts';
import { foundView, savedFilterView } from '../../output/views/finder.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { previewIdOf } from './last.ts';
import { restText, walkResults } from './results-view.ts';

interface ResultFlags extends LimitOptions {
  readonly page?: string;
  readonly pageSize?: string;
}

/** What a preview finds at first sight. */
const SHOWN = 25;

async function results(session: Session, given: string, flags: ResultFlags): Promise<void> {
  const previewId = previewIdOf(session, given);
  if (flags.page !== undefined || flags.pageSize !== undefined) return await onePage(session, previewId, flags);
  const limit = limitOf(flags, SHOWN);
  const { api } = await session.client({ sustained: limit === null });
  const walk = walkResults(api, previewId, limit);
  const count = await session.print.list(foundView, walk);
  const rest = restText(walk, count);
  if (rest !== null && !session.io.stdout.closed) await session.print.note(rest);
}

async function onePage(session: Session, previewId: string, flags: ResultFlags): Promise<void> {
  const page = wholeNumber(flags.page ?? '1', '--page', 1, LIMITS.resultsPageMax);
  const most = LIMITS.resultsPageSizeMax;
  const pageSize = wholeNumber(flags.pageSize ?? String(most), '--page-size', 1, most);
  const api = await session.api();
  const found = await api.finder.results({ params: { previewId }, query: { page, pageSize } });
  await session.print.list(foundView, found.records);
  const of = found.totalCount === undefined ? '' : `, ${found.totalCount} records in all`;
  const next = found.hasNextPage ? `; the next: --page ${page + 1}` : '; it is the last';
  await session.print.note(`page ${page}${of}${next}`);
}

export function resultsCommand(deps: Deps) {
  const command = leaf('results', {
    summary: 'The records a preview finds; nothing is imported',
    description: [
      'Asked of the provider anew each time. Fundraising providers end with page 10, the others with page 50,',
      'of 25 records each.',
    ].join('\n'),
    uses: [routes.finder.results],
    output: 'one row a record; JSON is the array of records, with what the provider says beside it in extra',
    exits: ['notFound'],
    examples: [
      ['reach finder results last', `of the preview made last, the first ${SHOWN}`],
      ['reach finder results $ID --all -o csv > audience.csv', 'everything that can be read'],
      ['reach finder results $ID --page 3 --page-size 10', 'one page'],
    ],
  })
    .argument('<preview>', 'id of the preview, or last')
    .option('--limit <n>', `at most this many (${SHOWN}; 0 = all)`)
    .option('--all', 'everything that can be read')
    .option('--page <n>', 'one page alone')
    .option('--page-size <n>', `records of that page (${LIMITS.resultsPageSizeMax})`);
  return doesUntyped(deps, command, results);
}

interface FilterListFlags extends LimitOptions {
  readonly type?: SavedFilterType;
}

export function filtersCommand(deps: Deps) {
  const command = leaf('filters', {
    summary: 'The saved filters of the workspace',
    uses: [routes.savedFilters.list],
    output: 'one row a filter: id, name, what it finds',
    examples: [
      ['reach finder filters', 'all of them'],
      ['reach finder filters --type LEAD -o id', 'those that find contacts'],
    ],
  }).addOption(new Option('--type <type>', 'only these').choices([...SAVED_FILTER_TYPES]));
  return doesUntyped(deps, withLimit(command), async (session, flags: FilterListFlags) => {
    const { call } = await session.client({ sustained: limitOf(flags) === null });
    const query = flags.type === undefined ? {} : { type: flags.type };
    await printListing(session, savedFilterView, flags, (options) =>
      listPages(call, 'savedFilters', 'list', { query }, options),
    );
  });
}
