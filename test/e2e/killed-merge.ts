// A merge of duplicates that is killed again and again (SIGKILL) while its service drops connections, refuses and fails.
// Afterwards one contact of each group is left, and its empty fields are filled from the others, and undo brings back
// every value.

import { join } from 'node:path';
import { chance } from '../chance.ts';
import { type Contact, duplicatesOf, lossesOf, valuesOf } from '../cli/commands/contacts/duplicates-world.ts';
import { asked, everyContact } from './asked.ts';
import { type Home, type Served, serve } from './binary.ts';
import { addFaults, killedAfter } from './killed.ts';

interface MergePlan {
  readonly groups: number;
  /** Processes to kill before the merge may end. */
  readonly kills: number;
  readonly seed: number;
}

interface MergeOutcome {
  readonly kills: number;
  readonly runs: number;
  readonly removed: number;
  readonly lost: number;
  readonly doubled: number;
  /** Contacts that the undo did not bring back as they were. */
  readonly notBack: number;
  /** Answers that were spoiled. */
  readonly faults: number;
}

const FAULTS = [
  { drop: 'after', probability: 0.05 },
  { drop: 'before', probability: 0.04 },
  { status: 429, probability: 0.04, headers: { 'retry-after': '0' } },
  { status: 502, probability: 0.03 },
  { status: 500, probability: 0.03 },
  { latencyMs: 8, probability: 1 },
];
const FAULTY = ['contacts.search', 'contacts.update', 'contacts.delete', 'lists.addMembers'];

const contactsOf = async (served: Served): Promise<Contact[]> => await everyContact(served);

async function seed(served: Served, groups: number): Promise<Contact[]> {
  const contacts = duplicatesOf(groups);
  for (let from = 0; from < contacts.length; from += 100)
    await asked(served, 'POST', '/v1/contacts/bulk', { contacts: contacts.slice(from, from + 100) });
  const made = await contactsOf(served);
  await asked(served, 'POST', '/v1/lists', { name: 'Openers' });
  const contactIds = made.flatMap(({ id }, at) => (at % 5 === 1 ? [id] : []));
  await asked(served, 'POST', '/v1/lists/1/members', { contactIds: contactIds.slice(0, 1_000) });
  return made;
}

/** Throws when the last run, which no one kills, does not end with 0. */
export async function killedMerge(home: Home, plan: MergePlan): Promise<MergeOutcome> {
  const random = chance(plan.seed);
  const folder = join(home.folder, `merge-${plan.seed}`);
  const served = await serve(home, ['--data', folder, '--empty', '--rate-limits', 'off']);
  try {
    const before = await seed(served, plan.groups);
    await addFaults(served, plan.seed, FAULTY, FAULTS);
    const args = ['duplicates', 'resolve', '--keep', 'most-complete', '--all', '--yes'];
    const patience = ['--max-retries', '12', '--json'];
    let [kills, runs, code] = [0, 0, -1];
    while (code !== 0) {
      const whole = [...args, ...patience];
      const ended =
        kills < plan.kills
          ? await killedAfter(home, 400 + random() * 2_500, whole, served.env)
          : await home.run(whole, { env: served.env });
      runs += 1;
      code = ended.code;
      if (code === 137) kills += 1;
      // Retries may be spent by bad luck; then the same command goes on, as after a kill.
      else if (code !== 0 && code !== 7) throw new Error(`the merge ended with ${code}: ${ended.stderr}`);
    }
    const input = await asked(served, 'GET', '/_local/faults');
    await asked(served, 'DELETE', '/_local/faults');
    const after = await contactsOf(served);
    const losses = lossesOf(before, after);
    await home.run(['undo', '--yes'], { env: served.env });
    const back = valuesOf(await contactsOf(served));
    const removed = before.length - after.length;
    return {
      kills,
      runs,
      removed,
      lost: losses.lost.length,
      doubled: losses.doubled.length,
      notBack: valuesOf(before).filter((values, at) => back[at] !== values).length,
      faults: input.faults
        .filter(({ latencyMs }: { latencyMs?: number }) => !latencyMs)
        .reduce((sum: number, { used }: { used: number }) => sum + used, 0),
    };
  } finally {
    await served.stop();
  }
}
