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

const column = (key: string, title = key) => ({ key, title });

/** What an import did. */
export const importView: View = {
  // Only where cells were left out, or an encoding was guessed.
  alsoHas: [
    'deleted',
    'firstRequest',
    'fields',
    'changes',
    'cellsLeftOut',
    'warnings',
    'encoding',
    'guessed',
    'sample',
  ],
  noun: 'import',
  plural: 'imports',
  id: 'id',
  columns: [
    column('id', 'import'),
    column('state'),
    column('file'),
    column('list'),
    column('rows'),
    column('created'),
    column('merged'),
    column('unchanged'),
    column('updated', 'updated (by id)'),
    column('failed', 'failed (refused by the service)'),
    column('uncertain', 'uncertain (sent, no response)'),
    column('rejected', 'rejected (not sent)'),
    column('skipped', 'skipped (duplicate rows)'),
    column('seconds'),
    column('rowsPerSecond', 'rows per second'),
    column('limitedBy', 'limited by'),
    column('results'),
    column('rejects', 'rejected rows'),
  ],
};

/** Imports of this machine. */
export const historyView = viewOf('import', 'imports', 'id file startedAt:time rows:number state target', {
  alsoHas: ['finishedAt', 'service', 'list', 'counts'],
  titles: { id: 'id', file: 'file', startedAt: 'started', rows: 'rows', state: 'state', target: 'target' },
});
