// reach finder results: the records of a preview.

import { join } from 'node:path';
import { counted } from '../../../contract/english.ts';
import type { FoundRecord, PreviewResults } from '../../../contract/finder/endpoints.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { keptText } from '../../files/bounded-read.ts';
import { withLock } from '../../files/lock.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { targetOf } from '../../shared/approval.ts';
import { limitOf, moreText } from '../../shared/limit.ts';
import { foundView } from '../../shared/views/actions.ts';
import { UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';

// The last preview of each target: `last` on the command line instead of a UUID.

const LAST = 'last';

const pathOf = ({ paths }: Session) => join(paths.state, 'previews.json');
const keyOf = (session: Session) => JSON.stringify(targetOf(session));

function kept(session: Session): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(keptText(pathOf(session)) ?? '{}');
    return isObject(all) ? { ...all } : {};
  } catch {
    return {};
  }
}

/** The id for a word of the command line. Exit 2 for `last` if there is no preview yet. */
export function previewIdOf(session: Session, text: string): string {
  if (text !== LAST) return text.trim();
  const id = getOwn(kept(session), keyOf(session));
  if (typeof id === 'string') return id;
  throw new UsageError('there is no preview yet', { hint: 'create one: reach finder preview "who to find"' });
}

/** Best effort: if the file cannot be written, only `last` does not work. */
export async function rememberPreview(session: Session, previewId: string): Promise<void> {
  try {
    await withLock(join(session.paths.state, 'previews.lock'), session.io, async () =>
      replacePrivateFile(pathOf(session), JSON.stringify({ ...kept(session), [keyOf(session)]: previewId })),
    );
  } catch {}
}

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

export const resultsCommand = does(declare, async (session, word, options) => {
  const previewId = previewIdOf(session, word);
  if (options.page !== undefined || options.pageSize !== undefined) {
    const other = options.all === true ? '--all' : '--limit';
    if (options.all === true || options.limit !== undefined)
      throw new UsageError(`one page is whole: leave out ${other}, or --page and --page-size`);
    return await onePage(session, previewId, options);
  }
  const limit = limitOf(options, DEFAULT_LIMIT);
  const { api } = await session.client();
  const walk = walkResults(api, previewId, limit);
  const count = await session.print.list(foundView, walk);
  const rest = restText(walk, count);
  if (rest !== null && !session.io.stdout.closed) await session.print.note(rest);
});

/** `page` is the last that was read, and final once the iteration has ended. */
interface ResultPages extends AsyncIterable<FoundRecord> {
  page: PreviewResults | null;
  more: boolean;
  /** The last page that can be read, if the iteration ended there. */
  cap: number | null;
}

/** `limit` null: all available records. Requests only the pages that are needed. */
function walkResults(api: Api, previewId: string, limit: number | null): ResultPages {
  const pageSize = Math.min(limit ?? LIMITS.resultsPageSizeMax, LIMITS.resultsPageSizeMax);
  const walk: ResultPages = { page: null, more: false, cap: null, [Symbol.asyncIterator]: records };
  async function* records(): AsyncGenerator<FoundRecord> {
    let seen = 0;
    for (let page = 1; limit !== 0; page += 1) {
      const found = await api.finder.results({ params: { previewId }, query: { page, pageSize } });
      walk.page = found;
      for (const record of found.records) {
        walk.more = seen === limit;
        if (walk.more) return;
        seen += 1;
        yield record;
      }
      walk.more = found.hasNextPage;
      if (!walk.more || found.records.length === 0 || seen === limit) return;
      if (page === (isFundraising(found.resolvedProvider) ? LIMITS.fundraisingPages : LIMITS.resultsPageMax)) {
        walk.cap = page;
        return;
      }
    }
  }
  return walk;
}

/** Why records are missing and what to do about it; null if all were shown. */
function restText(walk: ResultPages, count: number): string | null {
  const { page: last, more, cap } = walk;
  if (last === null || !more) return null;
  const of = last.totalCount === undefined ? '' : ` of ${last.totalCount}`;
  if (cap === null) return moreText(count, last.totalCount, { noun: 'record', plural: 'records' });
  const why = isFundraising(last.resolvedProvider)
    ? `${last.resolvedProvider} stops at page ${cap}`
    : `page ${cap} is the last available page`;
  return `${count}${of} records shown; ${why}. To reach the rest, refine the preview or import it`;
}
