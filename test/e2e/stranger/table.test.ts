// Every command against a service that is built from the interface alone, in each of its modes, as the table says.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODES, type Mode } from '../../stranger/switches.ts';
import { BROKEN } from '../../stranger/table/broken.ts';
import { nameOf, outcomeOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import { type Drive, openDrive } from './drive.ts';
import { judge } from './judge.ts';

/** Command → whether it only reads, as it declares itself. */
const commands = new Map<string, boolean>();

beforeAll(async () => {
  const drive = await openDrive({ mode: 'minimal' });
  const desk = await drive.desk('fresh');
  const { stdout } = await desk.run('commands --json');
  for (const { path, effect } of JSON.parse(stdout))
    commands.set(path, effect === 'reads' || effect === 'writes a local file');
  await drive.close();
});

/** Commands by how they end in a mode: the worst of the rows of each. */
function counts(mode: Mode) {
  const order = ['works', 'works after sync', 'degraded', 'not possible', 'broken'] as const;
  const worst = new Map<string, number>();
  for (const row of TABLE.filter(({ local }) => local !== true)) {
    const is = nameOf(row) in BROKEN[mode] ? 'broken' : outcomeOf(row, mode).is;
    worst.set(row.command, Math.max(worst.get(row.command) ?? 0, order.indexOf(is)));
  }
  const all = [...worst.values()];
  const count = Object.fromEntries(order.map((is, at) => [is, all.filter((one) => one === at).length]));
  return { all: all.length, count, working: all.filter((one) => one <= 2).length / all.length };
}

test('every command has a row, and every row a command', () => {
  const rows = new Set(TABLE.map(({ command }) => command));
  expect([...commands.keys()].filter((path) => !rows.has(path))).toEqual([]);
  expect([...rows].filter((path) => !commands.has(path))).toEqual([]);
  const names = TABLE.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(
    Object.values(BROKEN)
      .flatMap(Object.keys)
      .filter((name) => !names.includes(name)),
  ).toEqual([]);
});

describe.each(MODES)('%s', (mode) => {
  let drive: Drive;
  beforeAll(async () => {
    drive = await openDrive({ mode });
  });
  afterAll(() => drive.close());

  test.each(TABLE.map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
    const known = BROKEN[mode][nameOf(row)];
    const { code, problem } = await judge(drive, row, mode, commands.get(row.command) === true);
    if (known === undefined) return expect(problem).toBeNull();
    expect(problem, 'repaired: its entry in table/broken.ts goes').not.toBeNull();
    expect({ code, problem }).toEqual({ code: known[0], problem: expect.stringContaining(known[1]) });
  });
});

test.each([
  ['minimal', 0.99],
  // No operation on a trigger is shown, so that disable is not possible there.
  ['strict', 0.9],
  ['renamed', 0.95],
  ['typed', 0.99],
  ['richer', 0.99],
] as const)('%s: the share of the commands that work', (mode, least) => {
  const { all, count, working } = counts(mode);
  const parts = Object.entries(count).map(([is, number]) => `${number} ${is}`);
  process.stdout.write(`${mode}: ${all} commands, ${(100 * working).toFixed(1)} % work: ${parts.join(', ')}\n`);
  expect(working).toBeGreaterThanOrEqual(least);
});
