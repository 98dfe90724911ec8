// Random imports into whatever those before made of a workspace, each taken back while someone else changes a contact: every record
// is as it was, or named with the reason.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { CONTACT_HEADER, contactRow, quoted } from '../../import/predicted-imports.ts';
import { openReach } from '../../world.ts';
import { workspaceOf } from './workspace.ts';

const FILES = 24;
const env = { REACH_NO_HISTORY: '' };

type Records = readonly (JsonObject & { readonly id: number })[];

const recordsIn = (state: JsonObject, part: string) => state[part] as Records;

interface Detail {
  readonly kind: string;
  readonly id: number;
  readonly change: string;
  readonly note: string;
}

/** The records that are not as they were, as `contact 5`. */
function differing(before: JsonObject, after: JsonObject): string[] {
  return (['contacts', 'companies', 'lists'] as const).flatMap((part) => {
    const kind = { contacts: 'contact', companies: 'company', lists: 'list' }[part];
    const was = new Map(recordsIn(before, part).map((one) => [one.id, JSON.stringify(one)]));
    const is = new Map(recordsIn(after, part).map((one) => [one.id, JSON.stringify(one)]));
    const ids = [...new Set([...was.keys(), ...is.keys()])];
    return ids.filter((id) => was.get(id) !== is.get(id)).map((id) => `${kind} ${id}`);
  });
}

/** What a record shows of others is compared there. */
const comparable = (state: JsonObject): JsonObject => {
  const companies = recordsIn(state, 'companies').map(({ leadsCount: _, ...company }) => company);
  const contacts = recordsIn(state, 'contacts').map(({ company: _, isCompanyInCRM: __, ...contact }) => contact);
  return { ...state, companies, contacts };
};

test('taken back, each record is as it was or named', async () => {
  const reach = await openReach();
  const unnamed: string[] = [];
  const reasons = new Set<string>();
  let restored = 0;
  try {
    for (let seed = 0; seed < FILES; seed += 1) {
      const contacts = recordsIn(await workspaceOf(reach.world), 'contacts');
      const input = fc.record({
        rows: fc.array(contactRow(contacts.at(-1)?.id ?? 0, true), { minLength: 2, maxLength: 12 }),
        withList: fc.boolean(),
        merge: fc.constantFrom(true, true, true, false),
        someone: fc.nat(),
        keeps: fc.boolean(),
      });
      const [drawn] = fc.sample(input, { numRuns: 1, seed });
      if (drawn === undefined) throw new Error('nothing was drawn');
      const { rows, withList, merge, someone, keeps } = drawn;
      reach.write('in.csv', `${CONTACT_HEADER}\n${rows.map(quoted).join('\n')}\n`);
      const before = comparable(await workspaceOf(reach.world));
      const flags = `--custom --update --new ${withList ? '--list Everybody --create-list' : ''} ${merge ? '' : '--no-merge'}`;
      const ran = await reach.run(`contacts import in.csv ${flags} --json`, { env });
      await reach.clock.advance(1_000);
      if (ran.code === 2) continue;
      const all = recordsIn(await workspaceOf(reach.world), 'contacts');
      const changed = all[someone % Math.max(1, all.length)]?.id;
      if (changed !== undefined)
        await reach.world.call('PATCH', `/v1/contacts/${changed}`, { body: { jobTitle: `Someone ${seed}` } });
      const entries = JSON.parse((await reach.run('history --limit 1 --json', { env })).stdout);
      if (!entries[0]?.command.includes('import')) continue;
      const undone = await reach.run('undo --yes --json', { env });
      await reach.clock.advance(1_000);
      if (undone.code > 1) throw new Error(`seed ${seed}: ${undone.stderr}`);
      const details: Detail[] = JSON.parse(undone.stdout).details;
      restored += JSON.parse(undone.stdout).restored;
      for (const { note } of details) reasons.add(note);
      const named = new Set([...details.map(({ kind, id }) => `${kind} ${id}`), `contact ${changed}`]);
      const after = comparable(await workspaceOf(reach.world));
      for (const one of differing(before, after)) if (!named.has(one)) unnamed.push(`seed ${seed}: ${one}`);
      const mine = recordsIn(after, 'contacts').find(({ id }) => id === changed);
      if (changed !== undefined) expect(mine?.['jobTitle'], `seed ${seed}`).toBe(`Someone ${seed}`);
      // Some files stay, so that the next ones meet something.
      if (keeps) await reach.run(`contacts import in.csv ${flags} --json`);
    }
    expect(unnamed).toEqual([]);
    expect(restored).toBeGreaterThan(20);
    expect([...reasons].filter((text) => text.includes('could not be read'))).toEqual([]);
  } finally {
    await reach.close();
  }
});
