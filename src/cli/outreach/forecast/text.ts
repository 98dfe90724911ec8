// A forecast as a person reads it.

import { counted } from '../../../contract/english.ts';
import { largest } from '../../../contract/extremes.ts';
import type { Session } from '../../session/session.ts';
import { percent, shareText } from '../../shared/campaign-report.ts';
import { barOf, grouped, sparkline } from '../../terminal/formats/bars.ts';
import { harmlessLine, viewOf } from '../../terminal/formats/cells.ts';
import type { Forecast, HeldUp } from './run-ahead.ts';

const DAY_MS = 86_400_000;

const many = (count: number, noun: string) => `${grouped(count)} ${counted(count, noun).replace(/^\S+ /, '')}`;

/** Messages of each day from the first to the last, days without any included. */
function byDay({ from, until, days }: Forecast): Map<string, number> {
  const sent = new Map<string, number>();
  for (let at = Date.parse(from.slice(0, 10)); at <= Date.parse(until); at += DAY_MS) {
    sent.set(new Date(at).toISOString().slice(0, 10), 0);
  }
  for (const { date, channel, messages } of days) {
    if (channel !== 'TASK') sent.set(date, (sent.get(date) ?? 0) + messages);
  }
  return sent;
}

/** `38 messages to 19 contacts until 2026-12-05, most on 2026-11-21 (19); 4 held up: no email address` */
export function firstLine(forecast: Forecast): string {
  const { messages, contacts, tasks, until, held } = forecast;
  const [most, count] = [...byDay(forecast)].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  const [narrowest] = held;
  return [
    `${many(messages, 'message')} to ${many(contacts, 'contact')} until ${until.slice(0, 10)}`,
    count === 0 ? '' : `, most on ${most} (${grouped(count)})`,
    tasks === 0 ? '' : `; ${many(tasks, 'task')}`,
    narrowest === undefined ? '' : `; ${grouped(narrowest.contacts)} held up: ${harmlessLine(narrowest.reason)}`,
  ].join('');
}

function sections({ steps, held, waiting, runs = 0, nodes = [] }: Forecast): [title: string, lines: string[]][] {
  const isOne = new Set(steps.map(({ campaign }) => campaign)).size < 2;
  const placeOf = ({ campaign, step }: Pick<HeldUp, 'campaign' | 'step'>) =>
    [isOne || campaign === null ? '' : harmlessLine(campaign), step ?? ''].filter((part) => part !== '').join(' ');
  const ofNodes = nodes.map(({ step, ...counts }) => {
    const parts = Object.entries(counts).map(([status, count]) => `${grouped(Number(count))} ${status.toLowerCase()}`);
    return `${harmlessLine(step)}  ${parts.join(', ')}`;
  });
  const branches = steps
    .filter(({ yes, no }) => yes + no > 0)
    .map(({ yes, no, condition, type, ...row }) => {
      const other = `${grouped(no)} (${percent(no, yes + no)}) no`;
      return `${placeOf(row)}  ${condition ?? type}: ${shareText(yes, yes + no)} yes, ${other}`;
    });
  const ofHeld = held.map(({ reason, contacts, ...row }) =>
    `${many(contacts, 'contact')}  ${harmlessLine(reason)}  ${placeOf(row)}`.trimEnd(),
  );
  const ofWaiting = waiting.map(({ awaits, contacts, ...row }) => {
    const what = awaits === null ? 'until it is due' : `for: ${awaits}`;
    return `${many(contacts, 'contact')}  ${placeOf(row)}, ${what}`;
  });
  return [
    [many(runs, 'run'), ofNodes],
    ['Branches', branches],
    ['Held up, the narrowest limit first', ofHeld],
    ['Waiting at the end', ofWaiting],
  ];
}

/** Of JSON: the whole forecast; what is listed are its days. */
export const forecastView = viewOf(
  'forecast',
  'forecasts',
  'from until messages contacts tasks days steps held waiting assumed runs nodes',
  { id: 'from' },
);

const DAY = 'date:word channel sender messages:number contacts:number campaign:extra';
const sentDayView = viewOf('day', 'days with messages', DAY, { id: 'date' });

const BAR_WIDTH = 20;

async function printWhole({ print }: Session, forecast: Forecast): Promise<void> {
  const { days } = forecast;
  await print.prose(`${sparkline([...byDay(forecast).values()])}\n${firstLine(forecast)}\n\n`);
  const isOne = new Set(days.map(({ campaign }) => campaign)).size < 2;
  const columns = sentDayView.columns.filter(({ key }) => !isOne || key !== 'campaign');
  const most = largest(days.map(({ messages }) => messages));
  await print.list(
    { ...sentDayView, columns: [...columns, { key: 'bar', title: ' ' }] },
    days.map((day) => ({ ...day, bar: barOf(day.messages, most, BAR_WIDTH) })),
  );
  for (const [title, lines] of sections(forecast)) {
    if (lines.length === 0) continue;
    await print.prose(`\n${print.paint.stdout.bold(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  }
}

/** At a terminal all of it, in a pipe the days, as JSON the whole record; always with what was assumed. */
export async function printForecast(session: Session, forecast: Forecast): Promise<void> {
  const { print, io, settings } = session;
  const { output, fields } = settings;
  if (output === 'json' || output === 'ndjson' || output === 'yaml') return await print.record(forecastView, forecast);
  if (output === 'table' && fields === null && io.stdout.isTTY) await printWhole(session, forecast);
  else {
    await print.list(sentDayView, forecast.days);
    await print.note(firstLine(forecast));
  }
  const assumed = Object.entries(forecast.assumed).map(([word, rate]) => `${word} ${percent(rate, 1)}`);
  const none = 'no sending limit, no weekends: the service has none';
  await print.note(`assumed: ${assumed.join(', ')} (--assume changes it); ${none}`);
}
