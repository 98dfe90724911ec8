// The clock of the local service, moved on until something happens.

import { getOwn } from '../../../contract/json.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Api } from '../../../contract/table.ts';
import type { ExpectedMessage, Until } from '../../../rules/scenarios/schema.ts';
import { TIMELINE_KIND_OF } from '../../../rules/scenarios/words.ts';
import { CampaignSteps, isStep } from './campaign-steps.ts';
import { timelineSince } from './events.ts';

/** Whether an event is of the contact that a word names. */
export function isOf(
  word: string,
  { contactId, contact, email }: Pick<WorkspaceEvent, 'contactId' | 'contact' | 'email'>,
): boolean {
  const folded = word.trim().toLowerCase();
  return [email, contact, contactId].some((name) => name !== null && String(name).toLowerCase() === folded);
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

/** Epoch ms of `2026-12-24 09:00 Europe/Berlin`, or of a time in RFC 3339. */
export async function momentOf(text: string): Promise<number> {
  const at = Date.parse(text);
  if (!/ \S+$/.test(text) && !Number.isNaN(at)) return at;
  return (await import('../../../rules/workflows/triggers/recurrence.ts')).zonedTime(text);
}

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

interface MoveOptions {
  readonly from: string;
  readonly withinMs: number;
  readonly known: ReadonlySet<string> | undefined;
}

async function* moving(
  api: Api,
  until: Until,
  { from: start, withinMs, known }: MoveOptions,
): AsyncGenerator<WorkspaceEvent, Moved> {
  const word = typeof until === 'string' ? kindOfWord(until) : undefined;
  const isTime = typeof until === 'string' && until !== 'idle' && word === undefined;
  const limit = isTime ? await momentOf(until) : Date.parse(start) + withinMs;
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
