// Watching long work: what is shown while it lasts, and how it ends. Moments are scripted, time is virtual.

import { describe, expect, test } from 'vitest';
import { type Watched, type WatchFlags, watch } from '../../../../src/cli/shared/watch/watch.ts';
import { CliError } from '../../../../src/cli/terminal/exit.ts';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { ApiError } from '../../../../src/client/errors.ts';
import { connectionLost } from '../../../../src/client/transport/transport.ts';
import { virtualClock } from '../../../clock.ts';

interface Moment {
  readonly status: string;
  readonly done: number;
}

const RUNNING: Moment = { status: 'PROCESSING', done: 1 };
const HALF: Moment = { status: 'PROCESSING', done: 5 };
const OVER: Moment = { status: 'COMPLETED', done: 10 };

function apiError(status: number): ApiError {
  return new ApiError({ method: 'GET', path: '/v1/x', status, code: 'internal', message: `says ${status}`, body: '' });
}

interface Setting {
  readonly tty?: boolean;
  readonly output?: 'table' | 'ndjson' | 'json';
  readonly quiet?: boolean;
  readonly flags?: WatchFlags;
  readonly interrupt?: AbortSignal;
}

/** Watches the script to its end; its last moment is repeated for ever. */
async function watched(script: readonly (Moment | Error | (() => Moment))[], setting: Setting = {}) {
  const { tty = false, output = 'table', quiet = false, flags = {} } = setting;
  const clock = virtualClock();
  const [out, err, at]: [string[], string[], number[]] = [[], [], []];
  let reads = 0;
  const interrupt = setting.interrupt ?? new AbortController().signal;
  const note = async (text: string) => void (quiet || err.push(`${text}\n`));
  const host = {
    io: {
      env: {},
      stderr: {
        isTTY: tty,
        columns: 40,
        closed: false,
        write: async (text: string) => void err.push(text),
        raw: process.stderr,
      },
      now: () => clock.now(),
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
      interrupt,
    },
    print: {
      note,
      warn: async (text: string) => void err.push(`warning: ${text}\n`),
      list: async (_: unknown, rows: AsyncIterable<unknown> | Iterable<unknown>) => {
        let count = 0;
        for await (const row of rows) {
          count += 1;
          out.push(`${JSON.stringify(row)}\n`);
        }
        return count;
      },
    },
    settings: { output, quiet, colour: { stdout: false, stderr: false } },
  };
  const what: Watched<Moment> = {
    what: 'actions 7',
    resume: 'reach action watch 7',
    view: { noun: 'run', plural: 'runs', columns: [] },
    read: async () => {
      interrupt.throwIfAborted();
      at.push(clock.now() - Date.UTC(2026, 0, 1));
      const next = script[Math.min(reads, script.length - 1)];
      reads += 1;
      if (next === undefined || next instanceof Error) throw next;
      return typeof next === 'function' ? next() : next;
    },
    isOver: ({ status }) => status === 'COMPLETED',
    table: async ({ status, done }) => [`actions 7 ${status}`, `done ${done}`],
    changes: (_, { status, done }) => [`${status}: ${done} done`],
    print: async (value) => void out.push(`end: ${value.status}\n`),
  };
  const ended = await clock.run(
    watch(host, what, flags).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  );
  return { ...ended, stdout: out.join(''), stderr: err.join(''), at };
}

describe('elsewhere than at a terminal', () => {
  test('one line per change on stderr, the end on stdout', async () => {
    expect(await watched([RUNNING, RUNNING, HALF, OVER])).toMatchObject({
      value: OVER,
      stdout: 'end: COMPLETED\n',
      stderr: 'PROCESSING: 1 done\nPROCESSING: 5 done\nCOMPLETED: 10 done\n',
    });
  });

  test('--quiet says nothing but the end', async () => {
    expect(await watched([RUNNING, OVER], { quiet: true })).toMatchObject({ stdout: 'end: COMPLETED\n', stderr: '' });
  });

  test('ndjson: one event per change, the last is the end', async () => {
    expect(await watched([RUNNING, RUNNING, OVER], { output: 'ndjson', tty: true })).toMatchObject({
      stdout: `${JSON.stringify(RUNNING)}\n${JSON.stringify(OVER)}\n`,
    });
  });
});

describe('at a terminal', () => {
  test('a table that is drawn over itself, and taken away at the end', async () => {
    const { stderr, stdout } = await watched([RUNNING, OVER], { tty: true });
    const up = '\u001b[2A\r\u001b[J';
    expect(stderr).toBe(`actions 7 PROCESSING\ndone 1\n${up}actions 7 COMPLETED\ndone 10\n${up}`);
    expect(stdout).toBe('end: COMPLETED\n');
  });

  test('remarks are reported above the table, which is drawn again below them', async () => {
    const lost = connectionLost('the service');
    const { stderr } = await watched([RUNNING, lost, OVER], { tty: true });
    const [up, table] = ['\u001b[2A\r\u001b[J', 'actions 7 PROCESSING\ndone 1\n'];
    const trouble = `warning: cannot read its status (${lost.message}); actions 7 is still running, trying again\n`;
    expect(stderr).toBe(
      `${table}${up}${trouble}${table}${up}the service responds again\n${table}${up}actions 7 COMPLETED\ndone 10\n${up}`,
    );
  });

  test('Ctrl-C leaves the table, and what it says is not drawn over', async () => {
    const controller = new AbortController();
    const moments = [RUNNING, HALF].map((moment, at) => () => {
      if (at === 1) controller.abort(new Interrupted('SIGINT'));
      return moment;
    });
    const { stderr, stdout } = await watched(moments, { tty: true, interrupt: controller.signal });
    expect(stderr).toMatch(
      /\ndone 5\nwarning: stopped watching; actions 7 is still running\. Watch again: reach action watch 7\n$/,
    );
    expect(stdout).toBe('');
  });
});

describe('polls', () => {
  test('are close together first, then as far apart as --interval says', async () => {
    const { at } = await watched([...Array.from({ length: 9 }, () => RUNNING), OVER], { flags: { interval: '1s' } });
    expect(at).toEqual([0, 200, 500, 950, 1625, 2625, 3625, 4625, 5625, 6625]);
  });

  test('a failed poll is not a failed run', async () => {
    const lost = connectionLost('the service');
    expect(await watched([RUNNING, lost, apiError(503), apiError(429), OVER])).toMatchObject({
      value: OVER,
      stderr: [
        'PROCESSING: 1 done',
        `warning: cannot read its status (${lost.message}); actions 7 is still running, trying again`,
        'the service responds again',
        'COMPLETED: 10 done',
        '',
      ].join('\n'),
    });
  });

  test('but a run that is not there is no passing trouble, nor is a service that is away for a quarter of an hour', async () => {
    for (const status of [404, 401, 403]) {
      expect(await watched([RUNNING, apiError(status)])).toMatchObject({ error: { status } });
    }
    const { at, ...ended } = await watched([RUNNING, apiError(500)]);
    expect(ended).toMatchObject({ error: expect.any(ApiError) });
    expect(Math.round((at.at(-1) ?? 0) / 60_000)).toBe(15);
  });
});

test('leaving off: --timeout: what is there is printed, exit 8, and how to continue', async () => {
  const ended = await watched([RUNNING, HALF], { flags: { timeout: '3s' } });
  expect(ended).toMatchObject({ stdout: 'end: PROCESSING\n', error: expect.any(CliError) });
  expect(ended).toMatchObject({
    error: {
      exit: 'running',
      message: 'actions 7 is still running: --timeout ran out',
      hint: 'watch again: reach action watch 7',
    },
  });
});
