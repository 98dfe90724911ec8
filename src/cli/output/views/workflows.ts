import type { View } from '../formats/cells.ts';

export const workflowView: View = {
  noun: 'workflow',
  plural: 'workflows',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'status', title: 'status' },
    { key: 'version', title: 'version', kind: 'number' },
    { key: 'triggerType', title: 'trigger' },
    { key: 'nodeCount', title: 'nodes', kind: 'number' },
    { key: 'hasUnpublishedChanges', title: 'changed' },
    { key: 'updatedAt', title: 'updated', kind: 'time' },
    { key: 'appUrl', title: 'link', kind: 'link' },
  ],
};

export const editView: View = {
  noun: 'workflow',
  plural: 'workflows',
  columns: [{ key: 'id', title: 'id', kind: 'number' }],
};

export const publishedView: View = {
  noun: 'version',
  plural: 'versions',
  id: 'version',
  columns: [
    { key: 'id', title: 'workflow', kind: 'number' },
    { key: 'version', title: 'version', kind: 'number' },
  ],
};

export const startedView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'runId',
  columns: [
    { key: 'runId', title: 'run', kind: 'number' },
    { key: 'status', title: 'status' },
    { key: 'sequenceNumber', title: 'number', kind: 'number' },
  ],
};

export const runView: View = {
  noun: 'run',
  plural: 'runs',
  id: 'runId',
  columns: [
    { key: 'runId', title: 'run', kind: 'number' },
    { key: 'sequenceNumber', title: 'number', kind: 'number' },
    { key: 'status', title: 'status' },
    { key: 'triggerType', title: 'trigger' },
    { key: 'version', title: 'version', kind: 'number' },
    { key: 'distinctEntityCount', title: 'records', kind: 'number' },
    { key: 'creditsUsed', title: 'credits', kind: 'number' },
    { key: 'startedAt', title: 'started', kind: 'time' },
    { key: 'finishedAt', title: 'finished', kind: 'time' },
  ],
};

export const decidedView: View = {
  noun: 'decision',
  plural: 'decisions',
  id: 'runId',
  columns: [
    { key: 'runId', title: 'run', kind: 'number' },
    { key: 'stepId', title: 'step', kind: 'word' },
    { key: 'decision', title: 'decision' },
    { key: 'decided', title: 'decided', kind: 'number' },
    { key: 'waiting', title: 'waiting', kind: 'number' },
  ],
};

export const blockView: View = {
  noun: 'block',
  plural: 'blocks',
  id: 'blockId',
  columns: [
    { key: 'blockId', title: 'block', kind: 'word' },
    { key: 'label', title: 'label' },
    { key: 'group', title: 'group' },
    { key: 'entities', title: 'for' },
    { key: 'creditsPerRecord', title: 'credits', kind: 'number' },
  ],
};

export const blockInputView: View = {
  noun: 'input',
  plural: 'inputs',
  id: 'key',
  columns: [
    { key: 'key', title: 'input', kind: 'word' },
    { key: 'resolution', title: 'resolution' },
    { key: 'required', title: 'required' },
    { key: 'valueShape', title: 'value' },
    { key: 'description', title: 'what' },
  ],
};

export const conditionFieldView: View = {
  noun: 'field',
  plural: 'fields',
  columns: [
    { key: 'id', title: 'field', kind: 'word' },
    { key: 'label', title: 'label' },
    { key: 'group', title: 'group' },
    { key: 'entities', title: 'of' },
    { key: 'dataType', title: 'type' },
    { key: 'operatorIds', title: 'operators' },
  ],
};

export const verdictView: View = {
  noun: 'problem',
  plural: 'problems',
  id: 'path',
  columns: [
    { key: 'severity', title: 'severity' },
    { key: 'path', title: 'path' },
    { key: 'code', title: 'code' },
    { key: 'message', title: 'message' },
  ],
};
