// What applying a plan starts: workflows that will be published, and what runs them from then on.

import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { isObject } from '../../../contract/json.ts';
import type { ScheduleTrigger, Trigger } from '../../../contract/workflows/plan.ts';
import { type Planned, WRITES } from '../../../rules/outreach/plan.ts';
import { checkedWorkflow } from '../../../rules/workflows/check.ts';
import { bodyOfFile } from '../../../rules/workflows/file.ts';
import { WEEKDAYS } from '../../../rules/workflows/triggers/schedules.ts';

/** Dates of a schedule that are named. */
const DATES = 3;

/** The plan with a note at every workflow that apply publishes. */
export async function withArms(planned: readonly Planned[], now: number): Promise<Planned[]> {
  return await Promise.all(
    planned.map(async (one): Promise<Planned> => {
      const document = one.kind === 'workflow' && WRITES.has(one.action) ? one.wanted?.document : undefined;
      if (document?.['publish'] !== true) return one;
      const { input } = checkedWorkflow(bodyOfFile(document), { undocumentedRules: 'off' }, 'draft');
      const { trigger = { type: 'MANUAL' } } = input ?? {};
      const arms = [await startOf(trigger), campaignsOf(document['nodes'])].filter((part) => part !== '').join(' and ');
      const dates = trigger.type === 'SCHEDULE' ? `; next: ${await datesOf(trigger, now)}` : '';
      const text = `will be published${arms === '' ? '' : ` and ${arms}`}${dates}`;
      return { ...one, arms, note: one.note === null ? text : `${one.note}; ${text}` };
    }),
  );
}

/** `1 workflow will be published and run every Monday 08:00 Europe/Berlin`, for each; empty for nothing. */
export function armsText(planned: readonly Planned[]): string {
  const armed = planned.flatMap(({ arms }) => (arms === undefined ? [] : [arms]));
  return [...groupBy(armed, (text) => text)]
    .map(([text, { length }]) => `${counted(length, 'workflow')} will be published${text === '' ? '' : ` and ${text}`}`)
    .join(', ');
}

/** What runs it: `run every Monday 08:00 Europe/Berlin`; empty for a workflow that people start. */
async function startOf(trigger: Trigger): Promise<string> {
  switch (trigger.type) {
    case 'MANUAL':
      return '';
    case 'SCHEDULE':
      return `run ${await scheduleText(trigger)}`;
    case 'WEBHOOK':
      return 'run on each delivery to its webhook';
    case 'API':
      return 'run on each API call';
    case 'INTENT':
      return `run on each signal ${trigger.signal.kind}`;
  }
}

/** `add contacts to campaign Welcome`: an ACTIVE one messages them. */
function campaignsOf(nodes: unknown): string {
  const inputs = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) =>
    isObject(node) && node['blockId'] === 'ADD_LEADS_TO_CAMPAIGN' && isObject(node['inputs']) ? [node['inputs']] : [],
  );
  const names = new Set(inputs.map(({ campaign, campaignId }) => String(campaign ?? campaignId ?? '?')));
  return names.size === 0 ? '' : `add contacts to ${[...names].map((name) => `campaign ${name}`).join(', ')}`;
}

async function scheduleText(schedule: ScheduleTrigger): Promise<string> {
  const { definition, startsAt, timezone, recurrence: { byWeekday = [], interval = 1, endDate } = {} } = schedule;
  const { wallClock } = await import('../../../rules/workflows/triggers/recurrence.ts');
  const start = (format: string) => wallClock(Date.parse(startsAt), timezone, format);
  const days = byWeekday.map((day) => WEEKDAYS[day] ?? '').join(', ');
  const every = (count: number, noun: string) => (count === 1 ? `every ${noun}` : `every ${count} ${noun}s`);
  const onDays = days === '' ? '' : ` on ${days}`;
  const weekly = (count: number) => {
    const named = days === '' ? start('cccc') : days;
    return count === 1 ? `every ${named}` : `every ${count} weeks on ${named}`;
  };
  const text = {
    DAILY: () => (interval === 1 && days !== '' ? `every ${days}` : `${every(interval, 'day')}${onDays}`),
    WEEKLY: () => weekly(interval),
    BI_WEEKLY: () => weekly(2 * interval),
    MONTHLY: () => `${every(interval, 'month')}${onDays}`,
    QUARTERLY: () => `${every(3 * interval, 'month')}${onDays}`,
    YEARLY: () => `${every(interval, 'year')}${onDays}`,
  }[definition]();
  return `${text} ${start('HH:mm')} ${timezone}${endDate === undefined ? '' : ` until ${endDate}`}`;
}

async function datesOf(schedule: ScheduleTrigger, now: number): Promise<string> {
  const { instantsBetween, wallClock } = await import('../../../rules/workflows/triggers/recurrence.ts');
  const dates = instantsBetween(schedule, now, Number.POSITIVE_INFINITY, DATES).map((at) =>
    wallClock(at, schedule.timezone, 'yyyy-MM-dd HH:mm'),
  );
  return dates.length === 0 ? 'never, all its dates have passed' : dates.join(', ');
}
