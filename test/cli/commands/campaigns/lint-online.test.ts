import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { served } from '../outreach/mistakes.ts';
import { FILE } from './q3.ts';

const reach = reachForEachTest();

test('decides about fields and campaigns; the fields are known offline from then on', async () => {
  await reach.world.call('POST', '/v1/contact', { body: { firstName: 'Ada', 'Favourite tea': 'Assam' } });
  reach.write('q3.yaml', FILE.replace('{firstName}', '{Favourite tea}'));
  const before = await reach.run('campaign lint --strict q3.yaml -q');
  expect([before.code, before.requests]).toEqual([1, []]);
  expect((await reach.run('campaign lint --online --strict q3.yaml')).code).toBe(0);
  const after = await reach.run('campaign lint --strict q3.yaml');
  expect([after.code, after.requests]).toEqual([0, []]);

  reach.write(
    'other.yaml',
    `${FILE.replace('{firstName}', '{shoeSize}')}  - type: add_to_another_campaign\n    campaignId: 7\n`,
  );
  const bad = await reach.run('campaign lint --online other.yaml --json --fields line,code');
  expect([bad.code, JSON.parse(bad.stdout), bad.requests]).toEqual([
    1,
    [
      { line: 5, code: 'unknown_placeholder' },
      { line: 16, code: 'unknown_campaign' },
    ],
    ['GET /v1/contacts/fields', 'GET /v1/identities?page=1&pageSize=100', 'GET /v1/campaign/7'],
  ]);
});

test('what a workspace of the environment has is not known of another one', async () => {
  await reach.world.call('POST', '/v1/contact', { body: { firstName: 'Ada', 'Favourite tea': 'Assam' } });
  reach.write('q3.yaml', FILE.replace('{firstName}', '{Favourite tea}'));
  const { env, close } = await served(reach);
  try {
    expect((await reach.run('campaign lint --online --strict q3.yaml', { env })).code).toBe(0);
    const others = [env, { ...env, REACH_API_KEY: 'gsk_of_another_workspace' }];
    const codes: number[] = [];
    for (const one of others) codes.push((await reach.run('campaign lint --strict q3.yaml', { env: one })).code);
    expect(codes).toEqual([0, 1]);
  } finally {
    await close();
  }
});

test('a name that several records have is no record', async () => {
  await reach.world.control('POST', '/_local/seed', {});
  await reach.world.call('PATCH', '/v1/identities/3', { body: { name: 'Robin Hale' } });
  reach.write('q3.yaml', FILE.replace(/identityId: .*/, 'identity: Robin Hale'));
  for (const command of ['campaign lint --online', 'campaign create']) {
    const ran = await reach.run(`${command} q3.yaml`);
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([
      command === 'campaign create' ? 3 : 1,
      expect.stringContaining('q3.yaml:2:11: "Robin Hale" matches 2 identities (ids 2, 3): use the id'),
    ]);
  }
});

test('decides about owners, voices and messages of the library', async () => {
  await reach.world.control('POST', '/_local/seed', {});
  reach.write(
    'q3.yaml',
    `name: Q3
steps:
  - type: network_connection
    content: Hello
    waitForAcceptance: 3 days
    onAccepted:
      - type: network_voice_message
        content: Hello
        voiceId: nobody
      - type: network_message
        aiMessageId: nothing
  - type: task
    taskType: CALL
    title: Call
`,
  );
  const ran = await reach.run('campaign lint --online q3.yaml --json --fields line,code');
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
    1,
    [
      { line: 1, code: 'no_sender' },
      { line: 9, code: 'unknown_voice' },
      { line: 11, code: 'unknown_ai_message' },
      { line: 12, code: 'required' },
    ],
  ]);
});

test('decides about identities, and about the workspace’s own AI messages: that they exist, and their channel', async () => {
  const { control, call } = reach.world;
  await control('POST', '/_local/seed', {});
  const body = { name: 'Mine', channel: 'NETWORK', toneId: 1, prompt: 'x' };
  const { id } = (await call('POST', '/v1/ai-variables/ai-messages', { body })).body.data;
  reach.write(
    'ai.yaml',
    `name: AI
identityId: 99
steps:
  - type: email
    aiMessageId: ${id}
  - type: network_message
    aiMessageId: ${id}
  - type: email
    aiMessageId: 4711
  - type: email
    aiMessageId: lib-email-first
`,
  );
  const ran = await reach.run('campaign lint --online ai.yaml --json --fields line,code');
  expect([ran.code, JSON.parse(ran.stdout), ran.requests]).toEqual([
    1,
    [
      { line: 2, code: 'unknown_identity' },
      { line: 5, code: 'channel_mismatch' },
      { line: 9, code: 'unknown_ai_message' },
    ],
    [
      'GET /v1/contacts/fields',
      'GET /v1/identities?page=1&pageSize=100',
      'GET /v1/prompt-library/ai-messages',
      `GET /v1/ai-variables/ai-messages/${id}`,
      'GET /v1/ai-variables/ai-messages/4711',
    ],
  ]);
  await control('PATCH', '/_local/features', { 'split-ai': false });
  const off = await reach.run('campaign lint --online ai.yaml -o id');
  expect(off.stdout).toBe(`unknown_identity\n${'split_ai_disabled\n'.repeat(4)}`);
});
