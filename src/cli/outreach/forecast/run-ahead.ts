// The local engine run ahead: a copy of the workspace in memory, its clock moved on, and what it sent.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command, OptionValues } from 'commander';
import { append } from '../../../contract/append.ts';
import type { ContactReaction } from '../../../contract/campaigns/enums.ts';
import { alternatives } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import type { CampaignReport } from '../../../contract/local/timeline.ts';
import type { Api } from '../../../contract/table.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer.ts';
import { type StepRow, stepOf, stepRows } from '../../shared/campaign-report.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import type { Screened } from '../../shared/never-contact/guard.ts';
import { CampaignSteps, timeOf } from '../../shared/timeline.ts';
import { UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';
import { type MemoryService, openMemory } from '../scenarios/stage.ts';

const DAYS_MAX = 366;

export interface ForecastOptions {
  readonly days: number;
  /** When it begins; null: now, by the clock of the workspace. */
  readonly from: number | null;
  readonly rates: Rates;
}

/** The options of every forecast, declared once. */
export const withForecastOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--days <n>', 'how many days (14)')
    .option('--from <time>', 'when it begins (now, by the clock of the workspace)')
    .option('--assume <shares>', 'what people do, in place of the usual: opened=40%,accepted=25%');

type ForecastFlags = OptionsOf<typeof withForecastOptions<[], NoOptions, NoOptions>>;

export async function forecastOptions({ days = '14', from, assume }: ForecastFlags): Promise<ForecastOptions> {
  const at = from === undefined ? null : await timeOf(from);
  if (Number.isNaN(at)) throw new UsageError(`--from ${from}: is not a time`, { hint: 'such as 2026-12-01' });
  return { days: wholeNumber(days, '--days', 1, DAYS_MAX), from: at, rates: assumedRates(assume) };
}

export interface HeldUp {
  readonly campaign: string | null;
  /** Null: before the first step, or at any. */
  readonly step: string | null;
  readonly reason: string;
  readonly contacts: number;
}

/** Runs of a workflow, and the records at each of its steps by status. */
export interface NodeCounts {
  readonly runs: number;
  readonly nodes: readonly { readonly step: string; readonly [status: string]: number | string }[];
}

export interface Forecast
  extends Partial<NodeCounts>,
    Pick<CampaignReport, 'messages' | 'contacts' | 'tasks' | 'days'> {
  readonly from: string;
  readonly until: string;
  readonly steps: readonly StepRow[];
  /** Most first: the first is the narrowest limit. */
  readonly held: readonly HeldUp[];
  readonly waiting: readonly (Omit<HeldUp, 'reason'> & { readonly awaits: string | null })[];
  readonly assumed: Readonly<Record<string, number>>;
}

/** Works on a copy of the store of the profile, which is gone afterwards. */
export async function onCopy<T>(session: Session, work: (copy: MemoryService) => Promise<T>): Promise<T> {
  const { io } = session;
  if (!isLocal(session)) {
    const message = `profile "${session.profile().name}" is another service: a forecast runs the engine of the local one ahead`;
    const hint = `reach local clone --from ${session.profile().name} --as twin makes a workspace of it; then add --profile twin`;
    throw new UsageError(message, { hint });
  }
  const copy = await openMemory(session, { folder: io.cwd, startedAt: io.now(), withSample: false });
  try {
    const path = join(copy.home, 'copy.db');
    await (await session.api()).local.snapshot({ body: { path } });
    await copy.api.local.restore({ body: { path } });
    await rm(path);
    return await work(copy);
  } finally {
    await copy.close();
  }
}

/** Sets what people do, and the time it begins. */
export async function beginForecast({ api }: MemoryService, { from, rates }: ForecastOptions): Promise<void> {
  await api.local.setFeatures({ body: { engagement: true, 'rate-limits': false } });
  await api.local.setup({ body: { rates } });
  if (from !== null) await api.local.setClock({ body: { set: new Date(from).toISOString() } });
}

/** Adds a list, or those of it who may be contacted, as `reach campaign add-list` does; who was not added, and why. */
export async function enrolList(
  api: Api,
  campaignId: AnyId,
  listId: number,
  found: Screened | null,
): Promise<HeldUp[]> {
  const { allowed = [], leftOut = [] } = found ?? {};
  const skipped: (string | null)[] = leftOut.map(({ reason }) => reason);
  if (leftOut.length === 0) {
    const added = await api.campaigns.addContactGroup({ body: { campaignId, contactGroupId: listId } });
    const named = (added.skippedContacts ?? []).map(({ reason }) => reason ?? null);
    // Only the first of them are named.
    const others = new Array<string | null>((added.skipped ?? 0) - named.length);
    append(skipped, named);
    append(skipped, others.fill(new Set(named).size === 1 ? (named[0] ?? null) : null));
  }
  for (const contactId of leftOut.length === 0 ? [] : allowed) {
    const { outcome, reason } = await api.campaigns.addContact({ body: { campaignId, contactId } });
    if (outcome === 'SKIPPED') skipped.push(reason ?? null);
  }
  return [...groupBy(skipped, (reason) => reason ?? 'no channel, or blocklisted')].map(
    ([reason, { length: contacts }]) => ({
      ...{ campaign: null, step: null, reason, contacts },
    }),
  );
}

/** Campaigns that hold contacts and are not started: they send nothing. */
async function notStarted(api: Api, campaignIds: readonly number[]): Promise<HeldUp[]> {
  const held: HeldUp[] = [];
  for (const campaignId of campaignIds) {
    const { name, status, progress } = await api.campaigns.get({ params: { campaignId } });
    const contacts = progress?.active ?? 0;
    if (contacts > 0 && (status === 'DRAFT' || status === 'PAUSED')) {
      held.push({ campaign: orDash(name), step: null, reason: `the campaign is ${status}`, contacts });
    }
  }
  return held;
}

/** Moves the clock of the copy on, and reads what these campaigns, or all, sent; `tell` gets the day. */
export async function runAhead(
  { api }: MemoryService,
  { days }: Pick<ForecastOptions, 'days'>,
  { campaignIds, before = [] }: { readonly campaignIds: readonly number[]; readonly before?: readonly HeldUp[] },
  tell: (text: string) => void,
): Promise<Forecast> {
  const { now: from } = await api.local.clock();
  for (let day = 1; day <= days; day += 1) {
    tell(`Running ahead: day ${day} of ${days}`);
    await api.local.setClock({ body: { advance: day === days ? '86399999ms' : '1d' } });
  }
  const report = await api.local.report({ query: { from, campaignId: campaignIds.join(',') } });
  const steps = new CampaignSteps(api);
  const pathOf = async (campaignId: number, key: 'stepId' | 'connectionId', id: number | null) =>
    (await stepOf(steps, campaignId, key, id))?.path ?? null;
  const held = [...before, ...(await notStarted(api, campaignIds))];
  for (const { campaignId, campaign, stepId, reason, contacts } of report.held) {
    held.push({ campaign, step: await pathOf(campaignId, 'stepId', stepId), reason, contacts });
  }
  const waiting = [];
  for (const { campaignId, campaign, connectionId, awaits, contacts } of report.waiting) {
    waiting.push({ campaign, step: await pathOf(campaignId, 'connectionId', connectionId), awaits, contacts });
  }
  const { rates } = await api.local.setup({ body: {} });
  const { messages, contacts, tasks } = report;
  return {
    ...{ from, until: report.now, messages, contacts, tasks, days: report.days },
    steps: await stepRows(steps, { steps: report.steps }),
    held: held.toSorted((a, b) => b.contacts - a.contacts),
    ...{ waiting, assumed: assumedWords(rates) },
  };
}

// What a forecast assumes of people: the share that opens, clicks, accepts, replies.

const WORDS = {
  opened: 'open',
  clicked: 'click',
  viewed: 'view',
  accepted: 'accept',
  completed: 'complete',
  replied: 'reply',
} as const satisfies Readonly<Record<string, ContactReaction>>;

type Rates = Readonly<Partial<Record<ContactReaction, number>>>;

/** `40%`, or `0.4`; null for anything else. */
function shareOf(text: string): number | null {
  const [, number, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const share = Number(number) / (sign === '%' ? 100 : 1);
  return share <= 1 ? share : null;
}

/** The value of `--assume`: `opened=40%,accepted=25%`. */
function assumedRates(text: string | undefined): Rates {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [word = '', value = ''] = part.split('=');
      const reaction = getOwn(WORDS, word.trim());
      const share = shareOf(value);
      if (reaction !== undefined && share !== null) return [reaction, share] as const;
      const hint = `one of ${alternatives(Object.keys(WORDS))}, with a share: opened=40%`;
      throw new UsageError(`--assume ${part.trim()}: is not an assumption`, { hint });
    }),
  );
}

/** The same words with the rates that were in force. */
const assumedWords = (rates: Rates): Record<string, number> =>
  Object.fromEntries(Object.entries(WORDS).map(([word, reaction]) => [word, rates[reaction] ?? 0]));
