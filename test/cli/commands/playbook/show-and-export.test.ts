// Show and export.

import { expect, test } from 'vitest';
import { begin, export_, FILE, openPlaybook, reach } from './playbook-world.ts';

openPlaybook();

test('what is there, as rows and as the service answers it', async () => {
  await begin();
  const rows = await reach.run('playbook show');
  expect([rows.code, rows.stdout, rows.requests]).toEqual([
    0,
    [
      'company\t\tcompanyIndustry\tMachines',
      'company\t\tcompanyOverview\tWe build engines.',
      'productsServices\t1\tDifference Engine\tmain product; Tables without errors',
      'productsServices\t2\tAnalytical Engine\tAny calculation, in any order. ',
      'faqs\t3\tDoes it need steam?\tYes.\n',
    ].join('\n'),
    ['GET /v1/ai-playbook'],
  ]);
  const { data } = (await reach.world.call('GET', '/v1/ai-playbook')).body;
  expect(JSON.parse((await reach.run('playbook show --json')).stdout)).toEqual(data);
  expect(JSON.parse((await reach.run('playbook show faqs --json --fields question')).stdout)).toEqual([
    { question: 'Does it need steam?' },
  ]);
  expect((await reach.run('playbook show productsServices -o id')).stdout).toBe('1\n2\n');
  // A company field has no id.
  expect((await reach.run('playbook show -o id')).stdout).toBe('1\n2\n3\n');
});

test('an export is the file that was applied, and applies to an empty workspace', async () => {
  await begin();
  expect(await export_()).toBe(FILE);
  const ran = await reach.run('playbook export --file copy.yaml');
  expect([ran.code, ran.stderr, reach.read('copy.yaml')]).toEqual([
    0,
    'exported the playbook to copy.yaml\n',
    `# yaml-language-server: $schema=playbook.schema.json\n${FILE}`,
  ]);
  expect(JSON.parse(reach.read('playbook.schema.json'))).toEqual(
    JSON.parse((await reach.run('schema playbook')).stdout),
  );
  await reach.world.control('POST', '/_local/reset', { empty: true });
  await reach.run('playbook apply copy.yaml --yes');
  expect(await export_()).toBe(FILE);
});

test('a workspace that is gone is exit 5', async () => {
  await reach.world.control('POST', '/_local/faults', { endpoint: 'playbook.get', status: 404, times: 1 });
  expect((await reach.run('playbook show')).code).toBe(5);
});
