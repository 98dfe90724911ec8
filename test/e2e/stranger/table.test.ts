// Every command against a service that is built from the interface alone, in two modes, as the table says.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODES } from '../../stranger/switches.ts';
import { nameOf } from '../../stranger/table/row.ts';
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

test('every command has a row, and every row a command', () => {
  const rows = new Set(TABLE.map(({ command }) => command));
  expect([...commands.keys()].filter((path) => !rows.has(path))).toEqual([]);
  expect([...rows].filter((path) => !commands.has(path))).toEqual([]);
  const names = TABLE.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(MODES)('%s', (mode) => {
  let drive: Drive;
  beforeAll(async () => {
    drive = await openDrive({ mode });
  });
  afterAll(() => drive.close());

  test.each(TABLE.map((row) => [nameOf(row), row] as const))('%s', async (_name, row) => {
    expect(await judge(drive, row, mode, commands.get(row.command) === true)).toBeNull();
  });
});
