// Typing mistakes in an outreach folder: found before anything is sent, whatever the profile.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chance } from '../../../chance.ts';
import { reachForAllTests } from '../../../opened.ts';
import { bringSenders, place } from './folder.ts';
import { FOLDER, MISTAKES, type Served, served } from './mistakes.ts';

const reach = reachForAllTests();
let remote: Served;
beforeAll(async () => {
  await bringSenders(reach.world);
  remote = await served(reach);
});
afterAll(() => remote.close());

/** No service is there. */
const OFFLINE = { REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: 'gsk_none' };

const written = () => remote.requests.filter((request) => !request.startsWith('GET '));

/** The steps of `reach help ci`, up to the first that fails. */
async function pullRequest(): Promise<number> {
  const lint = await reach.run('lint outreach', { env: remote.env });
  if (lint.code !== 0) return lint.code;
  const plan = await reach.run('plan outreach --lock production -o markdown', { env: remote.env });
  if (plan.code !== 0) expect(plan.stderr).toContain('nothing was sent');
  return plan.code;
}

test('without a mistake: nothing to report, and planned as a whole', async () => {
  place(reach, FOLDER);
  for (const env of [{}, OFFLINE, remote.env]) {
    const ran = await reach.run('lint', { env });
    expect([ran.code, ran.stdout], ran.stderr).toEqual([0, '']);
  }
  expect(await pullRequest()).toBe(0);
  remote.requests.length = 0;
  expect((await reach.run('lint --online', { env: remote.env })).code).toBe(0);
  const catalogue = () => remote.requests.filter((request) => /fields|blocks/.test(request)).length;
  expect(await pullRequest()).toBe(0);
  expect(catalogue()).toBe(0);
  await reach.clock.advance(25 * 3_600_000);
  expect(await pullRequest()).toBe(0);
  expect(catalogue()).toBeGreaterThan(0);
});

describe.each(MISTAKES.map((row, at) => [...row, at] as const))('%s: %s → %s', (file, message, mistake, meant, at) => {
  test('refused everywhere with what was meant', async () => {
    const text = FOLDER[file] ?? '';
    expect(text).toContain(message);
    place(reach, { ...FOLDER, [file]: text.replace(message, mistake) });
    // Of lint, which asks no service, each profile by turns.
    for (const [command, env] of [
      ['lint', [{}, OFFLINE, remote.env][at % 3] ?? {}],
      ['lint --online', remote.env],
    ] as const) {
      const ran = await reach.run(command, { env });
      expect([command, ran.code], ran.stderr).toEqual([command, 1]);
      expect(ran.stdout).toMatch(new RegExp(`${meant.replaceAll('/', '.')}"|\\{${meant}\\}`));
    }
    remote.requests.length = 0;
    expect((await reach.run('plan', { env: remote.env })).code).toBe(1);
    expect((await reach.run('apply --folder outreach --lock production --yes', { env: remote.env })).code).toBe(3);
    expect(written()).toEqual([]);
  });
});

test('a key that neither a record nor the lock has is refused before the first write, unless checks are off', async () => {
  place(reach, {
    ...FOLDER,
    'campaigns/strange.yaml': 'name: Strange\nsteps: [{ type: email, subject: Hi, content: Hi, zebra: 1 }]\n',
  });
  const apply = 'apply --folder outreach --lock production --yes';
  remote.requests.length = 0;
  expect((await reach.run('plan', { env: remote.env })).code).toBe(1);
  const refused = await reach.run(apply, { env: remote.env });
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('--no-check')]);
  // It is known once the workspace is read: the lock is taken, and released.
  expect(written()).toEqual(['POST /_reach/apply-lock', 'POST /_reach/apply-lock']);
  const sent = await reach.run(`${apply} --no-check`, { env: remote.env });
  expect([sent.code, sent.stderr]).toEqual([3, expect.stringContaining('the service refused')]);
  place(reach, { 'campaigns/strange.yaml': 'name: Strange\nsteps: []\n' });
});

const campaign = (fields: string) => ({ 'campaigns/a.yaml': `name: Strange\nsteps: [{ ${fields} }]\n` });
const FIRMS = {
  'lists/firms.yaml': 'name: Firms\nentity: COMPANY\n',
  'workflows/firms.yaml':
    'name: Firms\nnodes: [{ id: a, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Firms }, next: [] }]\n',
};

test.each([
  [campaign('type: add_to_another_campaign, campaignId: 99'), 'no campaign "99" [unknown_campaign]'],
  [campaign('type: task, taskType: CALL, title: x, ownerId: 99'), 'no owner "99" [unknown_owner]'],
  [campaign('type: email, aiMessageId: lib-x'), 'no ai-message "lib-x" [unknown_ai_message]'],
  [campaign('type: network_voice_message, content: x, voiceId: sys-x'), 'no voice "sys-x" [unknown_voice]'],
  [
    { 'campaigns/a.yaml': 'name: Strange\nidentityId: 99\nsteps: [{ type: end }]\n' },
    'no identity "99" [unknown_identity]',
  ],
  [FIRMS, 'no list of contacts "Firms" [unknown_list]'],
  [{ 'playbook.yaml': 'competitors: [{ name: Z }]\n' }, 'a new competitor needs its productDifferentiator [required]'],
])('what only the workspace can tell is refused before the first write: %j', async (files, message) => {
  place(reach, { ...FOLDER, ...files });
  expect((await reach.run('lint')).code).toBe(0);
  expect((await reach.run('lint --online', { env: remote.env })).code).toBe(1);
  remote.requests.length = 0;
  const ran = await reach.run('apply --folder outreach --lock production --yes', { env: remote.env });
  expect([ran.code, ran.stderr]).toEqual([3, expect.stringContaining(message)]);
  expect(written().every((request) => request === 'POST /_reach/apply-lock')).toBe(true);
});

/** Words of the folder that are no free text: keys, and words of lists. */
function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/[A-Za-z_]{4,}(?=:)|\b[A-Z]+(?:_[A-Z]+)*\b(?<=.{5})/g)].filter(
    ([word]) => word.length > 4 && word !== 'value',
  );
}

function mistyped(word: string, dice: () => number): string {
  const at = 1 + Math.floor(dice() * (word.length - 2));
  const [before, one, two, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const forms = [before + two + one + after, before + two + after, before + one + one + two + after];
  const form = forms[Math.floor(dice() * forms.length)] ?? '';
  return form === word ? before + two + after : form;
}

test('50 folders with one mistake each: apply sends nothing', async () => {
  const files = Object.entries(FOLDER);
  for (let seed = 1; seed <= 50; seed += 1) {
    const dice = chance(seed);
    const [file, text] = files[Math.floor(dice() * files.length)] ?? ['', ''];
    const words = wordsOf(text);
    const word = words[Math.floor(dice() * words.length)];
    if (word === undefined) throw new Error(`${file} has no word`);
    const mistake = mistyped(word[0], dice);
    place(reach, { ...FOLDER, [file]: text.slice(0, word.index) + mistake + text.slice(word.index + word[0].length) });
    remote.requests.length = 0;
    const ran = await reach.run('apply --yes', { env: remote.env });
    expect([file, word[0], mistake, ran.code, written()], ran.stderr).toEqual([file, word[0], mistake, 3, []]);
  }
});
