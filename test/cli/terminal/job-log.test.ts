import { expect, test } from 'vitest';
import { type Io, processIo } from '../../../src/cli/terminal/io.ts';
import { guardedText, inJob } from '../../../src/cli/terminal/job-log.ts';
import { outTo } from '../host.ts';

const Z = '\u200b';

test.each([
  ['::set-output name=x::y\n', `${Z}::set-output name=x::y\n`],
  ['a\r\n  ::error::b\n', `a\r\n  ${Z}::error::b\n`],
  ['a\r::add-mask::b', `a\r${Z}::add-mask::b`],
  ['name: ##[error]x', `name: ##${Z}[error]x`],
  ['##[', `##${Z}[`],
  // No commands: an address, a type, a word in the middle of a line.
  ['::1 is loopback\n', '::1 is loopback\n'],
  ['std::vector::begin\n', 'std::vector::begin\n'],
  ['a ::error::b\n', 'a ::error::b\n'],
  ['## [x]\n', '## [x]\n'],
])('%j becomes %j', (text, wanted) => expect(guardedText(text)).toBe(wanted));

const streams = (env: Io['env'], isFile = false) => {
  const [out, err]: [string[], string[]] = [[], []];
  const io: Io = { ...processIo(), env, stdout: { ...outTo(out, false, 80), isFile }, stderr: outTo(err, false, 80) };
  return { io: inJob(io), out, err };
};

test('only in a job, and not in a file', async () => {
  for (const [env, isFile, wanted] of [
    [{ GITHUB_ACTIONS: 'true' }, false, `${Z}::error::x\n`],
    [{ GITHUB_ACTIONS: 'true' }, true, '::error::x\n'],
    [{}, false, '::error::x\n'],
  ] as const) {
    const { io, out } = streams(env, isFile);
    await io.stdout.write('::error::x\n');
    expect(out).toEqual([wanted]);
  }
});

test('a line may come in pieces', async () => {
  const { io, err } = streams({ GITHUB_ACTIONS: 'true' });
  for (const piece of ['std', '::vector::x\n', '::group::y\n']) await io.stderr.write(piece);
  expect(err.join('')).toBe(`std::vector::x\n${Z}::group::y\n`);
});
