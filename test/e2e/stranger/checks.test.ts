// What is checked before a write: how much of it counts is for the user to say, and elsewhere for the service.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Seeded, seed } from '../../stranger/seed.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
let desk: Desk;
let ids: Seeded;
beforeAll(async () => {
  drive = await openDrive({ mode: 'richer' });
  desk = await drive.desk('env');
  desk.write({
    'undocumented.yaml': 'name: A\nsteps:\n  - type: task\n    taskType: DANCE\n    title: Dance\n',
    'given.yaml': 'name: B\nsteps:\n  - type: network_connection\n    waitForAcceptance: { value: 1, unit: hours }\n',
    'unreadable.yaml': 'name: C\nsteps: 7\n',
  });
});
afterAll(() => drive.close());
beforeEach(() => {
  drive.stranger.reset();
  ids = seed(drive.stranger.store);
});

const written = () => drive.stranger.requests.filter(({ method }) => method !== 'GET');

test.each([
  ['campaign create undocumented.yaml', 0, 1, 'the service may accept it all the same'],
  ['campaign create undocumented.yaml --strict', 3, 0, 'undocumented.yaml has 1 error; nothing was written'],
  ['campaign create given.yaml', 3, 0, 'given.yaml has 1 error; nothing was written'],
  ['campaign create given.yaml --no-check', 0, 1, 'warning: waitForAcceptance.unit must be days'],
  ['campaign create unreadable.yaml --no-check', 3, 1, 'steps must be a list'],
  ['campaign create given.yaml --no-check --strict', 2, 0, 'give --strict or --no-check, not both'],
])('%s: exit %i, %i requests that write', async (line, code, requests, text) => {
  const ran = await desk.run(line);
  expect([ran.code, written().length], ran.stderr).toEqual([code, requests]);
  expect(ran.stderr).toContain(text);
});

test.each([
  ['campaign status {running} archived --yes', { status: 'ARCHIVED' }, 'status ARCHIVED'],
  ['inbox link --channel fax', null, '--channel: there is no fax'],
  ['social react {post} --amount 1 --types wow --yes', null, '--types: there is no wow'],
  ['action run --type summon --contacts {ada}', null, 'actions[0].type: type must be'],
  ['campaign status {running} actve --yes', null, 'did you mean "active"?'],
])('%s: a word is sent where the interface lists none, and it resembles no known one', async (line, body, note) => {
  const ran = await desk.run(fill(line, ids));
  expect(written()[0]?.body ?? null, ran.stderr).toEqual(body);
  expect(ran.stderr).toContain(note);
});
