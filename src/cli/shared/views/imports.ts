import { type View, viewOf } from '../../terminal/formats/cells.ts';

/** What a dry run of an import prints. */
export const dryRunView: View = {
  /** Only where cells were left out, or an encoding was guessed. */
  alsoHas: ['columns', 'fields', 'changes', 'leftOut', 'cellsLeftOut', 'warnings', 'encoding', 'guessed', 'sample'],
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

/** What an import did. */
export const importView = viewOf(
  'import',
  'imports',
  `id state file list rows created merged unchanged updated failed uncertain rejected skipped
    seconds rowsPerSecond limitedBy results rejects`,
  {
    // Only where cells were left out, or an encoding was guessed.
    alsoHas: 'deleted firstRequest fields changes cellsLeftOut warnings encoding guessed sample',
    id: 'id',
    titles: {
      ...{
        id: 'import',
        state: 'state',
        file: 'file',
        list: 'list',
        rows: 'rows',
        created: 'created',
        merged: 'merged',
      },
      ...{ unchanged: 'unchanged', seconds: 'seconds', results: 'results' },
      updated: 'updated (by id)',
      failed: 'failed (refused by the service)',
      uncertain: 'uncertain (sent, no response)',
      rejected: 'rejected (not sent)',
      skipped: 'skipped (duplicate rows)',
      rowsPerSecond: 'rows per second',
      limitedBy: 'limited by',
      rejects: 'rejected rows',
    },
  },
);

/** Imports of this machine. */
export const historyView = viewOf('import', 'imports', 'id file startedAt:time rows:number state target', {
  alsoHas: 'finishedAt service list counts',
  titles: { id: 'id', file: 'file', startedAt: 'started', rows: 'rows', state: 'state', target: 'target' },
});
