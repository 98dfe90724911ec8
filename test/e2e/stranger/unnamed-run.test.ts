// A run that the answer does not name is found by the list of runs, or the command ends with 8: it is not a success.

import { afterEach, expect, test } from 'vitest';
import { isObject } from '../../../src/contract/json.ts';
import { seed } from '../../stranger/seed.ts';
import type { Mode } from '../../stranger/switches.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Drive, openDrive } from './drive.ts';

let drive: Drive;
afterEach(() => drive.close());

const without = (data: unknown, names: readonly string[]): Record<string, unknown> =>
  isObject(data) ? Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) : {};

const WORKFLOW = 'workflow run {workflow} -f contactListId={list} --yes --watch --exit-status';
const ACTION = 'action run --type VERIFY_LEAD_EMAIL --contacts {ada} --watch --exit-status';
const UNNAMED = 'started, but the answer names no run: it cannot be watched';

test.each<readonly [string, Mode, string, readonly string[], number, string]>([
  ['its number names it', 'minimal', WORKFLOW, ['runId'], 0, ''],
  ['one of several', 'strict', WORKFLOW, ['runId', 'sequenceNumber'], 8, UNNAMED],
  ['the list of runs names none', 'minimal', WORKFLOW, ['runId', 'runs'], 8, UNNAMED],
  ['actions have no list of runs', 'minimal', ACTION, ['actionsId'], 8, UNNAMED],
])('%s (%s)', async (_, mode, line, names, code, text) => {
  drive = await openDrive({
    mode,
    rewrite: (reply, method, path) => {
      const { body } = reply;
      if ((method !== 'POST' && !names.includes('runs')) || !/run|actions/.test(path) || !isObject(body)) return reply;
      return {
        ...reply,
        body: { ...without(body, names), ...('data' in body && { data: without(body['data'], names) }) },
      };
    },
  });
  const ids = seed(drive.stranger.store);
  const ran = await (await drive.desk('env')).run(fill(line, ids));
  expect([ran.code, ran.stderr], ran.stderr).toEqual([code, expect.stringContaining(text)]);
});
