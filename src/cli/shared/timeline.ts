// Events of the local service: read, in words, and waited for while its clock is moved on; steps of campaigns as scenarios count them.

import { branchKeysOf, STEP_TYPES } from '../../contract/campaigns/enums.ts';
import { pathText } from '../../contract/envelope.ts';
import type { AnyId } from '../../contract/ids.ts';
import type { Channel } from '../../contract/inbox/enums.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { TIMELINE_PAGE_MAX, type TimelineKind } from '../../contract/local/enums.ts';
import type { WorkspaceEvent } from '../../contract/local/timeline.ts';
import type { Api } from '../../contract/table.ts';
import { momentOf } from '../../rules/days.ts';
import type { ExpectedMessage, Until } from '../../rules/scenarios/schema.ts';
import { TIMELINE_KIND_OF } from '../../rules/scenarios/words.ts';
import { harmlessLine } from '../terminal/formats/cells.ts';
import { foldedName } from './lookup/record.ts';

export interface NumberedStep {
  readonly stepId: number;
  readonly number: number;
  /** `steps[1].onTrue[0]` */
  readonly path: string;
  readonly fields: JsonObject;
}

function numbered(steps: unknown, at: readonly (string | number)[], found: NumberedStep[]): NumberedStep[] {
  for (const [index, step] of (Array.isArray(steps) ? steps : []).entries()) {
    if (!isObject(step)) continue;
    const path = [...at, index];
    found.push({ stepId: Number(step['stepId']), number: found.length + 1, path: pathText(path), fields: step });
    const type = STEP_TYPES.find((name) => name === step['type']) ?? null;
    for (const key of branchKeysOf(type)) numbered(getOwn(step, key), [...path, key], found);
  }
  return found;
}

/** Reads each campaign once. */
export class CampaignSteps {
  readonly #api: Api;
  readonly #known = new Map<string, readonly NumberedStep[]>();

  constructor(api: Api) {
    this.#api = api;
  }

  async of(campaignId: AnyId): Promise<readonly NumberedStep[]> {
    const known = this.#known.get(String(campaignId));
    if (known !== undefined) return known;
    const { steps } = await this.#api.campaigns.get({ params: { campaignId } });
    const read = numbered(steps, ['steps'], []);
    this.#known.set(String(campaignId), read);
    return read;
  }

  /** The step that `stepId` is; undefined for one that the campaign no longer has. */
  async find(campaignId: AnyId | null, stepId: number | null): Promise<NumberedStep | undefined> {
    if (campaignId === null || stepId === null) return undefined;
    return (await this.of(campaignId)).find((step) => step.stepId === stepId);
  }
}

/** Whether a scenario's word for a step, a number or a path, means this one. */
export const isStep = (word: number | string, step: NumberedStep | undefined): boolean =>
  step !== undefined && (typeof word === 'number' ? step.number === word : step.path === word);

export async function timelineSince(api: Api, from: string | null) {
  const events: WorkspaceEvent[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: TIMELINE_PAGE_MAX, ...(from !== null && { from }) };
    const read = await api.local.timeline({ query });
    for (const event of read.events) events.push(event);
    if (!read.hasNextPage) {
      const dueAt = read.nextDueAt === null ? null : Date.parse(read.nextDueAt);
      return { events, now: Date.parse(read.now), isIdle: read.idle, dueAt };
    }
  }
}

const EXCERPT = 60;

function excerpt({ subject, text }: WorkspaceEvent): string {
  const line = harmlessLine(subject ?? text ?? '').trim();
  return line.length > EXCERPT ? `"${line.slice(0, EXCERPT)}…"` : `"${line}"`;
}

const SENT: Readonly<Record<Channel, string>> = {
  EMAIL: 'email sent',
  NETWORK: 'network message sent',
  WHATSAPP: 'WhatsApp message sent',
  TASK: 'task created',
};

const DONE: Readonly<Partial<Record<TimelineKind, string>>> = {
  open: 'opened the email',
  click: 'clicked a link',
  view: 'viewed the message',
  accept: 'accepted the connection request',
  complete: 'task completed',
  visit: 'visited the website',
  bounce: 'the email bounced',
  unsubscribe: 'unsubscribed',
};

const because = ({ reason }: WorkspaceEvent) => (reason === null ? '' : ` (${harmlessLine(reason)})`);

/** What happened, without when and to whom. */
export function eventText(event: WorkspaceEvent): string {
  const { kind, campaign, channel, stepType, outcome, workflow } = event;
  const of = campaign === null ? '' : ` [${harmlessLine(campaign)}]`;
  switch (kind) {
    case 'added':
      return `added to the campaign${of}`;
    case 'message':
      return `${SENT[channel ?? 'EMAIL']}: ${excerpt(event)}${of}`;
    case 'reply':
      return `replied: ${excerpt(event)}`;
    case 'step':
      return `${stepType} ${outcome?.toLowerCase()}${because(event)}${of}`;
    case 'ended':
      return `sequence ${outcome?.toLowerCase()}${because(event)}${of}`;
    case 'run_started':
      return `run of ${harmlessLine(workflow ?? '')} started`;
    case 'run_ended':
      return `run of ${harmlessLine(workflow ?? '')} ${outcome?.toLowerCase()}${because(event)}`;
    default:
      return `${DONE[kind] ?? kind}${of}`;
  }
}

/** Whether another event says the same: a message was sent, so its step is done. */
export const isImplied = ({ kind, outcome, stepType }: WorkspaceEvent): boolean =>
  kind === 'step' && outcome === 'DONE' && stepType !== null && !SILENT.has(stepType);

/** Steps that leave no message. */
const SILENT: ReadonlySet<string> = new Set([
  'network_visit_profile',
  'network_like_last_post',
  'network_connection',
  'add_to_another_campaign',
]);

/** Whether an event is of the contact that a word names. */
export function isOf(
  word: string,
  { contactId, contact, email }: Pick<WorkspaceEvent, 'contactId' | 'contact' | 'email'>,
): boolean {
  const wanted = foldedName(word);
  return [email, contact, contactId].some((name) => name !== null && foldedName(String(name)) === wanted);
}

export const isMessage = (filter: ExpectedMessage, event: WorkspaceEvent): boolean =>
  event.kind === 'message' &&
  (filter.to === undefined || isOf(filter.to, event)) &&
  (filter.channel === undefined || filter.channel === event.channel) &&
  (filter.campaign === undefined || filter.campaign === event.campaign) &&
  (filter.subject === undefined || filter.subject === event.subject) &&
  (filter.contains === undefined || `${event.subject ?? ''}\n${event.text ?? ''}`.includes(filter.contains));

type Awaited = (event: WorkspaceEvent) => boolean | Promise<boolean>;

const kindOfWord = (word: string) => getOwn(TIMELINE_KIND_OF, word);

function awaited(until: Exclude<Until, string>, steps: CampaignSteps): Awaited {
  const { campaign, contact, step, message, run, ...events } = until;
  if (message !== undefined) return (event) => isMessage(message, event);
  if (run !== undefined) return ({ kind, workflow }) => kind === 'run_ended' && workflow === run.workflow;
  if (campaign !== undefined) {
    return async (event) => {
      if (event.campaign !== campaign || (contact !== undefined && !isOf(contact, event))) return false;
      if (step === undefined) return event.kind === 'ended';
      return event.kind === 'step' && isStep(step, await steps.find(event.campaignId, event.stepId));
    };
  }
  const [word = '', of] = Object.entries(events)[0] ?? [];
  return (event) => event.kind === kindOfWord(word) && (of === undefined || isOf(of.contact, event));
}

/** Epoch ms of `2026-12-24 09:00 Europe/Berlin`, or of a day or time in RFC 3339, in UTC without an offset; NaN for other text. */
export const timeOf = async (text: string): Promise<number> =>
  momentOf(text) ?? (await import('../../rules/workflows/triggers/recurrence.ts')).zonedTime(text);

interface Moved {
  /** Whether it happened before the time was up. */
  readonly isReached: boolean;
  readonly now: number;
}

/** A move of the clock: what happens on the way as it happens, and how it ended; null where it was not read to its end. */
export interface Moving {
  events(): AsyncGenerator<WorkspaceEvent>;
  result(): Moved | null;
}

/**
 * Moves the clock until it happens, at most by `withinMs`: from one moment at which work is due to the next. `known`: keys of
 * the events of this moment that do not count; all of them by default.
 */
export function moveUntil(api: Api, until: Until, withinMs: number, known?: ReadonlySet<string>): Moving {
  let moved: Moved | null = null;
  return {
    events: async function* () {
      const { now: from } = await api.local.clock();
      moved = yield* moving(api, until, { from, withinMs, known });
    },
    result: () => moved,
  };
}

const isoOf = (at: number) => new Date(at).toISOString();

async function* moving(
  api: Api,
  until: Until,
  {
    from: start,
    withinMs,
    known,
  }: { readonly from: string; readonly withinMs: number; readonly known: ReadonlySet<string> | undefined },
): AsyncGenerator<WorkspaceEvent, Moved> {
  const word = typeof until === 'string' ? kindOfWord(until) : undefined;
  const isTime = typeof until === 'string' && until !== 'idle' && word === undefined;
  const limit = isTime ? await timeOf(until) : Date.parse(start) + withinMs;
  const steps = new CampaignSteps(api);
  const isAwaited: Awaited =
    typeof until !== 'string' ? awaited(until, steps) : (event) => word !== undefined && event.kind === word;
  // What a contact has done is done: it need not happen again.
  const isOfContact = typeof until !== 'string' && until.campaign !== undefined && until.contact !== undefined;
  const before = (await timelineSince(api, isOfContact ? null : start)).events;
  for (const event of before)
    if (isOfContact && (await isAwaited(event))) return { isReached: true, now: Date.parse(start) };
  const seen = new Set(known ?? before.map(({ key }) => key));
  if (isTime) await api.local.setClock({ body: { set: isoOf(limit) } });
  for (let from = start; ; ) {
    const { events, now, isIdle, dueAt } = await timelineSince(api, from);
    let isReached = false;
    for (const event of events) {
      if (seen.has(event.key)) continue;
      seen.add(event.key);
      yield event;
      isReached ||= await isAwaited(event);
    }
    if (isReached || isTime || (until === 'idle' && isIdle)) return { isReached: true, now };
    if (dueAt === null || dueAt > limit) return { isReached: false, now };
    from = isoOf(now);
    await api.local.setClock({ body: { nextUntil: isoOf(limit) } });
  }
}
