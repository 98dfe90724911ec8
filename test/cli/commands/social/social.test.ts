// reach social on the sample workspace: whole outputs, at a terminal and in a pipe.

import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { barOf, grouped } from '../../../../src/cli/terminal/formats/bars.ts';
import { reachForAllTests, reachForTest } from '../../../opened.ts';

const reach = reachForAllTests({ empty: false });

const terminal = { tty: true, columns: 80 };

describe('posts', () => {
  test('at a terminal of 80 columns', async () => {
    const { code, stdout, stderr } = await reach.run('social posts --limit 4', terminal);
    expect([code, stderr]).toEqual([0, '4 of 18 posts shown, more available: use --limit N or --all\n']);
    const [heading, rule, ...rows] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^ID {2}Posted {7}Identity +Seen +React {2}Comm {2}Repo {2}Engaged {2}New {2}Text$/);
    expect(rule).toBe('─'.repeat(80));
    // A name that is too wide for its column goes on in the next line; the text of a post is cut.
    expect(rows).toEqual([
      expect.stringMatching(/^20 {2}7 hours ago {2}Amara .* New: our pric…$/),
      expect.stringMatching(/^ {17}Diallo$/),
      expect.stringMatching(/^19 {2}1 day ago {4}Robin .* We asked 60 b…$/),
      expect.stringMatching(/^ {17}Hale$/),
      expect.stringMatching(/^18 {2}1 day ago {4}Kenji .* Small robots,…$/),
      expect.stringMatching(/^ {17}Mori$/),
      expect.stringMatching(/^ {17}森健二$/),
      expect.stringMatching(/^17 {2}2 days ago {3}Lena .*…$/),
      expect.stringMatching(/^ {17}Fischer$/),
    ]);
  });

  test('in a pipe: the same columns, whole', async () => {
    const { stdout } = await reach.run('social posts --since 2026-11-19 --until 2026-11-19');
    expect(stdout).toMatch(
      /^18\t2026-11-19T12:00:00\.000Z\tKenji Mori 森健二\t(\d+\t){6}Small robots, small batches: notes from a visit\.\n$/,
    );
  });

  test.each<[string, RegExp]>([
    ['social posts --identity "Robin Hale"', /GET .*identityIds=2/],
    ['social posts --identity 2,3 --identity "Lena Fischer"', /GET .*identityIds=2%2C3%2C6/],
    ['social posts --since 2026-11-01 --until 2026-11-30', /dateFrom=2026-11-01&dateTo=2026-11-30/],
    ['social posts --reposts', /includeReposts=true/],
  ])('%s', async (line, asked) => {
    const { code, requests } = await reach.run(line);
    expect([code, requests]).toEqual([0, expect.arrayContaining([expect.stringMatching(asked)])]);
  });

  test('--sort reads everything, so that the best are the best of all', async () => {
    const { stdout, stderr } = await reach.run('social posts --sort impressions --limit 2 --json');
    const all: { metrics: { impressions: number } }[] = JSON.parse(
      (await reach.run('social posts --all --json')).stdout,
    );
    const best = all.toSorted((a, b) => b.metrics.impressions - a.metrics.impressions).slice(0, 2);
    expect([JSON.parse(stdout), stderr]).toEqual([
      best,
      '2 of 18 posts shown, more available: use --limit N or --all\n',
    ]);
  });

  test('--chart: bars, as many as there is room for, none longer than its column', async () => {
    const narrow = await reach.run('social posts --chart --sort reactions --limit 3', terminal);
    expect(narrow.stdout).toMatch(/^ID {2}Posted {7}Identity +Seen +React +Engaged\n( ?\d+ {2}.+█.*\n){3}$/);
    const wide = await reach.run('social posts --chart --reposts', { tty: true, columns: 140 });
    expect(wide.stdout).toContain('Comm');
    for (const [text, most] of [
      [narrow.stdout, 80],
      [wide.stdout, 140],
    ] as const) {
      // Wide characters count twice; there is one name with three of them.
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(most);
    }
    expect((await reach.run('social posts --chart --json --limit 1')).stdout).toMatch(/^\[\{"id":20,/);
  });

  test.each<[string, number, string]>([
    ['social posts --identity Nobody', 5, 'error: no identity "Nobody"\n  hint: reach identity list shows them\n'],
    ['social posts --identity 2,99', 5, expect.stringMatching(/^error: no identity 99\n/)],
    ['social posts --identity 2,99 --since 2030-01-01', 5, expect.stringMatching(/^error: no identity 99\n/)],
    [
      'social posts --since 2026-02-30',
      2,
      'error: --since 2026-02-30 is not a valid day\n  hint: give a UTC day such as 2026-11-21\n',
    ],
    [
      'social posts --since 2026-03-02 --until 2026-03-01',
      2,
      'error: --since 2026-03-02 is after --until 2026-03-01\n',
    ],
    ['social posts --sort fame', 2, expect.stringContaining('Allowed choices are impressions, reactions')],
    ['social show 999', 5, expect.stringContaining('There is no post 999')],
    ['social show first', 2, 'error: first is not a valid post id\n  hint: an id is a whole number\n'],
  ])('%s ends with %i', async (line, code, stderr) => {
    expect(await reach.run(line)).toMatchObject({ code, stderr, stdout: '' });
  });
});

test('show: the post, and its reactions as bars', async () => {
  const { stdout } = await reach.run('social show 1', terminal);
  expect(stdout).toMatch(/^Target roles +│ Head of People\n/m);
  expect(stdout).toMatch(/\n\nLike +\d+ {2}█{40}\n/);
});

describe('react', () => {
  test('prints who reacts when, and the link', async () => {
    const { code, stdout } = await reach.run('social react 3 --amount 2 --types praise --yes', terminal);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Identity ID {2}Identity +Reaction type {2}Scheduled\n─+\n( +\d {2}\S.+ {2}Praise {9}in .+\n){2}\nhttps:\/\/app\.reach\.invalid\/social-selling\/publishing\/1\n$/,
    );
  });

  test('names who is left out', async () => {
    const { stderr } = await reach.run('social react 5 --identities "Kenji Mori 森健二" --identities 2 --yes -o id');
    expect(stderr).toBe('identity 5 does not react: it is the author (--include-author)\n');
  });

  test('--show-requests sends nothing; without --yes no one is asked in a pipe', async () => {
    const dry = await reach.run(
      'social react 4 --identities 2,3 --types LIKE,INTEREST --include-author --show-requests --json',
    );
    expect(JSON.parse(dry.stdout)).toEqual({
      method: 'POST',
      path: '/v1/social-selling/posts/4/reactions',
      body: { identityIds: [2, 3], reactionTypes: ['LIKE', 'INTEREST'], skipAuthor: false },
    });
    expect(dry.requests).toEqual([]);
    expect(await reach.run('social react 4 --amount 1')).toMatchObject({
      code: 2,
      stderr:
        'error: cannot ask "Let 1 identity react to post 4 (profile local)?" here\n  hint: answer it with --yes\n',
      requests: [],
    });
  });

  test.each<[string, number, string]>([
    ['social react 4 --yes', 2, 'give either --amount N (random identities) or --identities'],
    ['social react 4 --amount 1 --identities 2 --yes', 2, 'give either --amount N'],
    ['social react 4 --amount 0 --yes', 2, '--amount'],
    ['social react 4 --amount 1 --types WOW --yes', 2, '--types: there is no wow'],
    ['social react 4 --amount 1 --types , --yes', 2, '--types names nothing'],
    ['social react 4 --amount 90 --yes', 3, 'amount 90 is more than the'],
    ['social react 999 --amount 1 --yes', 5, 'There is no post 999'],
    ['social react 999 --amount 1 --dry-run', 5, 'There is no post 999'],
  ])('%s ends with %i', async (line, code, message) => {
    expect(await reach.run(line)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  test('a key of a user restricted to identities is a control of the local service', async () => {
    const dry = await reach.run(
      'local key create --scopes SOCIAL_SELLING_READ --identities 2,3 --show-requests --json',
    );
    expect(JSON.parse(dry.stdout).body).toEqual({ scopes: ['SOCIAL_SELLING_READ'], identityIds: [2, 3] });
    const made = await reach.run('local key create --scopes SOCIAL_SELLING_READ --identities 2,3 -o id');
    const key = made.stdout.trim();
    expect(key).toMatch(/^gsk_/);
    const reply = await reach.world.call('GET', '/v1/social-selling/posts', { key });
    expect(new Set(reply.body.data.posts.map((post: { identityId: number }) => post.identityId))).toEqual(
      new Set([2, 3]),
    );
    expect((await reach.run('local key create --identities 99')).code).toBe(3);
  });

  test('403 when social selling is off', async () => {
    await reach.run('local feature social-selling off');
    const { code, stderr } = await reach.run('social posts');
    await reach.run('local feature social-selling on');
    expect([code, stderr]).toEqual([4, expect.stringContaining('Social selling is not enabled')]);
  });
});

test('names and texts of any kind are aligned, cut and harmless, at any width', async () => {
  const hostile = await reachForTest({ empty: false });
  const names = [
    'אברהם בן־דוד',
    '山田太郎山田太郎山田太郎山田太郎',
    '👩‍👩‍👧‍👦 Family',
    '\u202eevil\u001b[31mred\u0007',
    'x'.repeat(300),
  ];
  await hostile.world.service.store.write(async (tx) => {
    for (const [at, name] of names.entries()) {
      await tx.run('update identities set name = ?, profile = ? where id = ?', name, '{}', at + 2);
      const text = `${name} \u001b[2J\u0000 tab\tand\nline ${'long '.repeat(200)}`;
      await tx.run('update social_posts set body = ? where identity_id = ?', text, at + 2);
    }
  });
  for (const columns of [80, 140]) {
    for (const line of ['social posts', 'social posts --chart --reposts', 'social show 4', 'social show 18']) {
      const { code, stdout } = await hostile.run(line, { tty: true, columns });
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(Math.max(...stdout.split('\n').map((text) => stringWidth(text)))).toBeLessThanOrEqual(columns);
    }
  }
});

describe('bars', () => {
  test.each<[number, number, number, string]>([
    [0, 10, 8, ''],
    [10, 10, 8, '████████'],
    [5, 10, 3, '█▌'],
    [1, 100_000, 8, '▏'],
    [20, 10, 2, '██'],
    [3, 0, 8, ''],
  ])('%i of %i in %i columns', (value, most, width, bar) => expect(barOf(value, most, width)).toBe(bar));

  test('thousands apart', () => {
    expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  });
});
