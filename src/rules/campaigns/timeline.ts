// When each step happens, counted from the moment a contact starts: the earliest and the latest.

import { branchKeysOf, conditionTypeOf, durationOf, isTimed, type StepType } from '../../contract/campaigns/enums.ts';
import { durationMs } from '../../contract/durations.ts';
import { largest, smallest } from '../../contract/extremes.ts';
import { getOwn } from '../../contract/json.ts';
import { CHANNEL, type ContactChannel } from './channels.ts';
import type { SequenceNode } from './tree.ts';

/** Milliseconds after the start. */
export interface When {
  readonly earliestMs: number;
  readonly latestMs: number;
}

const DAY_MS = 86_400_000;

function later({ earliestMs, latestMs }: When, from: number, to: number): When {
  return { earliestMs: earliestMs + from, latestMs: latestMs + to };
}

function merge(ways: readonly (When | null)[]): When | null {
  const live = ways.filter((way) => way !== null);
  if (live.length === 0) return null;
  return {
    earliestMs: smallest(live.map(({ earliestMs }) => earliestMs)),
    latestMs: largest(live.map(({ latestMs }) => latestMs)),
  };
}

const msOf = (value: unknown): number => {
  const span = durationOf(value);
  return span === null ? 0 : durationMs(span);
};

/** How long a branching step waits at most; null when it decides at once. */
function waitMsOf(step: SequenceNode): number | null {
  if (step.type === 'network_connection') {
    const span = durationOf(getOwn(step.fields, 'waitForAcceptance'));
    return span === null ? null : durationMs(span);
  }
  const condition = getOwn(step.fields, 'condition');
  if (step.type !== 'condition' || !isTimed(conditionTypeOf(condition))) return null;
  return msOf(typeof condition === 'object' && condition !== null && 'waitFor' in condition ? condition.waitFor : null);
}

/** The channel of what a branching step waits for; null where it waits for nothing of the kind. */
function awaitedChannel(step: SequenceNode): ContactChannel | null {
  if (step.type === 'network_connection') return 'network';
  const type = conditionTypeOf(getOwn(step.fields, 'condition'));
  if (type === 'email_opened' || type === 'email_clicked') return 'email';
  return type === 'network_message_viewed' || type === 'connection_accepted' ? 'network' : null;
}

/**
 * When every step of the sequence happens; unreachable steps are left out. What goes through a channel that a contact
 * lacks is not sent, and not waited for.
 */
export function timelineOf(steps: readonly SequenceNode[], lacking: readonly ContactChannel[] = []) {
  const times = new Map<SequenceNode, When>();

  function sequence(inner: readonly SequenceNode[], start: When | null): When | null {
    let here = start;
    for (const step of inner) {
      if (here === null) return null;
      const delay = msOf(getOwn(step.fields, 'delay'));
      const now = later(here, delay, delay);
      times.set(step, now);
      here = step.type === 'end' ? null : branch(step, now);
    }
    return here;
  }

  /** The event happens at any moment of the wait; its absence is known at the end of it. */
  function branch(step: SequenceNode, now: When): When | null {
    const wait = waitMsOf(step);
    const [event, absence] = branchKeysOf(step.type);
    if (event === undefined || absence === undefined) return now;
    const awaited = awaitedChannel(step);
    const isMissed = awaited !== null && lacking.includes(awaited);
    const ways = isMissed
      ? [{ key: absence, start: now }]
      : [
          { key: event, start: wait === null ? now : later(now, 0, wait) },
          { key: absence, start: wait === null ? now : later(now, wait, wait) },
        ];
    return merge(
      ways.map(({ key, start }) => {
        const taken = step.branches.find((one) => one.key === key);
        return taken === undefined ? start : sequence(taken.steps, start);
      }),
    );
  }

  sequence(steps, { earliestMs: 0, latestMs: 0 });
  return times;
}

/** `day 1`, `day 3-6`: the first day is 1. */
export function dayText({ earliestMs, latestMs }: When): string {
  const [first, last] = [Math.floor(earliestMs / DAY_MS) + 1, Math.floor(latestMs / DAY_MS) + 1];
  return first === last ? `day ${first}` : `day ${first}-${last}`;
}

// How many messages a contact gets at most within some time of starting: of the branches, those of the one with the most.

/** Steps that reach a contact without words. */
const WORDLESS: readonly StepType[] = ['network_visit_profile', 'network_like_last_post'];

function messagesOf({ type, fields }: SequenceNode, lacking: readonly ContactChannel[]): number {
  if (type === null || WORDLESS.includes(type)) return 0;
  const channel = CHANNEL[type];
  if (channel === undefined || lacking.includes(channel)) return 0;
  const bundle = type === 'network_message_bundle' ? getOwn(fields, 'messages') : null;
  return Array.isArray(bundle) ? bundle.length : 1;
}

/** On the ways that have ended, and on those that go on. */
interface Most {
  readonly ended: number;
  readonly onward: number;
}

const NO_WAY = Number.NEGATIVE_INFINITY;

/** Of contacts that lack one channel or the other, the one with the most. */
export const mostMessages = (steps: readonly SequenceNode[], withinMs: number): number =>
  largest(LACKING.map((lacking) => mostOf(steps, withinMs, lacking)));

/** Channels that a contact may lack, and that campaigns wait for. Without a phone number it gets no more. */
const LACKING: readonly (readonly ContactChannel[])[] = [[], ['email'], ['network'], ['email', 'network']];

function mostOf(steps: readonly SequenceNode[], withinMs: number, lacking: readonly ContactChannel[]): number {
  const times = timelineOf(steps, lacking);

  function along(inner: readonly SequenceNode[]): Most {
    let [ended, onward] = [NO_WAY, 0];
    for (const step of inner) {
      const when = times.get(step);
      if (when === undefined || when.earliestMs > withinMs) break;
      const ways = branchKeysOf(step.type).map((key): Most => {
        const taken = step.branches.find((one) => one.key === key);
        return taken === undefined ? { ended: NO_WAY, onward: 0 } : along(taken.steps);
      });
      const sum = onward + messagesOf(step, lacking);
      ended = largest([ended, step.type === 'end' ? sum : NO_WAY, ...ways.map((way) => sum + way.ended)]);
      onward = step.type === 'end' ? NO_WAY : sum + largest(ways.length === 0 ? [0] : ways.map((way) => way.onward));
    }
    return { ended, onward };
  }

  const { ended, onward } = along(steps);
  return Math.max(ended, onward);
}
