// The records of a preview, page by page, up to the last page of its provider.

import type { FoundRecord, PreviewResults } from '../../../contract/finder/endpoints.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Api } from '../../../contract/table.ts';

/** The records. Its other properties are final once the iteration has ended. */
export interface ResultPages extends AsyncIterable<FoundRecord> {
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
export function walkResults(api: Api, previewId: string, limit: number | null): ResultPages {
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
export function restText(walk: ResultPages, count: number): string | null {
  const { last, more, cap } = walk;
  if (last === null || !more) return null;
  const of = last.totalCount === undefined ? '' : ` of ${last.totalCount}`;
  if (cap === null) return `${count}${of} records shown, more available: use --limit N or --all`;
  const why = isFundraising(last.resolvedProvider)
    ? `${last.resolvedProvider} stops at page ${cap}`
    : `page ${cap} is the last available page`;
  return `${count}${of} records shown; ${why}. To reach the rest, refine the preview or import it`;
}
