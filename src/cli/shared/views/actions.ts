import type { View } from '../../terminal/formats/cells.ts';

export const actionsView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'actionsId',
  columns: [
    { key: 'actionsId', kind: 'number' },
    { key: 'entity' },
    { key: 'overallStatus' },
    { key: 'progress', kind: 'number' },
    { key: 'totalActions', kind: 'number' },
    { key: 'imported', kind: 'number' },
    { key: 'creditsUsed', kind: 'number' },
    { key: 'createdAt', kind: 'time' },
    { key: 'finishedAt', kind: 'time' },
  ],
};

export const startedView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'actionsId',
  columns: [
    { key: 'actionsId', kind: 'number' },
    { key: 'createdAt', kind: 'time' },
  ],
};

/** One action of a run, counted. */
export const progressView: View = {
  noun: 'action',
  plural: 'actions',
  id: 'type',
  columns: [
    { key: 'type', kind: 'word' },
    { key: 'COMPLETED', kind: 'number' },
    { key: 'FAILED', kind: 'number' },
    { key: 'SKIPPED', kind: 'number' },
    { key: 'CANCELLED', kind: 'number' },
    { key: 'PENDING', kind: 'number' },
    { key: 'why' },
  ],
};

/** One action on one record. */
export const actionRecordView: View = {
  noun: 'record',
  plural: 'records',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'action', kind: 'word' },
    { key: 'status' },
    { key: 'why', isSparse: true },
    { key: 'creditsUsed', kind: 'number', isExtra: true },
  ],
};

export const optionView: View = {
  noun: 'option',
  plural: 'options',
  id: 'type',
  columns: [{ key: 'type' }, { key: 'worksOn' }, { key: 'option' }, { key: 'kind' }, { key: 'about' }],
};
