import { type AnyId, anyIdOf } from '../../../contract/ids.ts';
import { does, reads } from '../../session/command.ts';
import { recordedChanges } from '../../session/history/entry.ts';
import type { Session } from '../../session/session.ts';
import { changeRows, changeView } from '../../shared/undo/change-rows.ts';
import { entriesOf, entryRow, undoneBy } from '../../shared/undo/entries.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { kindOf } from './list.ts';

const recordView: View = {
  ...changeView,
  alsoHas: ['kind', 'label'],
  columns: [
    { key: 'at', title: 'time', kind: 'time' },
    { key: 'user' },
    { key: 'entry', kind: 'word' },
    ...changeView.columns.filter(({ key }) => key !== 'kind' && key !== 'label'),
    { key: 'command', kind: 'excerpt', isExtra: true },
  ],
};

const declare = () =>
  reads('of', {
    summary: 'What was changed in one record from this machine, oldest first',
    description: 'A contact that was deleted and came back under a new id is followed.',
    view: recordView,
    output: 'one row per change: when, who, by which entry, the field, from, to',
    examples: [
      ['reach history of contacts 74', 'one contact'],
      ['reach history of campaign 3 -o json', 'one campaign'],
    ],
  })
    .argument('<kind>', 'contacts, companies, list, campaign, workflow, …')
    .argument('<id>', 'id of the record');

/** Rows of the record, under each id that it had. */
async function* rowsOf(session: Session, kindText: string, idText: string) {
  const kind = kindOf(kindText);
  const ids = new Set<string>([String(anyIdOf(idText))]);
  const entries = entriesOf(session);
  const undone = undoneBy(entries);
  for (const entry of entries) {
    const { at, user, command } = entryRow(entry, undone);
    for await (const { is, change } of recordedChanges(entry)) {
      const isSame = (id: AnyId | null | undefined) => id != null && ids.has(String(id));
      if (is === 'refused' || change.kind !== kind || !(isSame(change.id) || isSame(change.was))) continue;
      ids.add(String(change.id));
      for (const row of changeRows(change)) yield { at, user, entry: entry.header.id, command, ...row };
    }
  }
}

export const ofCommand = does(declare, async (session, kind, id) => {
  await session.print.list(recordView, rowsOf(session, kind, id));
});
