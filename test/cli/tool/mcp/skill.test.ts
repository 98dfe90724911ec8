// The skill file: every command that needs no person, with what it does to the world.

import { expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

test('names the commands, and which of them change something', async () => {
  const { code, stdout, stderr, requests } = await reach.run('mcp --skill');
  expect([code, stderr, requests]).toEqual([0, '', []]);
  expect(stdout).toMatch(/^---\nname: reach\ndescription: .+\n---\n/);
  const lines = stdout.split('\n');
  expect(lines).toContain('- `reach contacts list`: List contacts, oldest first');
  expect(lines).toContain('- `reach contacts delete [ids]`: Delete contacts permanently (destroys)');
  expect(stdout).not.toContain('reach auth login`');
});
