// The kept groups of duplicates are those that the contacts have, whatever was written.

import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World, withFolder } from '../../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(world.bugs).toEqual([]);
  await world.close();
});

const KEYS = ['network_key', 'full_name_key', 'email_key', 'contact_crm_key', 'lead_crm_key'] as const;

interface Row {
  readonly workspace: number;
  readonly field: string;
  readonly lowest: number;
}

const kept = (): Promise<Row[]> =>
  world.service.store.read((tx) =>
    tx.all<Row>('select workspace_id as workspace, field, lowest from duplicate_groups order by 1, 2, 3'),
  );

/** The plainest way: of all contacts, key by key. */
async function grouped(): Promise<Row[]> {
  const contacts = await world.service.store.read((tx) =>
    tx.all<Record<string, string | number | null>>(
      `select id, workspace_id, ${KEYS.join(', ')} from contacts where suppressed = 0 order by id`,
    ),
  );
  const groups = new Map<string, { row: Row; size: number }>();
  for (const contact of contacts) {
    for (const field of KEYS) {
      const [workspace, lowest] = [Number(contact['workspace_id']), Number(contact['id'])];
      if (contact[field] === null) continue;
      const name = JSON.stringify([workspace, field, contact[field]]);
      const group = groups.get(name) ?? { row: { workspace, field, lowest }, size: 0 };
      groups.set(name, { ...group, size: group.size + 1 });
    }
  }
  const rows = [...groups.values()].flatMap(({ row, size }) => (size > 1 ? [row] : []));
  const order = ({ workspace, field, lowest }: Row) => `${workspace} ${field} ${String(lowest).padStart(9, '0')}`;
  return rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

const few = (name: string) => fc.constantFrom('', ...Array.from({ length: 3 }, (_, n) => `${name}${n}`));
const person = fc.record({
  firstName: fc.constantFrom('Ada', 'ada', 'Bob'),
  lastName: few('L'),
  professionalEmail: fc.constantFrom('', 'a@x.com', 'A@x.com', 'b@x.com'),
  networkProfileUrl: fc.constantFrom('', 'https://n.example/in/p', 'https://n.example/in/q'),
  contactCRMId: few('c'),
  leadCRMId: few('l'),
  companyName: fc.constantFrom('Acme', 'Beta'),
});

type Step =
  | { readonly is: 'bulk'; readonly contacts: readonly object[]; readonly mergeWithExisting: boolean }
  | { readonly is: 'update'; readonly at: number; readonly body: object }
  | { readonly is: 'delete' | 'suppress' | 'allow'; readonly at: number };

const at = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    is: fc.constant('bulk' as const),
    contacts: fc.array(person, { minLength: 1, maxLength: 6 }),
    mergeWithExisting: fc.boolean(),
  }),
  fc.record({ is: fc.constant('update' as const), at, body: person }),
  fc.record({ is: fc.constantFrom('delete' as const, 'suppress' as const, 'allow' as const), at }),
);

async function take(step: Step): Promise<void> {
  if (step.is === 'bulk') {
    const contacts = step.contacts.map((one) => ({ ...one, mergeWithExisting: step.mergeWithExisting }));
    await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
    return;
  }
  const ids = await world.service.store.read((tx) => tx.all<{ id: number }>('select id from contacts order by id'));
  const id = ids[step.at % (ids.length || 1)]?.id ?? 1;
  if (step.is === 'delete') await world.call('DELETE', `/v1/contacts/${id}`);
  else if (step.is === 'update') await world.call('PATCH', `/v1/contacts/${id}`, { body: step.body });
  else {
    const suppressed = step.is === 'suppress' ? 1 : 0;
    await world.service.store.write((tx) => tx.run('update contacts set suppressed = ? where id = ?', suppressed, id));
  }
}

test('contacts that are added, merged, changed, deleted and suppressed, in any order', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        await take(one);
        const groups = await kept();
        most = Math.max(most, groups.length);
        expect(groups).toEqual(await grouped());
      }
    }),
    { numRuns: 20, seed: 15 },
  );
  expect(most).toBeGreaterThan(8);
});

test('a restored snapshot is not believed what groups it has', async () => {
  await withFolder(async (folder) => {
    await take({ is: 'bulk', contacts: [{ leadCRMId: 'z' }, { leadCRMId: 'z' }], mergeWithExisting: false });
    const before = await kept();
    await world.service.store.write((tx) => tx.run('delete from duplicate_groups'));
    const path = join(folder, 'one.db');
    await world.control('POST', '/_local/snapshot', { path });
    await world.control('POST', '/_local/restore', { path });
    expect([before.length > 0, await kept()]).toEqual([true, before]);
  });
});
