// The playbooks that are shipped: their scenarios pass, and fail when a step is changed or left out.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

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
