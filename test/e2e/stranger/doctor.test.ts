// What doctor says of a command, and how the command ends: of a service in each of its modes, once its names are set.

import { beforeAll, expect, test } from 'vitest';
import { MODES, type Mode } from '../../stranger/switches.ts';
import { outcomeOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import { openDrive } from './drive.ts';

type Message = 'ready' | 'degraded' | 'not possible';

async function verdicts(mode: Mode): Promise<ReadonlyMap<string, Message>> {
  const drive = await openDrive({ mode });
  const desk = await drive.desk('profile');
  const { code, stdout, stderr } = await desk.run('doctor --json');
  await drive.close();
  expect(code, stderr).toBe(0);
  const rows: { check: string; status: string; message: string }[] = JSON.parse(stdout);
  const reported = new Map<string, Message>();
  for (const { message, status } of rows.filter(({ check }) => check === 'commands')) {
    const [name = '', rest = ''] = message.split(/: (.*)/s);
    if (status === 'ok') for (const ready of rest.split(', ')) reported.set(ready, 'ready');
    else reported.set(name, rest.startsWith('not possible') ? 'not possible' : 'degraded');
  }
  return reported;
}

// Doctor reads the declaration of every command: once, all of them are loaded.
beforeAll(async () => {
  const drive = await openDrive({ mode: 'minimal' });
  await (await drive.desk('fresh')).run('commands');
  await drive.close();
});

test.each(MODES)('%s: doctor and the outcomes agree', async (mode) => {
  const reported = await verdicts(mode);
  const wrong = TABLE.filter(({ local }) => local !== true).flatMap((row) => {
    const { is } = outcomeOf(row, mode);
    const doctor = reported.get(row.command);
    if (doctor === undefined) return [];
    const agrees = doctor === 'ready' ? is === 'works' : doctor === 'degraded' || is === 'not possible';
    return agrees ? [] : [`${row.command} ${row.argv}: ${is}, doctor says ${doctor}`];
  });
  expect(wrong).toEqual([]);
  // What no way of calling it does is said to be impossible.
  const never = new Map<string, boolean>();
  for (const row of TABLE) {
    const isNever = outcomeOf(row, mode).is === 'not possible' && row.local !== true;
    never.set(row.command, isNever && never.get(row.command) !== false);
  }
  expect([...never].filter(([command, is]) => is && reported.get(command) !== 'not possible')).toEqual([]);
});
