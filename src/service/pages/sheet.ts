// The layout of what runs: a line of figures, days, and three columns: steps, records, and what one record gets.

import { largest } from '../../contract/extremes.ts';
import { dayOf, nextDay, type PageClock } from './clock.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { grouped } from './parts.ts';

/** Columns side by side where there is room, else one after the other. */
export function columns(parts: readonly (readonly [id: string, title: string, body: HtmlPart])[]): Html {
  const sections = parts.map(
    ([id, title, body]) =>
      html`<section id="${id}" class="column" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`,
  );
  return html`<div class="sheet">${sections}</div>`;
}

/** A figure with its word, as a link to what it counts; nothing for none. */
export function figure(count: number, word: string, href: string, tone = ''): Html | null {
  return count === 0 ? null : html`<a class="figure ${tone}" href="${href}">${grouped(count)} ${word}</a> `;
}

export interface DayCounts {
  readonly sent: number;
  readonly due: number;
  readonly failed: number;
}

const DAYS_MAX = 60;
const HEIGHT = 40;

/** Counts by day of the page's zone, the days between included as long as they are not too many. */
export function daysOf(
  slots: readonly { readonly at: number; readonly kind: keyof DayCounts; readonly n: number }[],
  { zone }: PageClock,
): [day: string, counts: DayCounts][] {
  const days = new Map<string, DayCounts>();
  for (const { at, kind, n } of slots) {
    const day = dayOf(at, zone);
    const counts = days.get(day) ?? { sent: 0, due: 0, failed: 0 };
    days.set(day, { ...counts, [kind]: counts[kind] + n });
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
  return listed.map((day) => [day, days.get(day) ?? { sent: 0, due: 0, failed: 0 }]);
}

/** One column per day: sent solid, due outlined, failed red. `hrefOf` leads to what a figure counts. */
export function dayStrip(
  days: readonly (readonly [day: string, counts: DayCounts])[],
  chosen: string | null,
  { now, zone }: PageClock,
  hrefOf: (day: string, kind: keyof DayCounts) => string,
): Html | null {
  if (days.length === 0) return null;
  const most = Math.max(1, largest(days.map(([, { sent, due, failed }]) => sent + due + failed)));
  const today = dayOf(now, zone);
  const items = days.map(([day, counts]) => {
    let top = HEIGHT;
    const bars = (['sent', 'failed', 'due'] as const).map((kind) => {
      const height = Math.ceil((HEIGHT * counts[kind]) / most);
      top -= height;
      return (
        height > 0 &&
        html`<rect class="${kind}" x="1" y="${Math.max(1, top)}" width="22" height="${Math.max(1, height - 1)}"/>`
      );
    });
    const lines = (['sent', 'due', 'failed'] as const).map((kind) =>
      figure(counts[kind], kind, hrefOf(day, kind), kind === 'failed' ? 'bad' : ''),
    );
    const current = day === chosen && html` aria-current="date"`;
    return html`<li data-key="${day}"${current}><svg viewBox="0 0 24 ${HEIGHT}" width="24" height="${HEIGHT}" aria-hidden="true">${bars}</svg><span class="${day === today ? 'today' : 'soft'}">${day.slice(5)}${day === today && ' today'}</span>${lines}</li>`;
  });
  return html`<ol class="strip" aria-label="Days">${items}</ol>`;
}
