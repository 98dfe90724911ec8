import type { View } from '../../terminal/formats/cells.ts';

/** What a dry run of an import prints. */
export const dryRunView: View = {
  /** Only where cells were left out, or an encoding was guessed. */
  alsoHas: ['fields', 'changes', 'cellsLeftOut', 'warnings', 'encoding', 'guessed', 'sample'],
  noun: 'dry run',
  plural: 'dry runs',
  columns: [
    { key: 'file', title: 'file' },
    { key: 'rows', title: 'rows' },
    { key: 'toSend', title: 'to send' },
    { key: 'created', title: 'would be created' },
    { key: 'merged', title: 'would be merged' },
    { key: 'unchanged', title: 'would be unchanged' },
    { key: 'updated', title: 'would be updated (by id)' },
    { key: 'failed', title: 'would fail' },
    { key: 'rejected', title: 'rejected' },
    { key: 'skipped', title: 'skipped (duplicate rows)' },
    { key: 'list', title: 'list' },
    { key: 'added', title: 'would be added to the list' },
    { key: 'requests', title: 'requests' },
    { key: 'minutes', title: 'minutes at the documented rate' },
    { key: 'firstRequest', title: 'first request' },
  ],
};
