// What a dry run shows: old and new values of the first ten records, and all of them counted.

import { counted } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { type ChangeRow, changeRows, changeView } from '../undo/change-rows.ts';
import type { CampaignAddition } from './campaign-addition.ts';
import { FieldCounts, type WriteEffects } from './effects.ts';

const RECORDS_SHOWN = 10;

/** A table has the first records, every other format all. The counts of all are notes. */
export async function printEffects({ print, settings }: Pick<Session, 'print' | 'settings'>, effects: WriteEffects) {
  const { changes, additions, present, missing, unread } = effects;
  for (const message of missing) await print.warn(harmless(message));
  if (unread !== null) await print.note(harmless(`values before that could not be read: ${unread}`));
  const displayed = settings.output === 'table' ? changes.slice(0, RECORDS_SHOWN) : changes;
  const rows = additions.length > 0 ? additions.flatMap(additionRows) : displayed.flatMap(effectRows);
  await print.list({ ...changeView, isNoneNamed: true }, rows);
  const counts = additions.length > 0 ? additions.map(additionLine) : countLines(changes);
  for (const line of [...counts, ...fieldLines(changes)]) await print.note(harmless(line));
  if (present > 0 && additions.length === 0) await print.note(`${present} already there, or not there to be removed`);
  for (const { messages } of additions) if (messages !== null) await print.note(messages);
  if (additions.some(({ added, status }) => added > 0 && status === 'ACTIVE'))
    await print.note('the campaign is ACTIVE: it messages them');
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
  const {
    campaignId: id,
    campaign: label,
    added,
    alreadyPresent,
    skipped,
    reason,
    inOtherCampaigns,
    contactedLately,
    named,
  } = of;
  const row = { kind: 'campaign', id, label, field: 'contacts', from: null, note: '' } as const;
  const counts: readonly (readonly [change: string, count: number, note: string])[] = [
    ['added', added, ''],
    ['already in it', alreadyPresent, 'those that finished it start again'],
    ['skipped', skipped, reason],
    ['in other campaigns', inOtherCampaigns, 'of those that are not in it'],
    [
      'contacted by another campaign',
      contactedLately ?? 0,
      'in the last 30 days; --contacted-within 30d leaves them out',
    ],
  ];
  return [
    ...counts.flatMap(([change, to, note]) => (to > 0 || change === 'added' ? [{ ...row, change, to, note }] : [])),
    ...named.map(
      (one): ChangeRow => ({
        ...{ kind: 'contact', id: one.id, label: one.label ?? '', change: 'added' },
        ...{ field: 'campaigns', from: null, to: id, note: '' },
      }),
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
function countLines(changes: readonly Change[]): string[] {
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
  return [...members, ...(parts.length > 0 ? [`would ${parts.join(', ')}`] : [])];
}

/** `jobTitle: 212 changed, 40 filled, 3 cleared` */
function fieldLines(changes: readonly Change[]): string[] {
  const counts = new FieldCounts();
  for (const { is, fields = {} } of changes)
    if (is === 'updated') for (const [field, [from, to]] of Object.entries(fields)) counts.add(field, from, to);
  return counts.lines();
}
