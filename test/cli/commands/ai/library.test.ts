import { expect, test } from 'vitest';
import { openAi, reach } from './ai-world.ts';

openAi();

test('tones and library', async () => {
  expect((await reach.run('ai tones -o csv')).stdout.split('\n')[1]).toBe(
    '1,Friendly,default,"Warm and light, as to an acquaintance"',
  );
  expect((await reach.run('ai library -o id')).stdout).toContain('lib-email-first\n');
  await reach.world.control('PATCH', '/_local/features', { 'split-ai': false });
  const [tones, messages] = [await reach.run('ai tones'), await reach.run('ai message list')];
  expect([tones.code, messages.code, messages.stderr]).toEqual([
    4,
    4,
    expect.stringContaining(
      'hint: this feature is not enabled in the workspace; on the local service: reach local feature split-ai on',
    ),
  ]);
});
