// reach finder results: the records of a preview.

import { counted } from '../../../contract/english.ts';
import type { FoundRecord, PreviewResults } from '../../../contract/finder/endpoints.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText } from '../../shared/limit/limit.ts';
import { foundView } from '../../shared/views/finder.ts';
import { wholeNumber } from '../../terminal/settings.ts';
import { previewIdOf } from './last.ts';

const declare = () =>
  reads('results', {
    summary: 'List the records of a preview; imports nothing',
    description: [
      'The provider is queried again each time. Fundraising providers stop at page 10, others at page 50, with 25 records',
      'per page.',
    ].join('\n'),
    uses: [routes.finder.results],
    view: foundView,
    output: 'one row per record; JSON is the array of records, with further data of the provider in extra',
    exits: ['notFound'],
    examples: [
      ['reach finder results last', `the first ${DEFAULT_LIMIT} records of the last preview`],
      ['reach finder results $ID --all -o csv > audience.csv', 'all available records'],
      ['reach finder results $ID --page 3 --page-size 10', 'one page'],
    ],
  })
    .argument('<preview>', 'id of the preview, or last')
    .option('--limit <n>', `at most this many (${DEFAULT_LIMIT}; 0 = all)`)
    .option('--all', 'all available records')
    .option('--page <n>', 'only this page')
    .option('--page-size <n>', `records on that page (${LIMITS.resultsPageSizeMax})`);

const DEFAULT_LIMIT = 25;

async function results(session: Session, word: string, options: OptionsOf<typeof declare>): Promise<void> {
  const previewId = previewIdOf(session, word);
  if (options.page !== undefined || options.pageSize !== undefined) return await onePage(session, previewId, options);
  const limit = limitOf(options, DEFAULT_LIMIT);
  const { api } = await session.client();
  const walk = walkResults(api, previewId, limit);
  const count = await session.print.list(foundView, walk);
  const rest = restText(walk, count);
  if (rest !== null && !session.io.stdout.closed) await session.print.note(rest);
}

async function onePage(session: Session, previewId: string, options: OptionsOf<typeof declare>): Promise<void> {
  const page = wholeNumber(options.page ?? '1', '--page', 1, LIMITS.resultsPageMax);
  const most = LIMITS.resultsPageSizeMax;
  const pageSize = wholeNumber(options.pageSize ?? String(most), '--page-size', 1, most);
  const api = await session.api();
  const found = await api.finder.results({ params: { previewId }, query: { page, pageSize } });
  await session.print.list(foundView, found.records);
  const of = found.totalCount === undefined ? '' : `, ${counted(found.totalCount, 'record')} in total`;
  const next = found.hasNextPage ? `; next: --page ${page + 1}` : '; last page';
  await session.print.note(`page ${page}${of}${next}`);
}

export const resultsCommand = does(declare, results);

/** The records. Its other properties are final once the iteration has ended. */
interface ResultPages extends AsyncIterable<FoundRecord> {
  /** The last page that was read; null before the first. */
  readonly last: PreviewResults | null;
  /** Whether there are more records. */
  readonly more: boolean;
  /** The last page that can be read, if the iteration ended there. */
  readonly cap: number | null;
}

/** The last page that can be read. */
function lastPageOf(provider: string): number {
  return isFundraising(provider) ? LIMITS.fundraisingPages : LIMITS.resultsPageMax;
}

/** `limit` null: all available records. Requests only the pages that are needed. */
function walkResults(api: Api, previewId: string, limit: number | null): ResultPages {
  const pageSize = Math.min(limit ?? LIMITS.resultsPageSizeMax, LIMITS.resultsPageSizeMax);
  let last: PreviewResults | null = null;
  let more = false;
  let cap: number | null = null;

  async function* records(): AsyncGenerator<FoundRecord> {
    let seen = 0;
    for (let page = 1; limit !== 0; page += 1) {
      last = await api.finder.results({ params: { previewId }, query: { page, pageSize } });
      for (const record of last.records) {
        if (seen === limit) {
          more = true;
          return;
        }
        seen += 1;
        yield record;
      }
      more = last.hasNextPage;
      if (!more || last.records.length === 0 || seen === limit) return;
      if (page === lastPageOf(last.resolvedProvider)) {
        cap = page;
        return;
      }
    }
  }

  return {
    [Symbol.asyncIterator]: records,
    get last() {
      return last;
    },
    get more() {
      return more;
    },
    get cap() {
      return cap;
    },
  };
}

/** Why records are missing and what to do about it; null if all were shown. */
function restText(walk: ResultPages, count: number): string | null {
  const { last, more, cap } = walk;
  if (last === null || !more) return null;
  const of = last.totalCount === undefined ? '' : ` of ${last.totalCount}`;
  if (cap === null) return moreText(count, last.totalCount, { noun: 'record', plural: 'records' });
  const why = isFundraising(last.resolvedProvider)
    ? `${last.resolvedProvider} stops at page ${cap}`
    : `page ${cap} is the last available page`;
  return `${count}${of} records shown; ${why}. To reach the rest, refine the preview or import it`;
}
