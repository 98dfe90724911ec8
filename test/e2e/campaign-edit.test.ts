import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sed as edited, editorIn } from './editor.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();

const { edits: EDITS, put, read, kept, running: editorOf } = editorIn(home);

const FILE = `name: Q3
steps:
  - type: email
    subject: Hello {firstName}
    content: |
      How is {companyName}?
      And you?
`;

const sed = (from: string, to: string) => edited(`s/${from}/${to}/`);

async function edit(editor: string) {
  const ran = await startOnTerminal(home, ['campaign', 'edit', 'Q3', '--no-color'], { env: { VISUAL: editor } }).ended;
  return { code: ran.code, shown: readable(ran.stdout) };
}

const subject = async () => {
  const { stdout } = await home.here(['campaign', 'show', 'Q3', '--json']);
  return JSON.parse(stdout).steps[0].subject;
};

beforeAll(async () => {
  put('q3.yaml', FILE);
  expect((await home.here(['campaign', 'create', 'q3.yaml'])).code).toBe(0);
});

test('refused here, refused by the service, then fixed: it opens again with the problems, and is saved', async () => {
  const editor = editorOf([
    sed('{firstName}', '{firstNme}'),
    sed('{firstNme}', '{shoeSize}'),
    sed('{shoeSize}', '{lastName}'),
  ]);
  const { code, shown: displayed } = await edit(editor);
  expect(displayed).toMatch(/^Not sent: 1 problem\.\nThe service refused 1 problem\.\n/);
  expect([code, await subject(), kept()]).toEqual([0, 'Hello {lastName}', []]);
  expect(read('opened-1')).toContain('#! Save and close to send it.');
  expect(read('opened-2')).toBe(`#! Not sent: 1 problem.
#! Change it and save to try again; close it unchanged to give up.
# yaml-language-server: $schema=campaign.schema.json
name: Q3
trackOpens: true
trackClicks: true
steps:
  - type: email
    subject: Hello {firstNme}
#!                 ^ unknown placeholder {firstNme}; did you mean {firstName}? [unknown_placeholder]
    content: |
      How is {companyName}?
      And you?
`);
  expect(read('opened-3')).toContain(`    subject: Hello {shoeSize}
#!                 ^ unknown placeholder {shoeSize} [unknown_placeholder]
`);
});

test('someone else writes meanwhile: it is shown and asked about; no keeps the text, yes writes over it', async () => {
  const change = async (text: string) => {
    put('theirs.yaml', `description: ${text}\n`);
    expect((await home.here(['campaign', 'update', 'Q3', 'theirs.yaml', '--yes'])).code).toBe(0);
  };
  const start = async (name: string, answer: string) => {
    // The editor waits until the other one has written.
    const editor = editorOf(
      [`${sed('{lastName}', answer)}; echo open; until [ -e go ]; do sleep 0.05; done; rm go`],
      name,
    );
    const running = startOnTerminal(home, ['campaign', 'edit', 'Q3', '--no-color'], { env: { VISUAL: editor } });
    await running.seen(/open/);
    return running;
  };
  const before = kept();
  const one = await start('one.sh', '{firstName}');
  await change('Theirs');
  put('go', '');
  await one.seen(/in the meantime:[\s\S]*\+ description: Theirs[\s\S]*Keep their change and write yours\?.*\(y\/N\)/);
  one.type('n\r');
  const left = await one.ended;
  expect([left.code, await subject()]).toEqual([1, 'Hello {lastName}']);
  const [folder] = kept().filter((name) => !before.includes(name));
  expect(readFileSync(join(EDITS, folder ?? '', 'campaign.yaml'), 'utf8')).toContain('Hello {firstName}');
  rmSync(join(EDITS, folder ?? ''), { recursive: true });
  const two = await start('two.sh', '{professionalEmail}');
  put('steps.yaml', FILE.replace('name: Q3\n', '').replace('{firstName}', 'of theirs'));
  expect((await home.here(['campaign', 'update', 'Q3', 'steps.yaml', '--yes'])).code).toBe(0);
  put('go', '');
  await two.seen(/of theirs[\s\S]*your change replaces theirs[\s\S]*Replace their change\?.*\(y\/N\)/);
  two.type('y\r');
  expect([(await two.ended).code, await subject()]).toEqual([0, 'Hello {professionalEmail}']);
});

test('an editor that is killed: exit 2, nothing is sent, and what was typed is kept', async () => {
  const before = kept();
  const { code, shown: displayed } = await edit(editorOf([`${sed('Hello', 'Typed')}; kill -9 $$`]));
  const [folder] = kept().filter((name) => !before.includes(name));
  const path = join(EDITS, folder ?? '', 'campaign.yaml');
  expect([code, await subject()]).toEqual([2, 'Hello {professionalEmail}']);
  expect(displayed.replaceAll('\n', '')).toContain(path);
  expect(displayed).toContain('error: the editor ');
  expect(readFileSync(path, 'utf8')).toContain('subject: Typed {professionalEmail}');
});

test('create at a terminal shows the tree and asks; the same file again asks again; no is no', async () => {
  put('q4.yaml', FILE.replace('Q3', 'Q4'));
  const create = () => startOnTerminal(home, ['campaign', 'create', 'q4.yaml', '--no-color']);
  const first = create();
  await first.seen(/\(y\/N\)/);
  expect(readable(first.stdout())).toMatch(
    /Q4 \(1 step, 1 day\)\nday 1 +✉ Email {2}Hello \{firstName\}\n[\s\S]*Create the draft "Q4"/,
  );
  first.type('y\r');
  const made = await first.ended;
  expect([made.code, readable(made.stdout).includes('/campaigns/')]).toEqual([0, true]);
  const second = create();
  await second.seen(/created before[\s\S]*\(y/);
  second.type('\r');
  const left = await second.ended;
  expect([left.code, readable(left.stdout).trimEnd().endsWith('nothing created')]).toEqual([1, true]);
  const { stdout } = await home.here(['campaign', 'list', '--fields', 'name']);
  expect(stdout.split('\n').filter((name) => name === 'Q4')).toEqual(['Q4']);
});
