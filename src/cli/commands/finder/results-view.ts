// What a preview finds, page by page, as far as its provider goes.

import type { FoundRecord, PreviewResults } from '../../../contract/finder/endpoints.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Api } from '../../../contract/table.ts';

/** The records one after the other. What it says about the rest is final once the loop has ended. */
export interface Walk extends AsyncIterable<FoundRecord> {
  /** The last page that was read; null before the first. */
  readonly last: PreviewResults | null;
  /** Whether more exist than were given. */
  readonly more: boolean;
  /** Whether it ended because no further page can be read, and which was the last. */
  readonly cap: number | null;
}

/** The last page of a provider that can be read (SERVICE-API, Limits). */
function lastPageOf(provider: string): number {
  return isFundraising(provider) ? LIMITS.fundraisingPages : LIMITS.resultsPageMax;
}

/** `limit` null: everything that can be read. Asks for no page that nobody wants. */
export function walkResults(api: Api, previewId: string, limit: number | null): Walk {
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

/** Why fewer were shown than there are, and what to do about it; null where all were shown. */
export function restText(walk: Walk, count: number): string | null {
  const { last, more, cap } = walk;
  if (last === null || !more) return null;
  const of = last.totalCount === undefined ? '' : ` of ${last.totalCount}`;
  if (cap === null) return `${count}${of} records shown, more exist: --limit N or --all`;
  const why = isFundraising(last.resolvedProvider)
    ? `${last.resolvedProvider} ends with page ${cap}`
    : `page ${cap} is the last that can be read`;
  return `${count}${of} records shown; ${why}, and more exist: refine the preview, or import it`;
}
