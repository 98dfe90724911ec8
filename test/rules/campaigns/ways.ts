// The rules between steps told the simple way: list every way through a campaign, one by one, and look along each.

import type { Json, JsonObject } from './generator.ts';

interface Stop {
  readonly path: string;
  readonly step: JsonObject;
}

type Way = readonly Stop[];

/** What a step that is none could be is not known, so nothing is told about what comes after it. */
const UNKNOWN: JsonObject = { type: '?' };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES = new Set([
  ...['email', 'network_message', 'network_message_bundle', 'network_voice_message', 'network_inmail'],
  ...['network_visit_profile', 'network_like_last_post', 'whatsapp_message', 'condition', 'network_connection', 'task'],
  ...['add_to_another_campaign', 'end'],
]);

function typeOf(step: JsonObject): string {
  return typeof step['type'] === 'string' && TYPES.has(step['type']) ? step['type'] : '?';
}

/** All ways through a sequence. Each says whether it goes on. */
interface Through {
  readonly way: Way;
  readonly goesOn: boolean;
}

function waysThrough(steps: Json | undefined, at: string): readonly Through[] {
  const list = Array.isArray(steps) && steps.length > 0 ? steps : [UNKNOWN];
  let ways: readonly Through[] = [{ way: [], goesOn: true }];
  for (const [index, item] of list.entries()) {
    const step = isObject(item) ? item : UNKNOWN;
    const path = `${at}[${index}]`;
    const type = typeOf(step);
    const keys =
      type === 'condition'
        ? ['onTrue', 'onFalse']
        : type === 'network_connection'
          ? ['onAccepted', 'onNotAccepted']
          : [];
    const inner: readonly Through[] =
      keys.length === 0
        ? [{ way: [], goesOn: type !== 'end' }]
        : keys.flatMap((key) => (key in step ? waysThrough(step[key], `${path}.${key}`) : [{ way: [], goesOn: true }]));
    ways = ways.flatMap(({ way, goesOn }): readonly Through[] =>
      goesOn
        ? inner.map((one) => ({ way: [...way, { path, step }, ...one.way], goesOn: one.goesOn }))
        : [{ way, goesOn }],
    );
  }
  return ways;
}

function waysOf(campaign: JsonObject): Way[] {
  return 'steps' in campaign ? waysThrough(campaign['steps'], 'steps').map(({ way }) => way) : [];
}

const isBlank = (value: Json | undefined) => value === undefined || (typeof value === 'string' && value.trim() === '');

/** Paths of the subjects that are missing on some way. */
export function subjectsMissing(campaign: JsonObject): Set<string> {
  const found = new Set<string>();
  for (const way of waysOf(campaign)) {
    const first = way.find(({ step }) => ['email', '?'].includes(typeOf(step)));
    if (first === undefined || typeOf(first.step) !== 'email') continue;
    if (isBlank(first.step['subject']) && !('aiMessageId' in first.step)) found.add(`${first.path}.subject`);
  }
  return found;
}

const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  email_opened: ['email'],
  email_clicked: ['email'],
  network_message_viewed: ['network_message', 'network_message_bundle', 'network_voice_message', 'network_inmail'],
  task_completed: ['task'],
};

/** Paths of the conditions that on some way do not come right after a step they may follow. */
export function wronglyFollowing(campaign: JsonObject): Set<string> {
  const found = new Set<string>();
  for (const way of waysOf(campaign)) {
    for (const [index, { path, step }] of way.entries()) {
      const condition = step['condition'];
      if (typeOf(step) !== 'condition' || !isObject(condition) || typeof condition['type'] !== 'string') continue;
      const allowed = Object.hasOwn(FOLLOWS, condition['type']) ? FOLLOWS[condition['type']] : undefined;
      const before = way[index - 1];
      if (allowed === undefined || (before !== undefined && typeOf(before.step) === '?')) continue;
      if (before === undefined || !allowed.includes(typeOf(before.step))) found.add(`${path}.condition.type`);
    }
  }
  return found;
}
