import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorIn, sed } from './editor.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();

const { edits: EDITS, put, read, kept, running: editorOf } = editorIn(home);
const edit = (editor: string, flags: readonly string[] = []) =>
  startOnTerminal(home, ['playbook', 'edit', '--no-color', ...flags], { env: { VISUAL: editor } });

const playbook = async () => JSON.parse((await home.here(['playbook', 'show', '--json'])).stdout);
const question = async (at: number) => (await playbook()).faqs[at]?.answer;

test('refused, opened again with the problem, fixed: shown, confirmed, written', async () => {
  const running = edit(
    editorOf([sed('s/answer: Two weeks/answr: Two weeks/'), sed('s/answr: Two weeks/answer: Ten days/')]),
  );
  await running.seen(/Apply this change to the playbook\?.*\(y\/N\)/);
  running.type('y\r');
  const { code, stdout } = await running.ended;
  const displayed = readable(stdout);
  expect(displayed).toMatch(
    /^Not sent: 1 problem\.\n~ faqs: How long does it take to begin\?\n {4}answer\n {4}- Two weeks, .*\n {4}\+ Ten days, /,
  );
  expect([code, await question(0), kept()]).toEqual([0, 'Ten days, with the orders of the last quarter.', []]);
  expect(read('opened-1')).toContain('#! Save and close to review and confirm the change.');
  expect(read('opened-2')).toMatch(
    /^#! Not sent: 1 problem\.\n#! Change it and save to try again; close it unchanged to give up\.\n/,
  );
  expect(read('opened-2')).toContain(`    answr: Two weeks, with the orders of the last quarter.
#!  ^ an FAQ has no field "answr"; did you mean "answer"? [unknown_key]
`);
});

test('items that were taken out are asked about: no keeps them, yes removes them', async () => {
  // The second question and its answer are the last two lines.
  const editor = () => editorOf([sed('/Does it work with our ERP/,$d')]);
  const first = edit(editor());
  await first.seen(/faqs "Does it work with our ERP\?"[\s\S]*Remove\?.*\(y\/N\)/);
  first.type('\r');
  const left = await first.ended;
  expect([left.code, (await playbook()).faqs.length]).toEqual([0, 2]);
  expect(readable(left.stdout).replace(/\s+/g, ' ')).toContain(
    '"Does it work with our ERP?" is not in the text and stays',
  );
  const second = edit(editor());
  await second.seen(/Remove\?.*\(y\/N\)/);
  second.type('y\r');
  await second.seen(/Apply this change to the playbook\?.*\(y\/N\)/);
  expect(readable(second.stdout())).toContain('- faqs: Does it work with our ERP?\n');
  second.type('y\r');
  expect([(await second.ended).code, (await playbook()).faqs.length]).toEqual([0, 1]);
});

test.each([
  ['no', '\r', 1, 'A year'],
  ['Ctrl-C', '\u0003', 130, 'Never'],
])('%s to the question: nothing is sent, and the text is kept', async (_, typed, code, answer) => {
  const before = kept();
  const running = edit(editorOf([sed(`s/Ten days/${answer}/`)]));
  await running.seen(/Apply this change to the playbook\?.*\(y\/N\)/);
  running.type(typed);
  const ended = await running.ended;
  const [folder] = kept().filter((name) => !before.includes(name));
  const path = join(EDITS, folder ?? '', 'playbook.yaml');
  expect([ended.code, await question(0)]).toEqual([code, 'Ten days, with the orders of the last quarter.']);
  // Lines are broken where the terminal ends, which depends on the path.
  const words = readable(ended.stdout).split(/\s+/).join('');
  expect(words).toContain(`yourtextisin${path}`);
  expect(readFileSync(path, 'utf8')).toContain(answer);
});

test('someone else writes meanwhile: it is shown, and what was edited is made on top of it', async () => {
  put('theirs.yaml', 'company:\n  companyName: Wayfare and Sons\nfaqs:\n  - question: Who are you?\n    answer: We.\n');
  const running = edit(editorOf([sed('s/Ten days/A week/')]));
  await running.seen(/Apply this change to the playbook\?.*\(y\/N\)/);
  expect((await home.here(['playbook', 'apply', 'theirs.yaml', '--yes'])).code).toBe(0);
  running.type('y\r');
  await running.seen(
    /changed by someone else in the meantime:[\s\S]*Wayfare and Sons[\s\S]*Apply this change to the playbook\?/,
  );
  running.type('y\r');
  expect((await running.ended).code).toBe(0);
  const { company, faqs } = await playbook();
  expect([company.companyName, faqs.map(({ answer }: { answer: string }) => answer)]).toEqual([
    'Wayfare and Sons',
    ['A week, with the orders of the last quarter.', 'We.'],
  ]);
});
