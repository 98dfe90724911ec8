// What applying a folder starts is part of its plan, and of the question.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
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

// The playbooks that are shipped: their scenarios pass, and fail when a step is changed or left out.

/** One change of one step of each playbook, and its scenario fails. */
const CHANGES = [
  ['welcome', 'campaigns/welcome.yaml', 'waitFor: 3 days', 'waitFor: 4 days'],
  ['no-show', 'campaigns/no-show.yaml', 'email_clicked', 'email_opened'],
  ['event-follow-up', 'campaigns/event-follow-up.yaml', 'value: France', 'value: Norway'],
  ['subject-test', 'workflows/subject-test.yaml', 'percentage: 50', 'percentage: 90'],
  ['reactivation', 'workflows/reactivation.yaml', 'next: [enrol, leave]', 'next: [leave, enrol]'],
  ['weekly-import', 'workflows/weekly-import.yaml', 'definition: WEEKLY', 'definition: DAILY'],
  ['inbound', 'workflows/inbound.yaml', 'operator: IS_NOT_EMPTY', 'operator: IS_EMPTY'],
  ['routing', 'campaigns/routing.yaml', 'owner: Pavel Novak', 'owner: Noor Haddad'],
  ['holiday-pause', 'campaigns/two-mails.yaml', 'delay: 10 days', 'delay: 5 days'],
  ['suppression', 'campaigns/nurture.yaml', 'delay: 7 days', 'delay: 8 hours'],
] as const;

describe('the playbooks that are shipped', () => {
  test('pass, and leave no step out', async () => {
    expect((await reach.run('init outreach --playbooks --quiet')).code).toBe(0);
    expect(await reach.run('lint outreach')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await reach.run('test outreach --coverage');
    expect([code, stdout.match(/^passed /gm)?.length]).toEqual([0, 10]);
    expect(stderr).toBe('coverage: 50 of 50 steps, branches and nodes\n10 scenarios passed\n');
  });

  test.each(CHANGES)('%s fails when a step of it is changed', async (name, file, from, to) => {
    await reach.run('init outreach --playbooks --quiet');
    const path = join(reach.home, 'outreach', file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    expect((await reach.run(`test outreach/tests/${name}.yaml`)).code).toBe(1);
  });
});

/** Campaign → the scenario that tests it. */
const TESTED_BY: Readonly<Record<string, string>> = {
  ...{ welcome: 'welcome', 'no-show': 'no-show', 'event-follow-up': 'event-follow-up', routing: 'routing' },
  ...{ 'subject-question': 'subject-test', 'subject-number': 'subject-test', reactivation: 'reactivation' },
  ...{ inbound: 'inbound', 'two-mails': 'holiday-pause', nurture: 'suppression', 'new-ctos': 'weekly-import' },
};

/** The paths of all steps, branches included. */
function stepPaths(steps: unknown, at: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (!Array.isArray(steps)) return [];
  return steps.flatMap((step, index) => [
    [...at, index],
    ...['onTrue', 'onFalse'].flatMap((key) => stepPaths(step[key], [...at, index, key])),
  ]);
}

test('no step can be left out of a playbook without a scenario that fails', async () => {
  await reach.run('init outreach --playbooks --quiet');
  const passed: string[] = [];
  for (const [campaign, scenario] of Object.entries(TESTED_BY)) {
    const path = join(reach.home, 'outreach', 'campaigns', `${campaign}.yaml`);
    const text = readFileSync(path, 'utf8');
    for (const at of stepPaths(parseDocument(text).toJS().steps, ['steps'])) {
      const changed = parseDocument(text);
      changed.deleteIn(at);
      writeFileSync(path, changed.toString());
      const { code } = await reach.run(`test outreach/tests/${scenario}.yaml`);
      if (code !== 1) passed.push(`${campaign} without ${at.join('.')}: ${code}`);
    }
    writeFileSync(path, text);
  }
  expect(passed).toEqual([]);
});

test('a new folder passes the scenarios that it begins with', async () => {
  await reach.run('init outreach');
  expect(await reach.run('test outreach')).toMatchObject({ code: 0, stderr: '2 scenarios passed\n' });
});
