import type { View } from '../../terminal/formats/cells.ts';
import type { StoredEntry } from '../never-contact/entries.ts';

export const neverContactView: View = {
  noun: 'entry',
  plural: 'entries',
  id: 'entry',
  alsoHas: ['key'],
  columns: [
    { key: 'kind', kind: 'word' },
    { key: 'entry', kind: 'address' },
    { key: 'source' },
    { key: 'outcome', kind: 'word', isSparse: true },
  ],
};

/** `outcome`: what came of the entry; none in a listing. */
export const entryRow = ({ entry, text, source }: StoredEntry, outcome: string | null = null) => ({
  kind: entry.kind,
  entry: text,
  key: entry.key,
  source,
  outcome,
});
