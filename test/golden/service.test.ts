// The service against the interface as typed by hand: every golden request, in order, on an empty store. What a golden
// answer has, the service's has too, and of the same kind; values are the service's own.

import { beforeAll, expect, test } from 'vitest';
import { worldForAllTests } from '../opened.ts';
import { type Document, documentOf } from '../service/http/document.ts';
import { ai } from './ai/ai.ts';
import type { Golden } from './golden.ts';
import { story } from './story.ts';
import { GOLDEN_PREVIEW, GOLDEN_WEBHOOK } from './workflows/records.ts';

const world = worldForAllTests();
/** Posts come with the sample workspace alone: the interface can write none. */
const sampled = worldForAllTests({ empty: false });

/** What the service publishes of itself: every golden answer is as it says, and every operation has one. */
let document: Document;
const covered = new Set<string>();

beforeAll(async () => {
  document = documentOf((await world.call('GET', '/definitions.json')).body);
});

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Custom fields: one record has them, another not. */
const CUSTOM = new Set(['Favourite number', 'Region']);

/** Where the records of a run are is another thing each moment. */
const MOVING = new Set(['SUCCEEDED', 'WAITING']);

function isSame(golden: unknown, actual: unknown): boolean {
  const [a, b] = [Object(golden), Object(actual)];
  return a.firstName === b.firstName && a.name === b.name;
}

/** What the golden answer has and the actual one has not, or of another kind. Null says nothing about a kind. */
function missing(golden: unknown, actual: unknown, at = 'data'): string[] {
  if (golden === null || (actual === null && typeof golden !== 'object')) return [];
  if (actual === undefined) return [`${at} is missing`];
  if (kindOf(golden) !== kindOf(actual)) return [`${at} is ${kindOf(actual)}, not ${kindOf(golden)}`];
  if (Array.isArray(golden) && Array.isArray(actual)) {
    return actual.flatMap((one, index) => missing(golden[index] ?? golden[0], one, `${at}[${index}]`));
  }
  if (typeof golden !== 'object') return [];
  const parts = new Map(Object.entries(Object(actual)));
  return Object.entries(golden).flatMap(([name, part]) =>
    MOVING.has(name) || (CUSTOM.has(name) && !isSame(golden, actual))
      ? []
      : missing(part, parts.get(name), `${at}.${name}`),
  );
}

/** Words that are the interface's own, not data: where a golden answer has one, the service says the same. */
const WORDS = new Set(['contactOutcome', 'contactMatchedBy', 'outcome', 'matchedBy', 'success', 'entity', 'fieldType']);
const COUNTS = new Set(['index', 'total', 'created', 'merged', 'failed']);

function words(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(words);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (WORDS.has(name) || COUNTS.has(name)) return [[name, part]];
      return typeof part === 'object' && part !== null ? [[name, words(part)]] : [];
    }),
  );
}

/** Companies that contacts brought along have ids too: the golden ones stand for those the service gave. */
const companyIds = new Map<number, number>();

/** Previews have ids of the service's own: the golden ones stand for them. */
const previewIds = new Map<string, string>();
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const withPreviews = (text: string): string => text.replace(UUID, (id) => previewIds.get(id) ?? id);

/** The address that the service gave its webhook. */
let webhook = '';

/** As GOLDEN_PREVIEW: the finder gives each preview an id of its own. */
async function queryOf({ request }: Golden): Promise<Readonly<Record<string, string>> | undefined> {
  if (request.query?.['previewId'] !== GOLDEN_PREVIEW) return request.query;
  const body = { text: 'engineers in London', provider: 'NETWORK' };
  const { previewId } = await world.done('POST', '/v1/ai-finder/previews', { body });
  return { ...request.query, previewId };
}

function pathOf({ request }: Golden): string {
  if (request.path === `/wf/${GOLDEN_WEBHOOK}`) return webhook;
  const path = withPreviews(request.path);
  return path.replace(/(?<=^\/v1\/companies\/)\d+/, (id) => String(companyIds.get(Number(id)) ?? id));
}

function bodyOf({ row, request }: Golden): unknown {
  if (row !== 'companies.search') return request.body;
  const text = JSON.stringify(request.body);
  return JSON.parse(text.replace(/"id":\[(\d+)\]/, (_, id) => `"id":[${companyIds.get(Number(id)) ?? id}]`));
}

/** What these speak of only the sample workspace has. */
const IN_SAMPLE = /^(social|actions|finder|savedFilters)\./;

async function replay(golden: Golden): Promise<unknown> {
  const { method } = golden.request;
  const query = await queryOf(golden);
  const body = bodyOf(golden);
  const on = IN_SAMPLE.test(golden.row) ? sampled : world;
  const reply = await on.call(method, pathOf(golden), {
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
  });
  if (golden.row.startsWith('actions.')) await sampled.work();
  expect(document.violation(method, pathOf(golden), reply)).toBeNull();
  covered.add(document.operationOf(method, pathOf(golden))?.id ?? '');
  expect([reply.status, reply.body.message ?? '']).toEqual([golden.response.status, expect.any(String)]);
  expect(missing(golden.response.body, reply.body, 'answer')).toEqual([]);
  return reply.body.data;
}

/** Searches that find nothing in this story. */
const FINDS_NOTHING = ['search: numbers: from and to'];

test.each(story.map((golden) => [`${golden.row}: ${golden.title}`, golden] as const))('%s', async (_, golden) => {
  const before = golden.title.startsWith('duplicates:');
  // Someone to be a duplicate of Ada.
  if (before) await world.call('POST', '/v1/contact', { body: { ...ada, mergeWithExisting: false } });
  // Records wait for a decision once their turn has come.
  if (golden.row === 'workflows.decide') await world.work();
  const data = Object(await replay(golden));
  if (/bulk|create/i.test(golden.row)) {
    expect(words(data)).toMatchObject(Object(words(Object(golden.response.body).data)));
  }
  if (ai.includes(golden) && golden.row !== 'aiTones.list') {
    expect(withoutTimes(data)).toEqual(withoutTimes(Object(golden.response.body).data));
  }
  if (typeof data.previewId === 'string') previewIds.set(Object(golden.response.body).data.previewId, data.previewId);
  if (golden.row === 'companies.bulkCreate') companyIds.set(3, data.results[0].company.id);
  if (golden.row.startsWith('campaigns.add')) expect(data).toMatchObject(Object(golden.response.body).data);
  if (golden.row === 'playbook.update') expect(data.changes).toEqual(Object(golden.response.body).data.changes);
  if (golden.row === 'campaigns.create') expect(data.steps).toEqual(Object(golden.response.body).data.steps);
  if (golden.row === 'workflows.create') webhook = new URL(data.trigger.webhookUrl ?? 'http://none.example').pathname;
  const found =
    data.contacts ?? data.companies ?? data.groups ?? data.campaigns ?? data.voices ?? data.aiMessages ?? data.posts;
  if (Array.isArray(found) && !FINDS_NOTHING.includes(golden.title) && golden.request.query?.['cursor'] === undefined) {
    expect(found.length).toBeGreaterThan(0);
  }
});

/** What an AI entity says depends on nothing but what was sent: all of it is golden, but for addresses and times. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) =>
    /^(appUrl|createdAt|updatedAt)$/.test(key) || (key === 'archivedAt' && part !== null) ? true : part,
  );
}

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  professionalEmail: 'ada@analytical.example',
  networkProfileUrl: 'https://www.network.example/in/ada-lovelace',
};

test('every operation of the published document was asked', () => {
  const left = document.operations.map(({ id }) => id).filter((id) => !covered.has(id));
  expect(left).toEqual(['local.health']);
});
