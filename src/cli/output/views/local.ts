import type { View } from '../formats/cells.ts';

export const localStatusView: View = {
  noun: 'status',
  plural: 'statuses',
  id: 'data',
  columns: [
    { key: 'version', title: 'version' },
    { key: 'data', title: 'store' },
    { key: 'now', title: 'its clock' },
    { key: 'counts', title: 'holds' },
    { key: 'work', title: 'background work' },
  ],
};

export const clockView: View = {
  noun: 'clock',
  plural: 'clocks',
  id: 'now',
  columns: [
    { key: 'now', title: 'now' },
    { key: 'frozen', title: 'frozen' },
    { key: 'offsetMs', title: 'ahead (ms)', kind: 'number' },
  ],
};

export const faultView: View = {
  noun: 'fault',
  plural: 'faults',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'endpoint', title: 'endpoint' },
    { key: 'times', title: 'times', kind: 'number' },
    { key: 'used', title: 'used', kind: 'number' },
    { key: 'probability', title: 'chance', kind: 'number' },
    { key: 'status', title: 'status', kind: 'number' },
    { key: 'drop', title: 'drop' },
    { key: 'latencyMs', title: 'latency (ms)', kind: 'number' },
  ],
};

export const keyView: View = {
  noun: 'key',
  plural: 'keys',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'scopes', title: 'scopes' },
    { key: 'createdAt', title: 'created', kind: 'time' },
    { key: 'revokedAt', title: 'revoked', kind: 'time' },
  ],
};

export const createdKeyView: View = {
  noun: 'key',
  plural: 'keys',
  id: 'key',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'scopes', title: 'scopes' },
    { key: 'key', title: 'key' },
  ],
};

export const requestView: View = {
  noun: 'request',
  plural: 'requests',
  id: 'requestId',
  columns: [
    { key: 'at', title: 'at', kind: 'time' },
    { key: 'method', title: 'method' },
    { key: 'path', title: 'path' },
    { key: 'status', title: 'status', kind: 'number' },
    { key: 'ms', title: 'ms', kind: 'number' },
    { key: 'key', title: 'key' },
    { key: 'requestId', title: 'request id' },
  ],
};

export const featureView: View = {
  noun: 'switch',
  plural: 'switches',
  id: 'name',
  columns: [
    { key: 'name', title: 'switch' },
    { key: 'on', title: 'on' },
  ],
};

export const grantView: View = {
  noun: 'grant',
  plural: 'grants',
  id: 'workflowId',
  columns: [
    { key: 'workflowId', title: 'workflow', kind: 'number' },
    { key: 'user', title: 'user' },
    { key: 'granted', title: 'granted' },
  ],
};

export const enrolmentView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  columns: [
    { key: 'contactId', title: 'contact', kind: 'number' },
    { key: 'lastName', title: 'name' },
    { key: 'status', title: 'status' },
    { key: 'nextStep', title: 'next' },
    // As it is, not how far away: the service's clock need not be this machine's.
    { key: 'dueAt', title: 'due' },
    { key: 'reason', title: 'why' },
  ],
};
