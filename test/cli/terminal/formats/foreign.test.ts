// Text from the service in the formats that are made for files: whole in a pipe, harmless on a terminal.

import { beforeAll, expect, test } from 'vitest';
import { knownNames, rememberNames } from '../../../../src/cli/session/names.ts';
import { pathsOf } from '../../../../src/cli/session/paths.ts';
import { processIo } from '../../../../src/cli/terminal/io.ts';
import { reachForAllTests } from '../../../opened.ts';

const EVIL = 'Eve\u001b]0;owned\u202e\u0007';

const reach = reachForAllTests({ empty: true });

beforeAll(async () => {
  const input = JSON.stringify({ firstName: EVIL, lastName: 'Hale', companyName: 'Acme' });
  expect(await reach.run('contacts create --input -', { stdin: input })).toMatchObject({ code: 0 });
});

test.each([
  'contacts list -o csv --fields firstName',
  'contacts list -o yaml --fields firstName',
  'contacts show 1 -o yaml --fields firstName',
  'contacts export --format csv',
])('%s', async (command) => {
  const whole = (await reach.run(command)).stdout;
  expect(whole).toContain('\u202e');
  const displayed = (await reach.run(command, { tty: true })).stdout;
  expect(displayed).toContain('Eve');
  expect(displayed).not.toMatch(/[\u001b\u0007\u202e]/);
});

const paths = () => pathsOf({ env: { REACH_HOME: reach.home }, platform: 'linux', homeDir: reach.home });

test('a name with a control character is never offered to a shell', () => {
  const data = [{ name: 'Friends' }, { name: 'Fo\u001b[2Jes' }, { name: 'two\nlines' }];
  const context = { io: processIo(), paths: paths() };
  rememberNames(context, [{ profile: 'local', path: '/v1/lists', data }]);
  expect(knownNames(context, 'local', 'lists')).toEqual(['Friends']);
});
