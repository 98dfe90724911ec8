// What the writer of an AI message is asked for: tokens of its prompt filled in for one contact.

import { expect, test } from 'vitest';
import { MESSAGES, message, post, VARIABLES } from '../../ai/bodies.ts';
import { add, goTo, messagesOf, REACHABLE, status, storyForTest } from './timeline.ts';

test('fields, AI research of contact and company by today’s names, other messages; escapes are braces', async () => {
  const world = await storyForTest({ steps: [{ type: 'end' }], contact: { firstName: 'Zoe' } });
  await post(world, VARIABLES, { name: 'Fit', entity: 'CONTACT', prompt: 'x' });
  await post(world, VARIABLES, { name: 'Summary', entity: 'COMPANY', prompt: 'x' });
  const company = { name: REACHABLE.companyName, Summary: 'sells engines' };
  await post(world, '/v1/contact', { ...REACHABLE, Fit: 'good', company });
  await post(world, MESSAGES, { ...message, name: 'Tail', prompt: 'and {aiResearch:Fit}' });
  const prompt = '{{Ask}} {firstName}: {aiResearch:Summary}, {Fit} {aiMessage:Tail}; {networkHeadline}.';
  await post(world, MESSAGES, { ...message, prompt });
  await world.done('PATCH', `${VARIABLES}/1`, { body: { name: 'Match' } });
  await post(world, '/v1/campaigns', { name: 'AI', identityId: 1, steps: [{ type: 'email', aiMessageId: 2 }] });
  await add(world, 2, 2);
  await status(world, 'ACTIVE', 2);
  await goTo(world, 1);
  const [sent] = await messagesOf(world, 2);
  expect(sent.message).toContain('asked for: {Ask} Ada: sells engines, good and good; .]');
});
