// Edit without a terminal.

import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { beforeSecondRequest } from '../../world.ts';
import { FILE } from './q3.ts';

const reach = reachForEachTest();
const beforeSecond = beforeSecondRequest(reach);

beforeEach(async () => {
  reach.write('q3.yaml', FILE);
  await reach.run('campaign create q3.yaml');
  await reach.run('campaign export 1 --file edited.yaml');
});
const edited = (change: (text: string) => string) => reach.write('edited.yaml', change(reach.read('edited.yaml')));

test.each([
  [
    '',
    2,
    'error: an editor needs a terminal\n  hint: --input FILE takes the edited text; reach campaign export writes it\n',
    [],
  ],
  [' --input edited.yaml', 0, 'nothing changed\n', ['GET /v1/campaign/1']],
])(
  'without an edited text it is refused, with an unchanged one nothing is sent: edit 1%s',
  async (option, code, stderr, requests) =>
    expect(await reach.run(`campaign edit 1${option}`)).toEqual({ code, stdout: '', stderr, requests }),
);

test('only what was changed is sent; a line taken out is the setting of a new campaign', async () => {
  edited((text) => text.replace('identityId: 1\ntrackOpens: true', 'trackOpens: false'));
  const dry = await reach.run('campaign edit 1 --input edited.yaml --show-requests --json');
  expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
    { method: 'PATCH', path: '/v1/campaign/1', body: { identityId: null, trackOpens: false } },
    ['GET /v1/campaign/1'],
  ]);
  const ran = await reach.run('campaign edit 1 --input edited.yaml --json --fields identityId,trackOpens,trackClicks');
  expect([ran.code, ran.stdout]).toEqual([0, '{"identityId":null,"trackOpens":false,"trackClicks":true}\n']);
});

test('a refusal is reported at its lines', async () => {
  edited((text) => text.replace('{firstName}', '{shoeSize}'));
  const ran = await reach.run('campaign edit 1 --input edited.yaml');
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
    3,
    'edited.yaml:8:20: unknown placeholder {shoeSize} [unknown_placeholder]',
  ]);
});

test('a change by someone else between reading and writing is shown, and nothing is sent: exit 6', async () => {
  edited((text) => text.replace('trackOpens: true', 'trackOpens: false'));
  const ran = await reach.run('campaign edit 1 --input edited.yaml', {
    meanwhile: beforeSecond('PATCH', '/v1/campaign/1', { name: 'Theirs', trackOpens: false }),
  });
  expect(ran).toEqual({
    code: 6,
    stdout: '',
    stderr: `changed by someone else in the meantime:
~ name
  - name: Q3
  + name: Theirs
~ trackOpens
  - trackOpens: true
  + trackOpens: false
warning: trackOpens: your change replaces theirs
error: campaign 1 was changed in the meantime; nothing was sent
  hint: check it with reach campaign show 1, then run the command again
`,
    requests: ['GET /v1/campaign/1', 'GET /v1/campaign/1'],
  });
});

test('a text that is kept is compared with what the editor opened: what others wrote since is seen', async () => {
  reach.write('editor.sh', 'sed "s/trackOpens: true/trackOpens: maybe/" "$1" > new && cat new > "$1"\n');
  const input = await reach.run('campaign edit 1', { env: { EDITOR: 'sh editor.sh' }, tty: true });
  expect(input.code).toBe(3);
  const path = /--input (\S+)/.exec(input.stderr)?.[1] ?? '';
  writeFileSync(path, readFileSync(path, 'utf8').replace('maybe', 'false'));
  await reach.world.call('PATCH', '/v1/campaign/1', { body: { description: 'Theirs' } });
  const ran = await reach.run(['campaign', 'edit', '1', '--input', path]);
  expect([ran.code, ran.stderr.split('\n').slice(0, 3)]).toEqual([
    6,
    ['changed by someone else in the meantime:', '~ description', '  + description: Theirs'],
  ]);
});

test('what is not a draft is exit 6', async () => {
  await reach.run('campaign status 1 active --yes');
  const ran = await reach.run('campaign edit 1 --input edited.yaml');
  expect([ran.code, ran.stderr]).toEqual([
    6,
    'error: campaign 1 is ACTIVE: only a draft can be changed; nothing was sent\n  hint: reach campaign clone 1 makes a draft of it; "A campaign that runs" in reach help campaigns has the rest\n',
  ]);
});
