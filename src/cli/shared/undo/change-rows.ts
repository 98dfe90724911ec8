// Changes as rows: one per field, per group of members, or per record that was created, deleted or sent.

import type { AnyId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import type { UndoneStep } from './undo-plan.ts';

export const changeView = viewOf(
  'change',
  'changes',
  'kind id:word label change:word field:word from:excerpt to:excerpt note:prose:sparse',
  { titles: { label: 'name' } },
);

export interface ChangeRow {
  readonly kind: Change['kind'];
  readonly id: AnyId | null;
  readonly label: string;
  readonly change: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly note: string;
}

/** A row that has no value of before. */
export const addedRow = (of: Omit<ChangeRow, 'from' | 'note'> & Partial<Pick<ChangeRow, 'note'>>): ChangeRow => ({
  ...of,
  from: null,
  note: of.note ?? '',
});

const HAPPENED = { message: 'sent', run: 'started', reaction: 'scheduled' } as const;

export function* changeRows(change: Change): Generator<ChangeRow> {
  const { kind, id, label = '', is, fields = {}, members = {}, count, was, unread, lasting } = change;
  const note = [unread, lasting, was === undefined ? undefined : `was ${was}`].filter((text) => text !== undefined);
  const row = {
    kind,
    id,
    label,
    change: is === 'done' ? (getOwn(HAPPENED, kind) ?? is) : is,
    field: '',
    from: null,
    to: null,
    note: note.join('; '),
  };
  if (is !== 'updated') return yield { ...row, to: count ?? null };
  let isEmpty = true;
  for (const [field, [from, to]] of Object.entries(fields)) {
    isEmpty = false;
    yield { ...row, field, from, to };
  }
  for (const [field, { added = [], removed = [] }] of Object.entries(members)) {
    isEmpty = false;
    if (added.length > 0) yield { ...row, change: 'added', field, to: added };
    if (removed.length > 0) yield { ...row, change: 'removed', field, from: removed };
  }
  if (isEmpty) yield { ...row, to: count ?? null };
}

/** What an undo sends, or would send, for one change; and what it keeps. */
export function* undoRows(step: UndoneStep): Generator<ChangeRow> {
  const { change, id, act, fields, members, kept, lasting, error, newId } = step;
  const note = error ?? lasting ?? '';
  const row = { kind: change.kind, id, label: change.label ?? '', field: '', from: null, to: null, note };
  if (error !== undefined) yield { ...row, change: 'failed' };
  else if (act === 'remove') yield { ...row, change: 'deleted' };
  else if (act === 'create') {
    const notes = [`was ${id}`, ...(change.lasting === undefined ? [] : [change.lasting])];
    yield { ...row, id: newId ?? null, change: 'created', note: notes.join('; ') };
    const lists = change.record?.['lists'];
    if (Array.isArray(lists) && lists.length > 0)
      yield { ...row, id: newId ?? null, change: 'added', field: 'lists', to: lists, note: '' };
    if (lasting !== (change.lasting ?? null)) yield { ...row, id: newId ?? null, change: 'not undone' };
  } else if (act === 'change') {
    for (const [field, [from, to]] of Object.entries(fields)) yield { ...row, change: 'updated', field, from, to };
    for (const { of, add, remove } of members) {
      if (add.length > 0) yield { ...row, change: 'added', field: of, to: add };
      if (remove.length > 0) yield { ...row, change: 'removed', field: of, from: remove };
    }
    if (lasting !== null) yield { ...row, change: 'not undone' };
  } else if (lasting !== null) yield { ...row, change: 'not undone' };
  for (const { field, before, now } of kept)
    yield { ...row, change: 'kept', field, from: now, to: before, note: 'changed by someone since' };
}
