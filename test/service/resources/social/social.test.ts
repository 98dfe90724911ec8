// Social selling (the interface: Social selling): posts, their metrics day by day, reactions, and who sees what.

import { describe, expect, test } from 'vitest';
import { worldForEachTest, worldForTest } from '../../../opened.ts';

const world = worldForEachTest({ empty: false });

const POSTS = '/v1/social-selling/posts';

interface Post {
  readonly id: number;
  readonly identityId: number;
  readonly isRepost: boolean;
  readonly postedAt: string;
  readonly metrics: Record<string, number> & { reactionsByType: Record<string, number>; refreshedAt: string };
}

async function posts(query: Record<string, string | number> = {}, key?: string): Promise<Post[]> {
  const reply = await world.call('GET', POSTS, { query: { pageSize: 100, ...query }, ...(key && { key }) });
  expect(reply.status).toBe(200);
  return reply.body.data.posts;
}

const post = async (id: number): Promise<Post> => await world.done('GET', `${POSTS}/${id}`);
const react = (id: number, body: unknown, key?: string) =>
  world.call('POST', `${POSTS}/${id}/reactions`, { body, ...(key && { key }) });
const advance = (by: string) => world.control('POST', '/_local/clock', { advance: by });
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('posts', () => {
  test('newest first; reposts only when asked for', async () => {
    const own = await posts();
    expect(own.map(({ postedAt }) => postedAt)).toEqual(
      own
        .map(({ postedAt }) => postedAt)
        .toSorted()
        .reverse(),
    );
    expect([own.length, own.some(({ isRepost }) => isRepost)]).toEqual([18, false]);
    expect((await posts({ includeReposts: 'true' })).filter(({ isRepost }) => isRepost)).toHaveLength(2);
    expect(ids(await posts({ includeReposts: 'false' }))).toEqual(ids(own));
  });

  const QUERIES: readonly [Record<string, string | number>, number[]][] = [
    [{ dateFrom: '2026-11-17', dateTo: '2026-11-19' }, [18, 17, 16]],
    [{ dateFrom: '2026-11-21', dateTo: '2026-11-21' }, [20]],
    [{ dateFrom: '2026-11-19' }, [20, 19, 18]],
    [{ dateTo: '2026-10-01' }, [2, 1]],
    [{ identityIds: 3 }, [9, 4]],
    [{ identityIds: '3,7', includeReposts: 'true' }, [14, 13, 9, 7, 4]],
    [{ identityIds: 99 }, []],
    [{ page: 2, pageSize: 5 }, [15, 13, 12, 11, 10]],
  ];
  const REFUSED: readonly [Record<string, string>, string][] = [
    [{ dateFrom: '2026-02-30' }, 'dateFrom'],
    [{ dateTo: '2026-11-21T00:00:00Z' }, 'dateTo'],
    [{ dateFrom: '2026-11-02', dateTo: '2026-11-01' }, 'dateFrom'],
    [{ identityIds: '1,robin' }, 'identityIds'],
    [{ includeReposts: 'yes' }, 'includeReposts'],
  ];

  test('of days, both inclusive and in UTC, and of identities, by pages; 400 for what is no day, id or choice', async () => {
    for (const [query, found] of QUERIES) {
      const sorted = ids(await posts(query)).toSorted((one, other) => other - one);
      expect([query, sorted]).toEqual([query, found]);
    }
    for (const [query, path] of REFUSED) {
      const { status, body } = await world.call('GET', POSTS, { query });
      expect([status, body.details.issues[0].path]).toEqual([400, path]);
    }
  });

  test('404 for a post that is not there; 403 when social selling is not enabled', async () => {
    expect((await world.call('GET', `${POSTS}/999`)).status).toBe(404);
    await world.control('PATCH', '/_local/features', { 'social-selling': false });
    for (const reply of [
      await world.call('GET', POSTS),
      await world.call('GET', `${POSTS}/3`),
      await react(3, { amount: 1 }),
    ]) {
      expect([reply.status, reply.body.details]).toEqual([403, { feature: 'social-selling' }]);
    }
  });

  test('users restricted to identities see only their posts, and let only them react', async () => {
    const { key } = await world.control('POST', '/_local/keys', { scopes: ['ALL'], identityIds: [2, 3] });
    expect([...new Set((await posts({}, key)).map(({ identityId }) => identityId))].toSorted()).toEqual([2, 3]);
    expect(await posts({ identityIds: '4,5' }, key)).toEqual([]);
    expect((await world.call('GET', `${POSTS}/3`, { key })).status).toBe(404);
    expect((await react(3, { amount: 1 }, key)).status).toBe(404);
    expect((await react(4, { identityIds: [5] }, key)).body.message).toContain('there is no identity 5');
    expect((await react(4, { amount: 2 }, key)).body.details.available).toBe(1);
    await expect(world.control('POST', '/_local/keys', { scopes: ['ALL'], identityIds: [77] })).rejects.toThrow('77');
  });
});

describe('metrics', () => {
  test('are refreshed daily, and only grow', async () => {
    const before = await post(20);
    await advance('12h');
    expect((await post(20)).metrics).toEqual(before.metrics);
    await advance('12h');
    const after = await post(20);
    expect([before.metrics.refreshedAt, after.metrics.refreshedAt]).toEqual([
      '2026-11-21T09:00:00.000Z',
      '2026-11-22T04:00:00.000Z',
    ]);
    await advance('6d');
    const last = await post(20);
    for (const name of ['impressions', 'reactions', 'comments', 'reposts', 'engagedAccounts'] as const) {
      expect(after.metrics[name] ?? 0).toBeGreaterThanOrEqual(before.metrics[name] ?? 0);
      expect(last.metrics[name] ?? 0).toBeGreaterThanOrEqual(after.metrics[name] ?? 0);
    }
    expect(last.metrics['impressions']).toBeGreaterThan(2 * (before.metrics['impressions'] ?? 0));
    expect(last.metrics.refreshedAt).toBe('2026-11-28T04:00:00.000Z');
  });

  test('of whoever is asked when: one step of a week or seven of a day come to the same', async () => {
    const other = await worldForTest({ empty: false });
    await advance('7d');
    for (let day = 0; day < 7; day += 1) await other.control('POST', '/_local/clock', { advance: '24h' });
    const reply = await other.call('GET', POSTS, { query: { pageSize: 100 } });
    expect(reply.body.data.posts).toEqual(await posts());
  });

  test('add up: reactions by type, and new engagers among the engaged', async () => {
    const all = await posts();
    expect(all.length).toBeGreaterThan(10);
    for (const { metrics } of all) {
      const sum = Object.values(metrics.reactionsByType).reduce((total, n) => total + n, 0);
      expect(sum).toBe(metrics['reactions']);
      expect(metrics['newEngagers'] ?? 0).toBeLessThanOrEqual(metrics['engagedAccounts'] ?? 0);
    }
  });

  test('engaged accounts leave out teammates and blocklisted contacts; reactions count them', async () => {
    const before = await post(3);
    await world.service.store.write(async (tx) => {
      await tx.run('update contacts set suppressed = 1');
    });
    const after = await post(3);
    const [contacts, team] = await world.service.store.read(async (tx) => {
      const count = (of: string) =>
        tx.one<{ n: number }>(
          `select count(distinct account) as n from social_engagements where post_id = 3 and ${of}`,
        );
      return [await count('contact_id is not null'), await count('identity_id is not null')];
    });
    expect([contacts?.n ?? 0, team?.n ?? 0].every((n) => n > 0)).toBe(true);
    expect(after.metrics['engagedAccounts']).toBe((before.metrics['engagedAccounts'] ?? 0) - (contacts?.n ?? 0));
    expect(after.metrics['reactions']).toBe(before.metrics['reactions']);
  });
});

describe('reactions', () => {
  test('of an amount are drawn from the pool, the author left out, and spread over time', async () => {
    const { status, body } = await react(3, { amount: 3, reactionTypes: ['PRAISE'] });
    expect(status).toBe(200);
    const { publishingPostId, appUrl, reactions, skipped } = body.data;
    expect([publishingPostId, appUrl, skipped]).toEqual([
      1,
      'https://app.reach.invalid/social-selling/publishing/1',
      [],
    ]);
    const author = (await post(3)).identityId;
    expect(reactions).toHaveLength(3);
    expect(reactions.every((one: { identityId: number }) => one.identityId !== author)).toBe(true);
    const moments = reactions.map((one: { scheduledAt: string }) => Date.parse(one.scheduledAt) - world.clock.now());
    expect(moments[0]).toBeGreaterThanOrEqual(5 * 60_000);
    for (let at = 1; at < 3; at += 1) expect(moments[at] - moments[at - 1]).toBeGreaterThanOrEqual(10 * 60_000);
  });

  test('the same commands draw the same identities', async () => {
    const other = await worldForTest({ empty: false });
    const asked = { body: { amount: 2, reactionTypes: ['LIKE', 'INTEREST'] } };
    const here = await world.call('POST', `${POSTS}/5/reactions`, asked);
    expect(await other.done('POST', `${POSTS}/5/reactions`, asked)).toEqual(here.body.data);
  });

  test('happen at their moments, are counted by the next refresh, and make no one an engaged account', async () => {
    const before = await post(1);
    const { body } = await react(1, { amount: 2, reactionTypes: ['EMPATHY'] });
    const done = () =>
      world.service.store.read((tx) =>
        tx.all<{ id: number; at: number }>(
          'select identity_id as id, done_at as at from social_reactions where done_at is not null order by done_at',
        ),
      );
    expect(await done()).toEqual([]);
    await advance('3h');
    expect(await done()).toEqual(
      body.data.reactions.map((one: { identityId: number; scheduledAt: string }) => ({
        id: one.identityId,
        at: Date.parse(one.scheduledAt),
      })),
    );
    await advance('21h');
    const after = await post(1);
    expect(after.metrics.reactionsByType['EMPATHY']).toBe((before.metrics.reactionsByType['EMPATHY'] ?? 0) + 2);
    expect(after.metrics['engagedAccounts']).toBe(before.metrics['engagedAccounts']);
  });

  test('skipAuthor: the author named by id is left out, unless it may react', async () => {
    const { identityId: author } = await post(4);
    expect((await react(4, { identityIds: [author, 1] })).body.data).toMatchObject({
      reactions: [{ identityId: 1 }],
      skipped: [{ identityId: author, reason: 'AUTHOR' }],
    });
    expect((await react(4, { identityIds: [author, 1], skipAuthor: false })).body.data).toMatchObject({
      reactions: [{ identityId: author }],
      skipped: [{ identityId: 1, reason: 'ALREADY_REACTS' }],
    });
  });

  const REFUSED: readonly [body: unknown, message: string][] = [
    [{}, 'set either amount or identityIds: neither is set'],
    [{ amount: 1, identityIds: [1] }, 'set either amount or identityIds: both are set'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: 50 }, 'amount 50 is more than the'],
    [{ identityIds: [] }, 'identityIds'],
    [{ identityIds: [1, 99] }, 'there is no identity 99'],
    [{ amount: 1, reactionTypes: ['WOW'] }, 'reactionTypes[0]'],
    [{ amount: 1, reactionTypes: [] }, 'reactionTypes'],
    [{ amount: 1, when: 'now' }, 'when'],
  ];

  test('400 for identities, amounts and types that cannot be, and nothing is scheduled', async () => {
    for (const [body, message] of REFUSED) {
      const reply = await react(3, body);
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
    }
    const kept = await world.service.store.read((tx) => tx.all('select * from social_reactions'));
    expect(kept).toEqual([]);
  });

  test('an author alone has no one left', async () => {
    const { identityId } = await post(3);
    const { status, body } = await react(3, { identityIds: [identityId] });
    expect([status, body.message]).toEqual([400, expect.stringContaining('no identity is left to react')]);
  });
});
