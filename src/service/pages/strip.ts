// Days: how much happened on each, and is to come, every figure a filter.

import { largest } from '../../contract/extremes.ts';
import { groupBy } from '../../contract/group-by.ts';
import { SLOT_MS } from '../core/time-span.ts';
import { dayOf, nextDay, type PageClock } from './clock.ts';
import { addressWith } from './forms.ts';
import { type Html, html } from './html.ts';
import { type PageContext, textIn } from './page.ts';
import { figure } from './parts.ts';

/** What is counted by day, from the bottom of a column up. Planned: what follows upon what is due, if no one reacts. */
const COUNTED = ['sent', 'done', 'failed', 'due', 'planned'] as const;
type DayCounts = Readonly<Record<(typeof COUNTED)[number], number>>;

const NO_COUNTS: DayCounts = { sent: 0, done: 0, failed: 0, due: 0, planned: 0 };

const DAYS_MAX = 60;
const HEIGHT = 40;

/** Counts by day of the page's zone, the days between included as long as they are not too many. */
export function daysOf(
  slots: readonly { readonly at: number; readonly kind: keyof DayCounts; readonly n: number }[],
  { zone }: PageClock,
): [day: string, counts: DayCounts][] {
  const days = new Map<string, DayCounts>();
  for (const [, group] of groupBy(slots, ({ at }) => Math.floor(at / SLOT_MS))) {
    const day = dayOf(group[0]?.at ?? 0, zone);
    for (const { kind, n } of group) {
      const counts = days.get(day) ?? NO_COUNTS;
      days.set(day, { ...counts, [kind]: counts[kind] + n });
    }
  }
  const known = [...days.keys()].sort();
  const all: string[] = [];
  for (
    let day = known[0] ?? '';
    day !== '' && day <= (known.at(-1) ?? '') && all.length <= DAYS_MAX;
    day = nextDay(day)
  )
    all.push(day);
  const listed = all.length > DAYS_MAX ? known.slice(-DAYS_MAX) : all;
  return listed.map((day) => [day, days.get(day) ?? NO_COUNTS]);
}

/** `chosen`: the day that is filtered by; `cut`: the one that has more than is counted. One column per day: sent and done solid, due and planned outlined, failed red. `hrefOf` leads to what a figure counts. */
export function dayStrip(
  days: readonly (readonly [day: string, counts: DayCounts])[],
  { chosen, cut }: { readonly chosen?: string | undefined; readonly cut?: string | undefined },
  { now, zone }: PageClock,
  hrefOf: (day: string, kind: keyof DayCounts) => string | null,
): Html | null {
  if (days.length === 0) return null;
  const most = Math.max(1, largest(days.map(([, counts]) => COUNTED.reduce((sum, kind) => sum + counts[kind], 0))));
  const today = dayOf(now, zone);
  const items = days.map(([day, counts]) => {
    let top = HEIGHT;
    const bars = COUNTED.map((kind) => {
      const height = Math.ceil((HEIGHT * counts[kind]) / most);
      top -= height;
      return (
        height > 0 &&
        html`<rect class="${kind}" x="1" y="${Math.max(1, top)}" width="22" height="${Math.max(1, height - 1)}"/>`
      );
    });
    const lines = COUNTED.map((kind) =>
      figure(counts[kind], day === cut ? `or more ${kind}` : kind, hrefOf(day, kind), kind === 'failed' ? 'bad' : ''),
    );
    const current = day === chosen && html` aria-current="date"`;
    return html`<li data-key="${day}"${current}><svg viewBox="0 0 24 ${HEIGHT}" width="24" height="${HEIGHT}" aria-hidden="true">${bars}</svg><span class="${day === today ? 'today' : 'soft'}">${day.slice(5)}${day === today && ' today'}</span>${lines}</li>`;
  });
  return html`<ol class="strip" aria-label="Days">${items}</ol>`;
}

/** The days of a run: the statuses of its records by what they count as. What is due is that of a run in progress. */
export function runStrip(
  page: PageContext,
  times: readonly { readonly at: number; readonly status: string; readonly n: number }[],
  statuses: Readonly<Partial<Record<keyof DayCounts, string>>>,
): Html | null {
  const slots = times.flatMap(({ status, ...slot }) =>
    COUNTED.flatMap((kind) => (statuses[kind] === status ? [{ ...slot, kind }] : [])),
  );
  return dayStrip(daysOf(slots, page.clock), { chosen: textIn(page, 'day') }, page.clock, (day, kind) =>
    addressWith(page, { day, status: statuses[kind] ?? null, stepId: null, action: null, record: null }),
  );
}
