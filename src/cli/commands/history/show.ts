import { does, reads } from '../../session/command.ts';
import { recordedChanges } from '../../session/history/entry.ts';
import { changeRows, changeView } from '../../shared/undo/change-rows.ts';
import { entryOf, entryRow } from '../../shared/undo/entries.ts';

const declare = () =>
  reads('show', {
    summary: 'The changes of one entry, field by field',
    view: changeView,
    output: 'one row per field that was changed: kind and id of the record, the field, from, to',
    exits: ['notFound'],
    examples: [
      ['reach history show 20261126-ab12c', 'every change'],
      ['reach history show 20261126-ab12c -o csv', 'for a spreadsheet'],
    ],
  }).argument('<id>', 'id of the entry');

export const showCommand = does(declare, async (session, id) => {
  const entry = entryOf(session, id);
  const { command, at, user, host, changed } = entryRow(entry, new Map());
  await session.print.note(`${command} · ${at} · ${user}@${host}${changed === '' ? '' : ` · ${changed}`}`);
  const rows = (async function* () {
    for await (const { is, change } of recordedChanges(entry)) {
      const note = is === 'done' ? {} : { note: is === 'refused' ? 'refused by the service' : 'never answered' };
      for (const row of changeRows(change)) yield { ...row, ...note };
    }
  })();
  await session.print.list(changeView, rows);
});
