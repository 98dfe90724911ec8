// An empty argument names nothing: a script whose variable is not set must not get what a default would do.

import { expect, test } from 'vitest';
import { reachForAllTests } from '../../opened.ts';

const reach = reachForAllTests();

interface Listed {
  readonly path: string;
  readonly arguments?: readonly { readonly name: string }[];
}

test('every command refuses an empty argument in every place, and sends nothing', async () => {
  const commands: readonly Listed[] = JSON.parse((await reach.run('commands --json')).stdout);
  const tried: string[] = [];
  for (const { path, arguments: places = [] } of commands) {
    for (const at of places.keys()) {
      const line = [...path.split(' '), ...places.slice(0, at + 1).map((_, place) => (place === at ? '' : '1'))];
      const { code, requests, stderr } = await reach.run(line);
      tried.push(line.join(' '));
      expect([line, code, requests], stderr).toEqual([line, 2, []]);
    }
  }
  expect(tried.length).toBeGreaterThan(80);
});
