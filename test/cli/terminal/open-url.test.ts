import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Io, processIo } from '../../../src/cli/terminal/io.ts';
import { openUrl } from '../../../src/cli/terminal/open-url.ts';
import { folderForAllTests } from '../../folder.ts';

const folder = folderForAllTests();

const real = processIo();
const ioWith = (env: Io['env']): Io => ({ ...real, env: { PATH: real.env['PATH'], ...env }, platform: 'linux' });

test('BROWSER gets the address as one word, whatever is in it', async () => {
  const browser = join(folder, 'browser');
  const input = join(folder, 'told');
  writeFileSync(`${browser}.new`, `#!/bin/sh\nprintf '%s|' "$@" > '${input}.new' && mv '${input}.new' '${input}'\n`);
  chmodSync(`${browser}.new`, 0o700);
  renameSync(`${browser}.new`, browser);
  const url = 'https://app.example/inbox?a=1&b=2%20x;$(touch%20y)';
  await openUrl(ioWith({ BROWSER: browser }), url);
  while (!existsSync(input)) await new Promise<void>((resolve) => setImmediate(resolve));
  expect(readFileSync(input, 'utf8')).toBe(`${url}|`);
});

test('a program that is not there is reported, with what to do', async () => {
  const failed = await openUrl(ioWith({ BROWSER: join(folder, 'nothing') }), 'https://app.example').catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ exit: 'usage', code: 'no_browser', hint: expect.stringContaining('BROWSER') });
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', '--help', ''])('%s is not opened', async (url) => {
  await expect(openUrl(ioWith({ BROWSER: join(folder, 'never') }), url)).rejects.toMatchObject({ code: 'no_page' });
});
