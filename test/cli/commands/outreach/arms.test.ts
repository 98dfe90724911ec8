// What applying a folder starts is part of its plan, and of the question.

import { expect, test } from 'vitest';
import { withArms } from '../../../../src/cli/outreach/planning/arms.ts';
import type { Planned } from '../../../../src/rules/outreach/plan.ts';
import { reachForEachTest } from '../../../opened.ts';
import { place } from './folder.ts';

const MONDAY = { type: 'SCHEDULE', definition: 'WEEKLY', startsAt: '2026-11-23T07:00:00Z', timezone: 'Europe/Berlin' };
const node = { id: 'a', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: [1] }, next: [] };
const adds = { id: 'b', kind: 'BLOCK', blockId: 'ADD_LEADS_TO_CAMPAIGN', inputs: { campaign: 'Welcome' }, next: [] };

async function noteOf(document: object, action: Planned['action'] = 'create'): Promise<string | null> {
  const wanted = {
    kind: 'workflow',
    name: 'W',
    file: 'w.yaml',
    document: { name: 'W', nodes: [node], ...document },
  } as const;
  const sides = { wanted, live: null, entry: null, renamedFrom: null, isClone: false, changes: [], conflicts: [] };
  const base = {
    key: 'workflow/W',
    kind: 'workflow',
    name: 'W',
    action,
    id: null,
    file: 'w.yaml',
    note: null,
  } as const;
  const [planned] = await withArms([{ ...base, ...sides }], Date.parse('2026-11-26T00:00:00Z'));
  return planned?.note ?? null;
}

const published = (trigger: object, nodes: readonly object[] = [node]) => noteOf({ publish: true, trigger, nodes });

test.each([
  [MONDAY, 'run every Monday 08:00 Europe/Berlin; next: 2026-11-30 08:00, 2026-12-07 08:00, 2026-12-14 08:00'],
  [
    { ...MONDAY, recurrence: { byWeekday: [1, 5], interval: 2, endDate: '2026-12-10' } },
    'run every 2 weeks on Monday, Friday 08:00 Europe/Berlin until 2026-12-10; next: 2026-11-27 08:00, 2026-12-07 08:00',
  ],
  [
    { ...MONDAY, definition: 'DAILY', recurrence: { endDate: '2026-11-24' } },
    'run every day 08:00 Europe/Berlin until 2026-11-24; next: never, all its dates have passed',
  ],
  [
    { ...MONDAY, definition: 'BI_WEEKLY' },
    'run every 2 weeks on Monday 08:00 Europe/Berlin; next: 2026-12-07 08:00, 2026-12-21 08:00, 2027-01-04 08:00',
  ],
  [
    { ...MONDAY, definition: 'QUARTERLY' },
    'run every 3 months 08:00 Europe/Berlin; next: 2027-02-23 08:00, 2027-05-23 08:00, 2027-08-23 08:00',
  ],
  [{ type: 'WEBHOOK' }, 'run on each delivery to its webhook'],
  [{ type: 'API' }, 'run on each API call'],
  [{ type: 'INTENT', signal: { kind: 'LEAD_CREATED' } }, 'run on each signal LEAD_CREATED'],
])('%j', async (trigger, text) => expect(await published(trigger)).toBe(`will be published and ${text}`));

test('a workflow that people start, one that adds to a campaign; nothing for a draft, or where nothing is written', async () => {
  expect(await published({ type: 'MANUAL' })).toBe('will be published');
  expect(await published({ type: 'API' }, [{ ...node, next: ['b'] }, adds])).toBe(
    'will be published and run on each API call and add contacts to campaign Welcome',
  );
  expect(await noteOf({ trigger: MONDAY })).toBeNull();
  expect(await noteOf({ publish: true, trigger: MONDAY }, 'unchanged')).toBeNull();
});

const reach = reachForEachTest();

test('plan shows it after any number of steps, apply asks with it', async () => {
  const nodes = Array.from({ length: 20 }, (_, at) => ({
    ...node,
    id: `n${at}`,
    ...(at > 0 && { blockId: 'VERIFY_LEAD_EMAIL', inputs: {} }),
    next: at === 19 ? [] : [`n${at + 1}`],
  }));
  place(reach, { 'workflows/w.yaml': JSON.stringify({ name: 'W', nodes, trigger: MONDAY, publish: true }) });
  const { stdout } = await reach.run('plan --verbose');
  expect(stdout).toContain('\n    will be published and run every Monday 08:00 Europe/Berlin; next: 2');
  expect(stdout).toContain('    + trigger.type: SCHEDULE\n');
  expect(stdout).toContain('    + publish: true\n');
  expect(stdout).toMatch(/ {4}\+ \(and \d+ more lines: see its file\)\n/);
  const asked = await reach.run('apply');
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining('(1 to create; 1 workflow will be published and run every Monday 08:00 Europe/Berlin)'),
  ]);
});
