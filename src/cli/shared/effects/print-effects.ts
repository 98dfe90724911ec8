// What a dry run shows: old and new values of the first ten records, and all of them counted.

import { counted } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { harmless, type View } from '../../terminal/formats/cells.ts';
import type { UndoKey } from '../approval.ts';
import { addedRow, type ChangeRow, changeRows, changeView } from '../undo/change-rows.ts';
import type { CampaignAddition } from './campaign-addition.ts';
import { FieldCounts, type WriteEffects } from './effects.ts';
import { RECORDS_SHOWN, type ReachedRecords } from './targets.ts';

/** A change, and what undo would make of the whole command. */
export const effectView: View = { ...changeView, isNoneNamed: true, alsoHas: ['undo'] };

/** A table has the first records, every other format all. The counts of all are notes. */
export async function printEffects(
  { print, settings }: Pick<Session, 'print' | 'settings'>,
  effects: WriteEffects,
  { undo, bounds }: { readonly undo: UndoKey; readonly bounds: readonly ChangeRow[] },
) {
  const { changes, additions, present, missing, unread, through } = effects;
  for (const message of missing) await print.warn(harmless(message));
  if (unread !== null) await print.note(harmless(`values before that could not be read: ${unread}`));
  const displayed = settings.output === 'table' ? changes.slice(0, RECORDS_SHOWN) : changes;
  const reached = reachedRows(changes.at(-1), through ?? null);
  const rows = additions.length > 0 ? additions.flatMap(additionRows) : displayed.flatMap(effectRows);
  await print.list(
    effectView,
    [...rows, ...bounds, ...reached].map((row) => ({ ...row, ...undo })),
  );
  const counts = additions.length > 0 ? additions.map(additionLine) : countLines(changes, through);
  for (const line of [...counts, ...fieldLines(changes)]) await print.note(harmless(line));
  if (through === null) await print.note('whom it goes through is not known before it starts');
  if (present > 0 && additions.length === 0) await print.note(`${present} already there, or not there to be removed`);
  if (additions.some(({ added, status }) => added > 0 && status === 'ACTIVE'))
    await print.note('the campaign is ACTIVE: it messages them');
}

/** How many a run, a message or a campaign goes through, and each of them that is named. */
function reachedRows(changed: Change | undefined, through: ReachedRecords | null): ChangeRow[] {
  if (changed === undefined || through === null) return [];
  const { kind, id, label = '' } = changed;
  const { entity, count, named } = through;
  const change = kind === 'message' ? 'sent' : kind === 'run' ? 'added' : 'started';
  const each = named.map((one) =>
    addedRow({ kind: entity.noun, id: one.id, label: one.label ?? '', change, field: kind, to: id }),
  );
  const all = addedRow({ kind, id, label, change, field: entity.plural, to: count });
  return kind === 'message' ? each : [all, ...each];
}

/** A line for each value of what is created or sent, and for what goes with what is deleted. */
function effectRows(change: Change): ChangeRow[] {
  const { is, fields = {}, record } = change;
  const rows = [...changeRows(change)];
  const [row] = rows;
  if (row === undefined || is === 'updated') return rows;
  // The request id is another one in each run.
  const sent = Object.entries(fields).filter(([field]) => field !== 'requestId');
  const values = sent.map(([field, [from, to]], at) => ({ ...row, field, from, to, note: at === 0 ? row.note : '' }));
  if (values.length > 0) return values;
  const places = ['lists', 'campaigns'].flatMap((field): ChangeRow[] => {
    const from = getOwn(record ?? {}, field);
    return Array.isArray(from) && from.length > 0 ? [{ ...row, change: 'removed', field, from, note: '' }] : [];
  });
  return [...rows, ...places];
}

const additionLine = ({ added, campaign }: CampaignAddition): string =>
  `would add ${counted(added, 'contact')} to campaign "${campaign}"`;

function additionRows(of: CampaignAddition): ChangeRow[] {
  const { campaignId: id, campaign: label } = of;
  const counts: readonly (readonly [change: string, count: number, note: string])[] = [
    ['added', of.added, ''],
    ['already in it', of.alreadyPresent, 'those that finished it start again'],
    ['skipped', of.skipped, of.reason],
    ['in other campaigns', of.inOtherCampaigns, 'of those that are not in it'],
    [
      'contacted by another campaign',
      of.contactedLately ?? 0,
      'in the last 30 days; --contacted-within 30d leaves them out',
    ],
  ];
  return [
    ...counts.flatMap(([change, to, note]) =>
      to > 0 || change === 'added'
        ? addedRow({ kind: 'campaign', id, label, change, field: 'contacts', to, note })
        : [],
    ),
    ...of.messages,
    ...of.named.map((one) =>
      addedRow({ kind: 'contact', id: one.id, label: one.label ?? '', change: 'added', field: 'campaigns', to: id }),
    ),
  ];
}

/** `would add 2 contacts to list 1` */
function memberLines(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind, id, label, members = {} }) => {
    if (kind !== 'list') return [];
    const list = label === undefined ? `list ${id}` : `list "${label}"`;
    return Object.entries(members).flatMap(([of, { added = [], removed = [] }]) => {
      const noun = of === 'companies' ? 'company' : 'contact';
      return [
        ...(added.length > 0 ? [`would add ${counted(added.length, noun)} to ${list}`] : []),
        ...(removed.length > 0 ? [`would remove ${counted(removed.length, noun)} from ${list}`] : []),
      ];
    });
  });
}

const VERBS = { created: 'create', updated: 'change', deleted: 'delete', done: 'start' } as const;
const DONE: { readonly [K in Change['kind']]?: string } = { message: 'send', reaction: 'schedule' };

/** `would change 12 contacts, create 1 list` */
function countLines(changes: readonly Change[], through: WriteEffects['through']): string[] {
  if (changes.length === 0) return ['nothing would change'];
  const members = memberLines(changes);
  const records = new Map<string, { verb: string; kind: Change['kind']; ids: Set<unknown>; more: number }>();
  for (const { kind, is, id, scope, count } of changes) {
    if (kind === 'list' && is === 'updated') continue;
    const verb = is === 'done' ? (DONE[kind] ?? VERBS.done) : VERBS[is];
    const known = records.get(`${verb} ${kind}`) ?? { verb, kind, ids: new Set(), more: 0 };
    if (id === null || is === 'created') known.more += count ?? 1;
    else known.ids.add(`${scope ?? ''}/${id}`);
    records.set(`${verb} ${kind}`, known);
  }
  const parts = [...records.values()].map(({ verb, kind, ids, more }) =>
    kind === 'playbook' ? `${verb} the playbook` : `${verb} ${counted(ids.size + more, kind)}`,
  );
  const on = through && changes.at(-1)?.kind === 'run' ? ` on ${counted(through.count, through.entity.noun)}` : '';
  return [...members, ...(parts.length > 0 ? [`would ${parts.join(', ')}${on}`] : [])];
}

/** `jobTitle: 212 changed, 40 filled, 3 cleared` */
function fieldLines(changes: readonly Change[]): string[] {
  const counts = new FieldCounts();
  for (const { is, fields = {} } of changes)
    if (is === 'updated') for (const [field, [from, to]] of Object.entries(fields)) counts.add(field, from, to);
  return counts.lines();
}
