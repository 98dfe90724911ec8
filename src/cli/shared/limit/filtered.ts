// Filters that a service may not have, or may ignore: what comes back is compared here as well.

import type { Listing, ListOptions } from '../../../client/answers/pages.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';

const PAGE_SIZE_MAX = 100;

/**
 * By the name of a parameter: whether a record is one of those asked for. Undefined where it does not say; null for what
 * no record shows, such as the text of older messages. The name '' is of a filter that no service has.
 */
export type RecordFilters<T> = Readonly<Record<string, (record: T) => boolean | undefined | null>>;

export interface Filtered<T> extends Listing<T> {
  /** What a reader must know of the selection, once the loop has ended. */
  readonly notes: readonly string[];
}

/**
 * The wanted records, up to the limit, whether or not the service filters. A record that lacks what is asked for is kept
 * where the service has selected it, and left out where no one has. One more is read than is given, so that `more` is
 * known; `total` is null where the service was seen to count others as well.
 */
export function filtered<T>(
  open: (options: ListOptions) => Listing<T>,
  filters: RecordFilters<T>,
  { limit = null, signal }: ListOptions,
): Filtered<T> {
  const pageSize = limit === null ? PAGE_SIZE_MAX : Math.min(limit + 1, PAGE_SIZE_MAX);
  const all = open({ limit: null, pageSize, signal, filtersItself: true });
  const names = Object.keys(filters);
  const unapplied = new Set<string>();
  const unsaid = new Map<string, number>();
  let more: Listing<T>['more'] = 'unknown';

  const isIgnored = (name: string) => all.ignored.includes(name);

  function isWanted(record: T): boolean {
    const verdicts = names.map((name) => [name, own(filters, name)?.(record)] as const);
    const wrong = verdicts.filter(([, is]) => is === false);
    for (const [name] of wrong) unapplied.add(name);
    if (wrong.length > 0) return false;
    const silent = verdicts.filter(([, is]) => is == null);
    for (const [name, is] of silent)
      if (is === undefined || isIgnored(name)) unsaid.set(name, (unsaid.get(name) ?? 0) + 1);
    return !silent.some(([name]) => isIgnored(name));
  }

  async function* records(): AsyncGenerator<T> {
    let count = 0;
    if (limit === 0) return;
    for await (const record of all) {
      if (!isWanted(record)) continue;
      if (count === limit) {
        more = true;
        return;
      }
      count += 1;
      yield record;
    }
    more = all.more;
  }

  return {
    [Symbol.asyncIterator]: records,
    get more() {
      return more;
    },
    get total() {
      return unapplied.size > 0 || all.ignored.length > 0 ? null : all.total;
    },
    get ignored() {
      return all.ignored;
    },
    get notes() {
      const here = names.filter((name) => name !== '' && (isIgnored(name) || unapplied.has(name)));
      return [
        ...(here.length > 0 ? [`the service did not filter by ${here.join(', ')}: done here`] : []),
        ...[...unsaid].map(([name, count]) =>
          isIgnored(name)
            ? `left out, as the service neither filters by ${name} nor shows it: ${count}`
            : `selected by the service alone, which does not show ${name}: ${count}`,
        ),
      ];
    },
  };
}

/** Whether a value is the wanted one; undefined where there is none. Case does not count. */
function isValue(value: unknown, wanted: unknown): boolean | undefined {
  return value == null ? undefined : String(value).toLowerCase() === String(wanted).toLowerCase();
}

/** Filters by the fields of the same names as the parameters. */
export function byFields<T>(query: object): RecordFilters<T> {
  const given = Object.entries(query).filter(([, wanted]) => wanted !== undefined);
  return Object.fromEntries(
    given.map(([name, wanted]) => [name, (record: T) => isValue(isObject(record) ? own(record, name) : null, wanted)]),
  );
}
