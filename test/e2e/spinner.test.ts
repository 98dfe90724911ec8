// What a person sees who waits, on a real terminal.

import { expect, test } from 'vitest';
import { BINARY } from './binary.ts';
import { loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal, startProgramOnTerminal } from './terminal.ts';

const home = homeForAllTests();

const LIST = ['contacts', 'list', '--fields', 'id,firstName'];
const page = success({ contacts: [{ id: 1, firstName: 'Ada' }], page: 1, pageSize: 25, total: 1, hasNextPage: false });

/** A service that answers when the test says so. */
async function slow() {
  const answers: (() => void)[] = [];
  const service = await loopback((_, response) => void answers.push(() => response.end(page)));
  return {
    ...service,
    answer: () => {
      for (const answer of answers) answer();
    },
  };
}

/** A service that refuses the first request, for so many seconds. */
const limited = (seconds: number) => {
  let count = 0;
  return loopback((_, response) => {
    count += 1;
    if (count === 1) response.writeHead(429, { 'retry-after': String(seconds) }).end('{}');
    else response.end(page);
  });
};

const FRAME = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

/** What is left on the screen: the spinner erases its line and writes the next frame over it. */
const lastScreen = (displayed: string): string => readable(displayed.slice(displayed.lastIndexOf('\u001b[0K') + 4));

test('a slow request shows a spinner, which is gone when the answer is printed', async () => {
  const service = await slow();
  const running = startOnTerminal(home, LIST, { env: service.env });
  await running.seen(`Waiting for ${new URL(service.url).host}…`);
  service.answer();
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  expect(lastScreen(ran.stdout)).toMatch(/^\s*ID .*\n(.*\n)?\s*1 .*Ada\n$/);
});

test('Ctrl-C works while it turns', async () => {
  const service = await slow();
  const running = startOnTerminal(home, LIST, { env: service.env });
  await running.seen('Waiting for');
  running.type('\u0003');
  expect((await running.ended).code).toBe(130);
});

test('a pause for the rate limit is counted down', async () => {
  const { env } = await limited(2);
  const running = startOnTerminal(home, LIST, { env });
  await running.seen('Rate limited (429), attempt 2 of 5: continuing in 2 s');
  await running.seen('continuing in 1 s');
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  expect(lastScreen(ran.stdout)).toContain('Ada');
});

test.each(['false', '0'])('CI=%s is no CI: the pause is counted down', async (value) => {
  const { env } = await limited(1);
  const running = startOnTerminal(home, LIST, { env: { ...env, CI: value } });
  await running.seen('Rate limited (429), attempt 2 of 5');
  expect((await running.ended).code).toBe(0);
});

/** All at once: each waits for the second that its service asks for. */
test('nothing turns with --quiet, on a dumb terminal, in CI, into a pipe, and without columns', async () => {
  const list = `'${process.execPath}' '${BINARY}' ${LIST.join(' ')}`;
  const shown = await Promise.all(
    [
      { line: `${list} --quiet` },
      { line: `${list} --no-input`, TERM: 'dumb' },
      { line: `${list} --no-input`, CI: 'true' },
      { line: `${list} | cat` },
      { line: `stty cols 0; ${list}` },
    ].map(async ({ line, ...more }) => {
      const { env } = await limited(1);
      const argv = ['/bin/sh', '-c', line];
      const { stdout } = await startProgramOnTerminal(home, argv, { env: { ...env, ...more } }).ended;
      return [line, readable(stdout).includes('Ada'), FRAME.test(stdout)];
    }),
  );
  expect(shown).toEqual(shown.map(([line]) => [line, true, false]));
});
