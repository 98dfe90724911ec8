// --save-plan: what a dry run found, in a file that reach run-plan carries out.

import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { namedPath } from '../../files/is-file.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { keyMark, withoutSecrets } from '../../session/history/entry-header.ts';
import { type Change, keyOf } from '../../session/history/recorded-route.ts';
import { recordedRoute } from '../../session/history/recorded-routes.ts';
import { CAMPAIGN_FIELDS, campaignState } from '../../session/plan/plan-guard.ts';
import {
  digestOf,
  type PlanHeader,
  type PlannedRecord,
  planHeader,
  plannedRecord,
  planText,
} from '../../session/plan/saved-plan.ts';
import type { SavePlan, Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { effectsOf } from './effects.ts';
import type { PlannedCall } from './targets.ts';

/** Options of the plan itself, and those that run-plan takes in their place; true for those with a value. */
const LEFT_OUT: Readonly<Record<string, boolean>> = {
  '--save-plan': true,
  '--expect': true,
  '--against': true,
  '--changes': true,
  '--profile': true,
  '--output': true,
  '-o': true,
  '--json': false,
  '--dry-run': false,
  '--show-requests': false,
  '--yes': false,
  '-y': false,
};

/** The command line that does it. Throws UsageError where it has a secret. */
function commandOf({ argv, takesYes }: SavePlan): string[] {
  const end = argv.indexOf('--');
  const [options, operands] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end)];
  const kept = options.filter((word, at) => {
    const name = /^-o./.test(word) ? '-o' : word.split('=', 1).join('');
    const isValue = getOwn(LEFT_OUT, options[at - 1] ?? '') === true;
    return !isValue && getOwn(LEFT_OUT, name) === undefined;
  });
  const command = [...kept, ...(takesYes ? ['--yes'] : []), ...operands];
  if (withoutSecrets(command).some((word, at) => word !== command[at]))
    throw new UsageError('the command has what looks like a secret: it cannot be saved in a plan');
  return command;
}

interface Saving extends Pick<PlanHeader, 'by'> {
  readonly file?: PlanHeader['file'];
  /** In place of the command that was typed. */
  readonly command?: readonly string[];
}

export async function savePlan(
  session: Session,
  target: SavePlan,
  records: readonly PlannedRecord[],
  { by, file = null, command = commandOf(target) }: Saving,
): Promise<void> {
  const profile = session.profile();
  const { call } = await session.client();
  const header = planHeader({
    ...{ at: new Date(session.io.now()).toISOString(), by, file, command },
    ...{ profile: profile.name, baseUrl: profile.baseUrl?.value ?? null, stdin: target.stdin() },
    keyMark: await keyMark(session, profile, call),
  });
  await writeWhole(namedPath(session.io, target.file), planText(header, records), target.file, 0o600);
  if (session.host.guard === undefined)
    await session.print.note(
      `${counted(records.length, 'record')} in ${target.file}: reach run-plan ${target.file} does exactly this`,
    );
}

const { contacts, companies } = routes;
const MERGING = [contacts.create, contacts.bulkCreate, companies.create, companies.bulkCreate];

/** Of a command whose requests are known: all values before are read. */
export async function saveCalls(session: Session, target: SavePlan, calls: readonly PlannedCall[]): Promise<void> {
  if (calls.some(({ route }) => MERGING.includes(route) || recordedRoute(route) === null))
    throw new UsageError('--save-plan does not go with this: what it changes cannot be compared record by record');
  const { changes, unread } = (await effectsOf(session, calls, { isForPlan: true })) ?? { changes: [], unread: null };
  if (unread !== null) throw new UsageError(`the values before cannot be read, so nothing can be compared: ${unread}`);
  const records = new Map<string, PlannedRecord>();
  for (const change of changes) {
    const key = JSON.stringify([keyOf(change), change.is, change.is === 'created' ? change.label : null]);
    const known = records.get(key);
    const next = plannedRecord(change);
    records.set(key, known === undefined ? next : joined(known, next));
  }
  const { call } = await session.client();
  for (const [key, record] of records) {
    if (record.kind !== 'campaign' || record.id === null) continue;
    const state = await campaignState(record.id, call);
    const fields = CAMPAIGN_FIELDS.map((field) => [field, [digestOf(state[field]), digestOf(state[field])]] as const);
    records.set(key, { ...record, fields: Object.fromEntries(fields) });
  }
  await savePlan(session, target, [...records.values()], { by: 'record' });
}

/** Two requests change the members of one list. */
function joined(one: PlannedRecord, other: PlannedRecord): PlannedRecord {
  const names = Object.keys({ ...one.members, ...other.members });
  const all = (of: string, way: 'added' | 'removed'): AnyId[] =>
    [one, other].flatMap(({ members }) => [...(getOwn(members ?? {}, of)?.[way] ?? [])]);
  const members: NonNullable<Change['members']> = Object.fromEntries(
    names.map((of) => [of, { added: all(of, 'added'), removed: all(of, 'removed') }]),
  );
  return { ...one, fields: { ...one.fields, ...other.fields }, members };
}
