import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest();
describe('x', () => {
  test('y', async () => {
    await reach.run('local seed prospects');
    for (const argv of [
      'contacts update 1 -f jobTitle=CTO --dry-run',
      'contacts update 1 -f jobTitle=CTO -F mobilePhone:=null --dry-run --json',
      'contacts create -f firstName=Eve --dry-run',
      'contacts delete 1,2 --dry-run',
      'list create X --dry-run',
      'list add 1 --contacts 1,2,3,4 --dry-run',
      'campaign list',
      'list list',
      'campaign add-list 1 2 --dry-run',
      'campaign add-list 1 2 --dry-run --json',
      'campaign add-contact 1 1,2 --dry-run',
      'campaign status 1 paused --dry-run',
      'inbox tag 1 --tag Interested --dry-run',
      'identity update 1 -f jobTitle=x --dry-run',
      'action run --type VERIFY_LEAD_EMAIL --contacts 1 --dry-run',
      'campaign clone 1 --dry-run',
    ]) {
      const ran = await reach.run(argv);
      console.log(`$ ${argv} -> ${ran.code} (${ran.requests.length})\n${ran.stdout}--\n${ran.stderr}`);
    }
    expect(1).toBe(1);
  });
});
