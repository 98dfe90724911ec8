// Edit off a terminal.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { begin, edited, export_, FILE, openPlaybook, reach, theirChange } from './playbook-world.ts';

openPlaybook();

beforeEach(begin);

test('needs --input, or --yes and an editor by name; asks the service nothing', async () => {
  for (const argv of ['playbook edit', 'playbook edit --yes']) {
    expect(await reach.run(argv)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: an editor needs a terminal\n  hint: --input FILE --yes takes the edited text; reach playbook export writes it\n',
      requests: [],
    });
  }
  edited((text) => text.replace('Yes.', 'No.'));
  const ran = await reach.run('playbook edit --input edited.yaml');
  expect([ran.code, ran.stderr.split('\n').at(-2)]).toEqual([2, '  hint: answer it with --yes']);
});

test('editing that changes nothing sends nothing', async () => {
  expect(await reach.run('playbook edit --input playbook.yaml --yes')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'nothing changed\n',
    requests: ['GET /v1/ai-playbook'],
  });
});

test('missing items are kept and named, emptied texts too; exit 0. --prune removes the items', async () => {
  edited((text) =>
    text
      .replace('  companyOverview: We build engines.\n', '')
      .replace('description: Tables without errors', 'description:')
      .replace(/faqs:[\s\S]*/, 'faqs: []\n'),
  );
  const ran = await reach.run('playbook edit --input edited.yaml --yes');
  expect(ran).toEqual({
    code: 0,
    stdout: '',
    stderr: `warning: faqs: "Does it need steam?" is not in the text and stays (--prune removes it)
warning: companyOverview cannot be cleared: it stays as it is
warning: description of the product "Difference Engine" cannot be cleared: it stays as it is
nothing changed
`,
    requests: ['GET /v1/ai-playbook'],
  });
  const pruned = await reach.run('playbook edit --input edited.yaml --yes --prune --json');
  expect([pruned.code, pruned.stdout]).toEqual([
    0,
    '[{"section":"faqs","created":0,"updated":0,"restored":0,"deleted":1}]\n',
  ]);
});

test('a section that is taken out as a whole stays, and that is reported', async () => {
  edited((text) => text.replace(/faqs:[\s\S]*/, '').replace('Any calculation', 'Every calculation'));
  const ran = await reach.run('playbook edit --input edited.yaml --yes --prune');
  expect([ran.code, ran.stderr.split('\n')[0], ran.stdout]).toEqual([
    0,
    'warning: faqs is no longer in the text and stays as it is; write faqs: [] to remove its items',
    'productsServices\t0\t1\t0\t0\n',
  ]);
});

test('with --yes and an editor by name it needs no terminal', async () => {
  reach.write('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
  const ran = await reach.run('playbook edit --yes -q', { env: { EDITOR: 'sh editor.sh' } });
  expect([ran.code, ran.stdout, await export_()]).toEqual([0, 'faqs\t0\t1\t0\t0\n', FILE.replace('Yes.', 'No.')]);
  expect(readdirSync(join(reach.home, 'state', 'edits'))).toEqual([]);
});

test('a dry run shows the request, sends nothing and keeps the text', async () => {
  reach.write('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
  const ran = await reach.run('playbook edit --show-requests --json', { env: { EDITOR: 'sh editor.sh' } });
  expect([ran.code, JSON.parse(ran.stdout)[0].body, ran.requests]).toEqual([
    0,
    { faqs: { upsert: [{ question: 'Does it need steam?', answer: 'No.' }] } },
    ['GET /v1/ai-playbook'],
  ]);
  const path = /your text is in (\S+)/.exec(ran.stderr)?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toContain('answer: No.');
});

test('a refused text is kept where no one can fix it', async () => {
  reach.write('editor.sh', 'sed "s/answer:/answr:/" "$1" > new && cat new > "$1"\n');
  const ran = await reach.run('playbook edit --yes', { env: { EDITOR: 'sh editor.sh' } });
  const path = /your text is in (\S+)/.exec(ran.stderr)?.[1] ?? '';
  expect([ran.code, existsSync(path), readFileSync(path, 'utf8').includes('answr:')]).toEqual([3, true, true]);
  expect(ran.stderr).toContain(`resume with: reach playbook edit --input ${path}`);
});

test('an edited text is compared with what the editor opened: what others wrote meanwhile is not undone', async () => {
  reach.write('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
  const ran = await reach.run('playbook edit --yes', { env: { EDITOR: 'sh editor.sh' }, meanwhile: theirChange });
  expect(ran.code).toBe(6);
  const path = /--input (\S+)/.exec(ran.stderr)?.[1] ?? '';
  expect(readFileSync(path, 'utf8')).toContain('answer: No.');
  expect((await reach.world.call('GET', '/v1/ai-playbook')).body.data.faqs[0].answer).toBe('Yes.');
  // Gone on with, only what was changed in the editor is changed.
  expect((await reach.run(['playbook', 'edit', '--input', path, '--yes'])).code).toBe(0);
  expect(await export_()).toBe(FILE.replace('Yes.', 'No.').replace('We build engines.', 'Theirs'));
});
