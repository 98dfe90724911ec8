import { describe, expect, test } from 'vitest';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { create } from '../campaigns/bodies.ts';
import {
  codes,
  FOLDERS,
  get,
  kept,
  MESSAGES,
  message,
  patch,
  post,
  refusedWhole,
  SNIPPETS,
  snippet,
  TEMPLATES,
  TONES,
  template,
  VARIABLES,
  variable,
} from './bodies.ts';

const world = worldForEachTest();

describe('what is required', () => {
  test('toneId is one of the tones endpoint', async () => {
    const refused = await refusedWhole(world, 'POST', SNIPPETS, { ...snippet, toneId: 99 });
    expect(codes(refused)).toEqual(['toneId unknown_tone']);
    const { tones } = await get(world, TONES);
    expect((await post(world, SNIPPETS, { ...snippet, toneId: tones.at(-1).id })).toneId).toBe(5);
  });

  test('a folder of another tree: 400, folder not found or entity mismatch', async () => {
    await post(world, `${FOLDERS}/ai-snippets`, { name: 'Mine' });
    const refused = await refusedWhole(world, 'POST', MESSAGES, { ...message, folderId: 1 });
    expect([refused.status, refused.message]).toEqual([
      400,
      'folderId: folder not found or entity mismatch: there is no folder 1 of ai-messages: it is one of ai-snippets',
    ]);
    expect((await post(world, SNIPPETS, { ...snippet, folderId: 1 })).folderId).toBe(1);
  });
});

describe('delete', () => {
  test('soft: no one finds it any more, and the row stays', async () => {
    await post(world, MESSAGES, message);
    expect(await world.done('DELETE', `${MESSAGES}/1`)).toEqual({ id: 1, deleted: true });
    expect((await get(world, MESSAGES)).aiMessages).toEqual([]);
    for (const method of ['GET', 'DELETE']) {
      expect((await world.call(method, `${MESSAGES}/1`)).status).toBe(404);
    }
    expect((await kept(world))[1]).toMatchObject([{ id: 1, name: 'First email' }]);
    expect((await post(world, MESSAGES, message)).id).toBe(2);
    const named = await refusedWhole(world, 'POST', MESSAGES, { ...message, prompt: '{aiMessage:1}' });
    expect(codes(named)).toEqual(['prompt unknown_reference']);
  });

  test('409 while another AI entity refers to it, naming it; free again when that is changed or deleted', async () => {
    await post(world, VARIABLES, variable);
    await post(world, SNIPPETS, { ...snippet, prompt: '{aiResearch:Company summary}' });
    await post(world, TEMPLATES, { ...template, messages: ['{aiSnippet:1} {aiResearch:1}'] });
    await post(world, MESSAGES, { ...message, prompt: '{aiResearch:1}' });
    await post(world, MESSAGES, { ...message, name: 'Second', prompt: '{aiMessage:1}' });
    expect((await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).message).toBe(
      'AI variable 1 "Company summary" is still referenced by AI message 1 "First email", AI snippet 1 "Opening line", message template 1 "Introduction"',
    );
    expect((await refusedWhole(world, 'DELETE', `${SNIPPETS}/1`)).message).toBe(
      'AI snippet 1 "Opening line" is still referenced by message template 1 "Introduction"',
    );
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/1`)).details).toEqual({
      referencedBy: [{ kind: 'ai-message', id: 2, name: 'Second' }],
    });
    await patch(world, `${MESSAGES}/2`, { prompt: 'Alone' });
    await world.done('DELETE', `${MESSAGES}/1`);
    await world.done('DELETE', `${TEMPLATES}/1`);
    await world.done('DELETE', `${SNIPPETS}/1`);
    await world.done('DELETE', `${VARIABLES}/1`);
  });

  test('409 while an active campaign step has it; a step’s own copy goes with its campaign', async () => {
    await post(world, VARIABLES, variable);
    await post(world, MESSAGES, { ...message, prompt: '{aiResearch:1}' });
    const { steps } = await create(world, { identityId: 1, steps: [{ type: 'email', aiMessageId: 1 }] });
    expect(steps[0].aiMessageId).toBe(2);
    await world.done('POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    const user = { kind: 'campaign', id: 1, name: 'A campaign', status: 'ACTIVE' };
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/1`)).details).toEqual({ referencedBy: [user] });
    expect((await refusedWhole(world, 'DELETE', `${VARIABLES}/1`)).details.referencedBy).toContainEqual(user);
    await world.done('POST', '/v1/campaign/1/status', { body: { status: 'COMPLETED' } });
    await world.done('DELETE', `${MESSAGES}/1`);
    expect((await refusedWhole(world, 'DELETE', `${MESSAGES}/2`)).message).toBe(
      'AI message 2 "First email" is still referenced by campaign 1 "A campaign" (COMPLETED)',
    );
  });
});

describe('campaign steps use the workspace’s own messages', () => {
  test('each step has a copy with everything the message says; changing one leaves the other', async () => {
    const full = { ...message, outputLength: 'LONG', splitMessages: true, model: 'm-1', description: 'd' };
    await post(world, MESSAGES, full);
    await create(world, { steps: [{ type: 'email', aiMessageId: 1 }] });
    const copy = await get(world, `${MESSAGES}/2`);
    expect(copy).toMatchObject({ ...full, id: 2, campaignId: 1 });
    expect((await get(world, MESSAGES)).aiMessages.map(({ id }: { id: number }) => id)).toEqual([1]);
    await patch(world, `${MESSAGES}/2`, { prompt: 'Only here' });
    await patch(world, `${MESSAGES}/1`, { name: 'Renamed' });
    expect((await get(world, `${MESSAGES}/1`)).prompt).toBe(full.prompt);
    expect((await get(world, `${MESSAGES}/2`)).prompt).toBe('Only here');
    const other = await refusedWhole(world, 'PATCH', `${MESSAGES}/2`, { channel: 'NETWORK' });
    expect([other.status, other.message]).toEqual([
      400,
      'channel: AI message 2 is the copy of a step of campaign 1, which needs EMAIL',
    ]);
    expect((await patch(world, `${MESSAGES}/1`, { channel: 'NETWORK' })).channel).toBe('NETWORK');
  });

  test('it must exist, and its channel must be the step’s', async () => {
    await post(world, MESSAGES, message);
    await post(world, MESSAGES, message);
    await world.done('DELETE', `${MESSAGES}/2`);
    const steps = [
      { type: 'network_message', aiMessageId: 1 },
      { type: 'email', aiMessageId: 2 },
    ];
    const refused = await world.call('POST', '/v1/campaigns', { body: { name: 'x', steps } });
    expect(codes(refused.body)).toEqual([
      'steps[0].aiMessageId channel_mismatch',
      'steps[1].aiMessageId unknown_ai_message',
    ]);
  });
});

test.each([
  ['GET', MESSAGES],
  ['POST', MESSAGES],
  ['GET', `${MESSAGES}/1`],
  ['PATCH', `${MESSAGES}/1`],
  ['DELETE', `${MESSAGES}/1`],
  ['GET', SNIPPETS],
  ['POST', SNIPPETS],
  ['DELETE', `${SNIPPETS}/1`],
  ['GET', TEMPLATES],
  ['POST', TEMPLATES],
  ['DELETE', `${TEMPLATES}/1`],
  ['GET', TONES],
  ['GET', `${FOLDERS}/ai-messages`],
  ['POST', `${FOLDERS}/ai-snippets`],
  ['GET', `${FOLDERS}/message-templates/1`],
])('403 where the split model is not enabled: %s %s', async (method, path) => {
  await world.control('PATCH', '/_local/features', { 'split-ai': false });
  const body = method === 'POST' ? { body: { name: 'x' } } : {};
  const reply = await world.call(method, path, body);
  expect([reply.status, reply.body.details]).toEqual([403, { feature: 'split-ai' }]);
});

test('tones: the workspace’s own, then the defaults', async () => {
  const sample = await worldForTest({ empty: false });
  const { tones } = await sample.done('GET', TONES);
  expect(tones[0]).toMatchObject({ id: 1001, name: 'House style', source: 'workspace' });
  expect(tones.slice(1).map(({ source }: { source: string }) => source)).toEqual(Array(5).fill('default'));
});
