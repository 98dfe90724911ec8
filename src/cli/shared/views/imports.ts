import { viewOf } from '../../terminal/formats/cells.ts';

export const dryRunView = viewOf(
  'dry run',
  'dry runs',
  `file rows toSend created merged unchanged updated failed rejected skipped list added requests
    minutes firstRequest`,
  {
    // Only where cells were left out, or an encoding was guessed.
    alsoHas: 'columns fields changes newCompanies newFields undo leftOut cellsLeftOut warnings encoding guessed sample',
    titles: {
      created: 'would be created',
      merged: 'would be merged',
      unchanged: 'would be unchanged',
      updated: 'would be updated (by id)',
      failed: 'would fail',
      skipped: 'skipped (duplicate rows)',
      added: 'would be added to the list',
      minutes: 'minutes at the documented rate',
    },
  },
);

export const importView = viewOf(
  'import',
  'imports',
  `id state file list rows created merged unchanged updated failed uncertain rejected skipped
    seconds rowsPerSecond limitedBy results rejects`,
  {
    // Only where cells were left out, or an encoding was guessed.
    alsoHas: 'deleted firstRequest fields changes newFields undo cellsLeftOut warnings encoding guessed sample',
    id: 'id',
    titles: {
      id: 'import',
      updated: 'updated (by id)',
      failed: 'failed (refused by the service)',
      uncertain: 'uncertain (sent, no response)',
      rejected: 'rejected (not sent)',
      skipped: 'skipped (duplicate rows)',
      rejects: 'rejected rows',
    },
  },
);

export const historyView = viewOf('import', 'imports', 'id file startedAt:time rows:number state target', {
  alsoHas: 'finishedAt service list counts',
});
