// A reply at a terminal: written in the editor, shown, confirmed. A mailbox password that is typed and never seen.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();

beforeAll(async () => {
  writeFileSync(
    join(home.folder, 'editor.sh'),
    'cp "$1" opened; printf "Dear Aoife,\\n\\nyes.\\n#! left out\\n" > "$1"\n',
  );
  expect((await home.here(['inbox', 'tags'])).code).toBe(0);
});

const env = { VISUAL: 'sh editor.sh', NO_COLOR: '1' };
const newest = async () => {
  const { stdout } = await home.here('inbox messages 1 --limit 1 --json --fields message,direction'.split(' '));
  return JSON.parse(stdout)[0];
};

test('written in the editor; no is no, yes is sent', async () => {
  const before = await newest();
  const refused = startOnTerminal(home, ['inbox', 'reply', '1'], { env });
  await refused.seen('Send this to Aoife Brennan (1) from Robin Hale (2) (workspace ');
  refused.type('n\r');
  const no = await refused.ended;
  expect([no.code, await newest()]).toEqual([1, before]);
  expect(readable(no.stdout)).toContain('Dear Aoife,\n\nyes.\n');
  expect(readable(no.stdout)).toMatch(/the text is kept: --file\s[\s\S]+?\n+nothing sent/);

  const confirmed = startOnTerminal(home, ['inbox', 'reply', '1'], { env });
  await confirmed.seen('Send this to Aoife Brennan (1)');
  confirmed.type('y\r');
  const yes = await confirmed.ended;
  expect(yes.code).toBe(0);
  expect(readable(yes.stdout)).toContain('request id reach-');
  expect(await newest()).toEqual({ message: 'Dear Aoife,\n\nyes.', direction: 'OUTBOUND' });
});

test('a password is asked for, and shows nowhere', async () => {
  const argv = ['identity', 'mailboxes', 'add', '2', 'new@x.example', '--imap', 'i.x.example', '--smtp', 's.x.example'];
  const added = startOnTerminal(home, argv, { env });
  await added.seen('Password of new@x.example');
  added.type('open sesame\r');
  const { code, stdout } = await added.ended;
  expect([code, stdout.includes('sesame')]).toEqual([0, false]);
  const listed = await home.here(['identity', 'mailboxes', 'list', '2', '--json', '--fields', 'email']);
  expect(listed.stdout).toContain('new@x.example');
});

test('a bulk that is gone on with begins its bar where it was', async () => {
  const ids = (await home.here(['contacts', 'list', '--limit', '40', '-o', 'id'])).stdout;
  writeFileSync(join(home.folder, 'ids'), ids);
  expect((await home.here(['local', 'feature', 'rate-limits', 'on'])).code).toBe(0);
  const untag = ['inbox', 'untag', ids.trim().replaceAll('\n', ','), '--tag', '4'];
  for (const begun of [[], ['continuing: 30 of 40 contacts are done']]) {
    const running = startOnTerminal(home, untag, { env });
    await running.seen('75% · 30 of 40 contacts · rate limit');
    for (const line of begun) await running.seen(line);
    expect(readable(running.stdout())).not.toContain('0 of 0');
    running.type('\u0003');
    expect((await running.ended).code).toBe(130);
  }
  expect((await home.here(['local', 'feature', 'rate-limits', 'off'])).code).toBe(0);
});
