import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { directOutput } from '../../../../src/cli/app/terminal/direct-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const textOf = (rest: Uint8Array | string | null) => (rest === null ? null : Buffer.from(rest).toString());

test('into a file, after what is there', () => {
  const path = join(folder, 'file');
  const file = openSync(path, 'w');
  writeSync(file, 'before\n');
  const write = directOutput(file);
  expect([write('é\n'), write(''), write('x'.repeat(200_000))]).toEqual([null, null, null]);
  closeSync(file);
  expect(readFileSync(path, 'utf8')).toBe(`before\né\n${'x'.repeat(200_000)}`);
});

test('the null device takes everything', () => {
  const file = openSync('/dev/null', 'w');
  expect(directOutput(file)('x'.repeat(1_000_000))).toBe(null);
  closeSync(file);
});

test('a file that cannot be written leaves everything, for a stream to say why', () => {
  const file = openSync('/dev/null', 'r');
  expect(textOf(directOutput(file)('text'))).toBe('text');
  closeSync(file);
});

test.skipIf(process.platform !== 'linux')(
  'a pipe that is full leaves the rest, and does not wait for its reader',
  () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const pipe = openSync(path, constants.O_RDWR);
    const write = directOutput(pipe);
    expect(write('short')).toBe(null);
    const text = 'é'.repeat(100_000);
    const rest = Buffer.from(write(text) ?? '');
    const taken = Buffer.alloc(200_000);
    const whole = Buffer.concat([taken.subarray(0, readSync(pipe, taken)), rest]);
    expect([rest.length > 0, whole.toString()]).toEqual([true, `short${text}`]);
    expect(write('again')).toBe(null);
    closeSync(pipe);
  },
);

test('a descriptor of something else, or of nothing, is left to a stream', async () => {
  expect(textOf(directOutput(9_999)('text'))).toBe('text');
  const listening = createServer().listen(0);
  // biome-ignore lint/suspicious/noExplicitAny: the descriptor of a socket is told nowhere else
  const { fd } = (listening as any)._handle;
  expect(textOf(directOutput(fd)('text'))).toBe('text');
  expect(textOf(directOutput(fd)('x'.repeat(9_000)))).toBe('x'.repeat(9_000));
  listening.close();
});
