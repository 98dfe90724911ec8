import type { View } from '../../terminal/formats/cells.ts';

export const identityView: View = {
  noun: 'identity',
  plural: 'identities',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'name' },
    { key: 'email', kind: 'address' },
    { key: 'jobTitle' },
    { key: 'emails', isExtra: true },
    { key: 'timezone', isExtra: true },
  ],
};

export const mailboxView: View = {
  noun: 'mailbox',
  plural: 'mailboxes',
  columns: [
    { key: 'id', kind: 'number' },
    { key: 'email', kind: 'address' },
    { key: 'provider' },
    { key: 'isPrimary' },
    { key: 'healthStatus' },
    { key: 'emailCredentialsExpired' },
    { key: 'warmup.enabled' },
  ],
};
