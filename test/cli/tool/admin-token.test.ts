// Which host gets the admin token of the environment.

import { expect, test } from 'vitest';
import { adminTokenFor } from '../../../src/cli/session/connect.ts';

test.each([
  ['REACH_BASE_URL', 'https://reach.example', 'adm_x'],
  ['profile one', 'http://127.0.0.1:4711', 'adm_x'],
  ['profile one', 'http://localhost:4711', 'adm_x'],
  ['profile one', 'https://api.example', null],
  ['profile one', 'https://localhost.example', null],
  ['profile one', 'https://127.0.0.1.example', null],
])('of %s, %s gets %s', (from, value, token) => {
  expect(adminTokenFor({ value, from }, { REACH_ADMIN_TOKEN: 'adm_x' })).toBe(token);
  expect(adminTokenFor({ value, from }, {})).toBeNull();
});
