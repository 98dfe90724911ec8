import type { View } from '../formats/cells.ts';

export const actionsView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'actionsId',
  columns: [
    { key: 'actionsId', title: 'id', kind: 'number' },
    { key: 'entity', title: 'works on' },
    { key: 'overallStatus', title: 'status' },
    { key: 'progress', title: 'progress', kind: 'number' },
    { key: 'totalActions', title: 'actions', kind: 'number' },
    { key: 'imported', title: 'imported', kind: 'number' },
    { key: 'creditsUsed', title: 'credits', kind: 'number' },
    { key: 'createdAt', title: 'started', kind: 'time' },
    { key: 'finishedAt', title: 'ended', kind: 'time' },
  ],
};

export const startedView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'actionsId',
  columns: [
    { key: 'actionsId', title: 'id', kind: 'number' },
    { key: 'createdAt', title: 'started', kind: 'time' },
  ],
};

/** One action of a run, counted. */
export const progressView: View = {
  noun: 'action',
  plural: 'actions',
  id: 'type',
  columns: [
    { key: 'type', title: 'action', kind: 'word' },
    { key: 'COMPLETED', title: 'done', kind: 'number' },
    { key: 'FAILED', title: 'failed', kind: 'number' },
    { key: 'SKIPPED', title: 'skipped', kind: 'number' },
    { key: 'CANCELLED', title: 'cancelled', kind: 'number' },
    { key: 'PENDING', title: 'to do', kind: 'number' },
    { key: 'why', title: 'why' },
  ],
};

export const optionView: View = {
  noun: 'option',
  plural: 'options',
  id: 'type',
  columns: [
    { key: 'type', title: 'action' },
    { key: 'worksOn', title: 'works on' },
    { key: 'option', title: 'option' },
    { key: 'kind', title: 'value' },
    { key: 'about', title: 'about' },
  ],
};
