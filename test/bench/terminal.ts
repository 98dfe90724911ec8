// What a person at a terminal waits for: the redraw of a live table, and the first row of a list once the service has answered.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stepTable } from '../../src/cli/shared/job-summary/run-text.ts';
import { liveOn } from '../../src/cli/shared/watch/watch.ts';
import { harmlessInColour } from '../../src/cli/terminal/formats/cells.ts';
import { PLAIN } from '../../src/cli/terminal/formats/colour.ts';
import type { Out } from '../../src/cli/terminal/io.ts';
import type { Run } from '../../src/contract/workflows/records.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, median, milliseconds } from './figures.ts';
import { isInstalled, plainEnvironment } from './processes.ts';
import { contactItem } from './rows.ts';

const STEPS = 60;
const REDRAWS = 200;
const REDRAW_MS = 2;
const FIRST_ROW_MS = 20;
const COLUMNS = 120;
const FIRST_NAME = 'Katherine';
const NOW = Date.UTC(2026, 10, 21);
/** How long the second page takes, which the first row must not wait for. */
const SECOND_PAGE_MS = 400;

/** A run in which each moment differs from the one before. */
function runAt(moment: number): Run {
  const steps = Array.from({ length: STEPS }, (_, n) => ({
    stepId: `step-${n}`,
    stepType: n % 4 === 0 ? 'SEND_EMAIL' : 'WAIT',
    statusCounts: { SUCCEEDED: 1_000 + moment, PENDING: n, WAITING: 12, FAILED: n % 3 },
  }));
  return { runId: 31, sequenceNumber: 3, status: 'RUNNING', distinctEntityCount: 1_000, steps } as unknown as Run;
}

/** The median of many redraws of a table that is there already, and the first one, which loads what it needs. */
async function redraws(): Promise<{ readonly first: number; readonly later: number }> {
  let characters = 0;
  const write = async (text: string): Promise<void> => {
    characters += text.length;
  };
  const live = liveOn({ columns: COLUMNS, write } as unknown as Out);
  const times: number[] = [];
  for (let moment = 0; moment < REDRAWS; moment += 1) {
    const began = performance.now();
    const table = await stepTable(runAt(moment), { room: COLUMNS - 1, now: NOW, paint: PLAIN });
    await live.show(table.split('\n').map((line) => harmlessInColour(line, false)));
    times.push(performance.now() - began);
  }
  if (characters === 0) throw new Error('nothing was drawn');
  return { first: times[0] ?? Number.NaN, later: median(times.slice(20)) };
}

/** Milliseconds from the end of the first answer to the first row on the screen. */
async function firstRow({ root, folder }: Place): Promise<number> {
  let answeredAt = 0;
  const contacts = Array.from({ length: 100 }, (_, n) => ({ ...contactItem(n + 1), id: n + 1, firstName: FIRST_NAME }));
  const server = createServer(({ url = '' }, answer) => {
    const isFirst = !url.includes('page=2');
    const data = { contacts, page: isFirst ? 1 : 2, pageSize: 100, total: 200, hasNextPage: isFirst };
    const send = () => {
      answer.writeHead(200, { 'content-type': 'application/json', 'x-reach-service': '0' });
      answer.end(JSON.stringify({ status: 'success', message: 'ok', data }));
      if (isFirst) answeredAt = performance.now();
    };
    if (isFirst) send();
    else setTimeout(send, SECOND_PAGE_MS);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = server.address();
  const env = plainEnvironment({
    REACH_HOME: join(folder, 'home'),
    REACH_BASE_URL: `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`,
    REACH_API_KEY: 'gsk_bench_0123456789',
    REACH_PAGER: '',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
  });
  const line = `stty rows 40 cols ${COLUMNS}; exec '${process.execPath}' '${join(root, 'bin', 'reach.js')}' contacts list --all`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let displayed = '';
  let seenAt = Number.NaN;
  child.stdout.on('data', (piece: Buffer) => {
    displayed += piece.toString('latin1');
    if (Number.isNaN(seenAt) && displayed.includes(FIRST_NAME)) seenAt = performance.now();
  });
  await once(child, 'close');
  server.close();
  return seenAt - answeredAt;
}

async function* measure(place: Place): AsyncGenerator<Figure> {
  const { first, later } = await redraws();
  yield {
    what: `a live table of ${STEPS} steps, redrawn`,
    figure: milliseconds(later),
    budget: atMost(REDRAW_MS, 'ms', later),
  };
  yield { what: 'the first time, with what it loads', figure: milliseconds(first) };
  if (!isInstalled('script', ['--version'])) {
    place.say('WITHOUT script of util-linux: no terminal to list on');
    return;
  }
  const rounds = Math.min(place.sizes.rounds, 9);
  place.say(`${rounds} lists at a terminal`);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await firstRow(place));
  const ms = median(times);
  yield {
    what: 'contacts list --all: first row, after the end of the first answer',
    figure: milliseconds(ms),
    budget: atMost(FIRST_ROW_MS, 'ms', ms),
  };
}

export const terminal: Area = { title: 'At a terminal', measure };
