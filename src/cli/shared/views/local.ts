import type { View } from '../../terminal/formats/cells.ts';

export const localStatusView: View = {
  noun: 'status',
  plural: 'statuses',
  id: 'data',
  columns: [
    { key: 'version' },
    { key: 'data', title: 'store' },
    { key: 'now', title: 'clock' },
    { key: 'counts', title: 'records' },
    { key: 'work', title: 'background work' },
    { key: 'servers' },
    { key: 'locks' },
  ],
};

export const clockView: View = {
  noun: 'clock',
  plural: 'clocks',
  id: 'now',
  // Of an event, with --until.
  alsoHas: ['what'],
  columns: [{ key: 'now' }, { key: 'frozen' }, { key: 'offsetMs', kind: 'number' }],
};

export const faultView: View = {
  noun: 'fault',
  plural: 'faults',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'endpoint' },
    { key: 'times', kind: 'number' },
    { key: 'used', kind: 'number' },
    { key: 'probability', kind: 'number' },
    { key: 'status', kind: 'number' },
    { key: 'drop' },
    { key: 'latencyMs', kind: 'number' },
  ],
};

export const keyView: View = {
  noun: 'key',
  plural: 'keys',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'scopes' },
    { key: 'createdAt', kind: 'time' },
    { key: 'revokedAt', kind: 'time' },
  ],
};

export const createdKeyView: View = {
  noun: 'key',
  plural: 'keys',
  id: 'key',
  columns: [{ key: 'id', kind: 'number' }, { key: 'name' }, { key: 'scopes' }, { key: 'key' }],
};

export const requestView: View = {
  noun: 'request',
  plural: 'requests',
  id: 'requestId',
  columns: [
    { key: 'at', kind: 'time' },
    { key: 'method' },
    { key: 'path' },
    { key: 'status', kind: 'number' },
    { key: 'ms', kind: 'number' },
    { key: 'key' },
    { key: 'requestId', kind: 'word', isExtra: true },
  ],
};

export const featureView: View = {
  noun: 'switch',
  plural: 'switches',
  id: 'name',
  columns: [{ key: 'name', title: 'switch' }, { key: 'on' }],
};

export const grantView: View = {
  noun: 'grant',
  plural: 'grants',
  id: 'workflowId',
  columns: [{ key: 'workflowId', kind: 'number' }, { key: 'user' }, { key: 'granted' }],
};

export const enrolmentView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  columns: [
    // Short, so that the names fit 80 columns.
    { key: 'contactId', kind: 'number', title: 'id' },
    { key: 'firstName' },
    { key: 'lastName' },
    { key: 'professionalEmail', title: 'email', kind: 'address', isExtra: true },
    { key: 'status' },
    { key: 'nextStep' },
    // As it is, not how far away: the service's clock need not be this machine's.
    { key: 'dueAt' },
    { key: 'reason' },
  ],
};
