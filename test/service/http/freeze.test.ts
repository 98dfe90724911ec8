// One request must not stop the service for all: every text of every body, 100 KB of what slow patterns are slow on.
// Processor time, not time on a clock: what is linear takes a few milliseconds, what is quadratic takes seconds.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../golden/account.ts';
import { actions } from '../../golden/actions.ts';
import { ai } from '../../golden/ai.ts';
import { campaigns } from '../../golden/campaigns.ts';
import { companies } from '../../golden/companies.ts';
import { contacts } from '../../golden/contacts.ts';
import { finder } from '../../golden/finder.ts';
import type { Golden } from '../../golden/golden.ts';
import { identities } from '../../golden/identities.ts';
import { inbox } from '../../golden/inbox.ts';
import { listMembers, lists } from '../../golden/lists.ts';
import { playbook } from '../../golden/playbook.ts';
import { social } from '../../golden/social.ts';
import { workflows } from '../../golden/workflows.ts';
import { openWorld, type World } from '../world.ts';

const GOLDENS: readonly Golden[] = [
  ...[account, lists, contacts, listMembers, companies, campaigns, ai, identities, inbox, playbook, social, workflows],
  ...[finder, actions],
].flat();

const SIZE = 100_000;
const BODY_SIZE = 1_900_000;
const OBJECTS_MAX = 2;
const of = (part: string, end = ''): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE) + end;

const PATTERNS: readonly (readonly [string, string])[] = [
  ['spaces', of(' ', 'x')],
  ['lines', of('\n', 'x')],
  ['dots', of('.', 'x:')],
  ['names with dots', of('a.')],
  ['slashes', `https://a.example/${of('/', '#x')}`],
  ['at signs', of('a@', '.')],
  ['comments', of('<!--')],
  ['braces', of('{{a')],
  ['tokens', of('{aiSnippet:x1}')],
  ['marks', of('e\u0301\u0323')],
];

/** Ten times what the slowest of them takes on a busy machine. */
const CPU_MS_MAX = 1000;

let world: World;
beforeAll(async () => {
  world = await openWorld({ empty: false });
});
afterAll(() => world.close());

function textsIn(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + textsIn(inner), 0);
}

/** A word of a list: with another in its place, what stands beside it would not be looked at. */
const WORD = /^([A-Z][A-Z_]+|[a-z]+_[a-z_]+|email|end|task|condition|days|hours|text)$/;

/** The body with another text in place of each of its own, or of those that are not words of a list. */
function filled(value: unknown, text: string, withWords: boolean): unknown {
  if (typeof value === 'string') return withWords || !WORD.test(value) ? text : value;
  if (Array.isArray(value)) return value.map((inner) => filled(inner, text, withWords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, text, withWords)]));
}

/** The body once for each of its first objects, with thousands of keys beside its own. */
function* widenedOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    yield { ...value, ...Object.fromEntries(Array.from({ length: 8000 }, (_, nth) => [`unknown ${nth}`, 'x'])) };
  }
  for (const [key, inner] of Object.entries(value)) {
    for (const one of widenedOf(inner))
      yield Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one };
  }
}

async function cpuOf(golden: Golden, body: unknown): Promise<number> {
  const before = process.cpuUsage();
  const { status } = await world.call(golden.request.method, golden.request.path, { body });
  const { user, system } = process.cpuUsage(before);
  expect([golden.row, status < 500]).toEqual([golden.row, true]);
  return (user + system) / 1000;
}

const withBody = new Map(
  GOLDENS.filter(({ request }) => request.body !== undefined).map((golden) => [golden.row, golden]),
);

test.each([...withBody])('%s', async (row, golden) => {
  const slow: string[] = [];
  const note = (what: string, ms: number): void => {
    if (ms > CPU_MS_MAX) slow.push(`${row} with ${what}: ${Math.round(ms)} ms`);
  };
  const { body } = golden.request;
  // As much as a body may hold.
  const most = Math.floor(BODY_SIZE / Math.max(1, textsIn(body)));
  for (const [name, text] of PATTERNS) {
    for (const withWords of name === 'braces' ? [true, false] : [false]) {
      note(name, await cpuOf(golden, filled(body, text.slice(-most), withWords)));
    }
  }
  const widened = [...widenedOf(body)].slice(0, OBJECTS_MAX);
  for (const [nth, wide] of widened.entries()) note(`8000 keys (${nth})`, await cpuOf(golden, wide));
  expect(world.bugs).toEqual([]);
  expect(slow).toEqual([]);
});
