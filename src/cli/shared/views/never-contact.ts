import { viewOf } from '../../terminal/formats/cells.ts';
import type { StoredEntry } from '../never-contact/entries.ts';

export const neverContactView = viewOf('entry', 'entries', 'kind:word entry:address source outcome:word:sparse', {
  id: 'entry',
  alsoHas: ['key'],
});

/** `outcome`: what came of the entry; none in a listing. */
export const entryRow = ({ entry, text, source }: StoredEntry, outcome: string | null = null) => ({
  kind: entry.kind,
  entry: text,
  key: entry.key,
  source,
  outcome,
});
