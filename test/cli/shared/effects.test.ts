// What a dry run shows: old and new values, counts, whom a campaign would reach; and what --expect refuses.

import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest();
const run = (line: string) => reach.clock.run(reach.run(line));

const PEOPLE = [
  'firstName,lastName,companyName,professionalEmail,jobTitle,mobilePhone',
  'Ada,King,Acme,ada@acme.example,Countess,',
  'Bob,Ray,Bells,bob@bells.example,,+49 30 1',
  'Cy,Noon,Cogs,,CTO,',
  '',
].join('\n');
const CAMPAIGN = 'name: Q3\nsteps:\n  - type: email\n    subject: Hello\n    content: Hello {firstName}\n';

beforeEach(async () => {
  reach.write('people.csv', PEOPLE);
  await run('list create ICP');
  await run('contacts import people.csv --list ICP --yes');
});

describe('--dry-run shows', () => {
  test.each([
    ['x', '', ''],
  ])('%s', async (line, stdout, stderr) => {
    expect([line, stdout, stderr]).toBeTruthy();
  });
  test('y', async () => {
    reach.write('q3.yaml', CAMPAIGN);
    console.log((await run('campaign create q3.yaml')).stderr);
    await run('campaign add-contact 1 1');
    reach.write('up.csv', PEOPLE.replace('Countess', 'CEO').replace('bells.example,', 'bells.example,COO'));
    reach.write('ids.csv', 'id,jobTitle,mobilePhone\n1,CEO,\n2,COO,+49 30 2\n9,X,\n');
    for (const argv of [
      'contacts update 1 -f jobTitle=CEO -f mobilePhone=1 -F companyName:=null --dry-run',
      'contacts update 1 -f jobTitle=CEO -F professionalEmail:=null --dry-run --json',
      'contacts create -f firstName=Eve --dry-run',
      'contacts delete 1,2,99 --dry-run',
      'contacts delete 99 --dry-run',
      'list create X --dry-run',
      'list add 1 --contacts 1,2,3,4 --dry-run',
      'campaign add-list 1 1 --dry-run',
      'campaign add-list 1 1 --dry-run --json',
      'campaign add-contact 1 1,2 --dry-run',
      'campaign status 1 active --dry-run',
      'identity update 1 -f jobTitle=x --dry-run',
      'contacts import up.csv --dry-run --against current --changes c.csv --json',
      'contacts import up.csv --dry-run --against current --fill-empty --json',
      'contacts update --csv ids.csv --by id --trust-ids --dry-run --changes d.csv --json',
      'contacts delete --csv ids.csv --by id --trust-ids --dry-run --json',
      'contacts delete --csv ids.csv --by id --trust-ids --yes --expect 3',
      'contacts update --csv ids.csv --by id --trust-ids --yes --expect 3',
      'contacts update --csv ids.csv --by id --trust-ids --yes --expect 2',
      'contacts import up.csv --yes --expect 1',
      'list add 1 --contacts 1,2,3,4 --expect 1',
      'contacts delete 1,2 --expect 1 --yes',
      'campaign add-list 1 1 --expect 3 --yes',
      'campaign add-list 1 1 --expect 1 --yes',
    ]) {
      const ran = await run(argv);
      console.log(`$ ${argv} -> ${ran.code} (${ran.requests.length})\n${ran.stdout}--\n${ran.stderr}`);
    }
    console.log(reach.read('c.csv'), reach.read('d.csv'));
  });
});
