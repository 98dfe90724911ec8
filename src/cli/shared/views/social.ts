import { largest } from '../../../contract/extremes.ts';
import type { SocialPost } from '../../../contract/social/endpoints.ts';
import { POST_METRICS, type PostMetric } from '../../../contract/social/enums.ts';
import { valueLabel } from '../../../presentation/labels.ts';
import { relativeTime } from '../../../presentation/time.ts';
import { barOf, grouped } from '../../terminal/formats/bars.ts';
import { columnsOf, harmless, type View, viewOf } from '../../terminal/formats/cells.ts';
import type { TableOptions } from '../../terminal/formats/table.ts';
import { cut, pad, widthFor } from '../../terminal/formats/width.ts';

/** Headings short enough for all metrics to stand beside the text on a terminal. */
const TITLES: Readonly<Record<PostMetric, string>> = {
  impressions: 'Seen',
  reactions: 'React',
  comments: 'Comm',
  reposts: 'Repo',
  engagedAccounts: 'Engaged',
  newEngagers: 'New',
};

export const postView: View = {
  noun: 'post',
  plural: 'posts',
  columns: [
    ...columnsOf('id:number postedAt:time identityName'),
    ...POST_METRICS.map((name) => ({ key: `metrics.${name}`, title: TITLES[name], kind: 'number' as const })),
    { key: 'text', kind: 'excerpt' },
  ],
};

export const reactionView = viewOf(
  'reaction',
  'reactions',
  'identityId:number identityName reactionType scheduledAt:time',
  { id: 'identityId' },
);

export const scheduleView = viewOf('schedule', 'schedules', 'publishingPostId:number appUrl:link', {
  id: 'publishingPostId',
});

const GAP = '  ';
const BAR_LEAST = 6;
const BAR_MOST = 24;
/** What is drawn, the most telling first: as many as the terminal has room for. */
const CHARTED: readonly PostMetric[] = ['impressions', 'reactions', 'engagedAccounts', 'comments'];

/** Posts with a bar for each metric, each scaled to the largest of its column; ends in a newline. */
export async function postChart(posts: readonly SocialPost[], { room, now, paint }: TableOptions): Promise<string> {
  const heads = posts.map(({ id, postedAt, identityName }) => [
    String(id ?? '-'),
    postedAt === undefined ? '-' : relativeTime(postedAt, now),
    harmless(identityName ?? '-'),
  ]);
  const widthOf = await widthFor(heads.flat());
  const widest = [0, 1, 2].map((at) => Math.max(0, largest(heads.map((head) => widthOf(head[at] ?? '')))));
  // A long name must not take the room of the bars.
  const widths = widest.map((width, at) => (at === 2 ? Math.min(width, 20) : width));
  const left = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const most = (name: PostMetric) => Math.max(0, largest(posts.map(({ metrics }) => metrics?.[name] ?? 0)));
  const number = (name: PostMetric) => Math.max(grouped(most(name)).length, TITLES[name].length);
  const displayed = fitting(CHARTED, (name) => number(name) + 1 + GAP.length, room - left);
  const taken = displayed.reduce((sum, name) => sum + number(name) + 1 + GAP.length, 0);
  const bar = Math.max(
    BAR_LEAST,
    Math.min(BAR_MOST, Math.floor((room - left - taken) / Math.max(1, displayed.length))),
  );
  const title = [
    pad('ID', widths[0] ?? 0, widthOf, true),
    pad('Posted', widths[1] ?? 0, widthOf),
    pad('Identity', widths[2] ?? 0, widthOf),
    ...displayed.map((name) => pad(TITLES[name].padStart(number(name)), number(name) + 1 + bar, widthOf)),
  ];
  const lines = posts.map(({ metrics }, row) => {
    const head = heads[row]?.map((cell, at) =>
      pad(cut(cell, widths[at] ?? 0, widthOf), widths[at] ?? 0, widthOf, at === 0),
    );
    const bars = displayed.map((name) => {
      const count = metrics?.[name] ?? 0;
      const drawn = barOf(count, most(name), bar);
      return `${grouped(count).padStart(number(name))} ${paint.cyan(drawn)}${' '.repeat(bar - drawn.length)}`;
    });
    return [...(head ?? []), ...bars].join(GAP).trimEnd();
  });
  return `${[paint.bold(title.join(GAP).trimEnd()), ...lines].join('\n')}\n`;
}

/** As many as have room for themselves and the least of a bar; one at any rate. */
function fitting(
  names: readonly PostMetric[],
  widthOf: (name: PostMetric) => number,
  room: number,
): readonly PostMetric[] {
  let taken = 0;
  const count = names.findIndex((name) => {
    taken += widthOf(name) + BAR_LEAST;
    return taken > room;
  });
  return names.slice(0, count === -1 ? names.length : Math.max(1, count));
}

/** One post's reactions by type, most frequent first; empty without reactions. */
export function reactionChart({ metrics }: SocialPost, { room, paint }: Pick<TableOptions, 'room' | 'paint'>): string {
  const types = Object.entries(metrics?.reactionsByType ?? {})
    .filter(([, count]) => count > 0)
    .map(([type, count]) => [valueLabel(type), count] as const)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const most = types[0]?.[1] ?? 0;
  const name = Math.max(0, largest(types.map(([type]) => type.length)));
  const number = grouped(most).length;
  const bar = Math.max(BAR_LEAST, Math.min(40, room - name - number - 2 * GAP.length));
  return types
    .map(([type, count]) => {
      const drawn = paint.cyan(barOf(count, most, bar));
      return `${harmless(type).padEnd(name)}${GAP}${grouped(count).padStart(number)}${GAP}${drawn}\n`;
    })
    .join('');
}
