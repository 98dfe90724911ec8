import type { View } from '../formats/cells.ts';

export const identityView: View = {
  noun: 'identity',
  plural: 'identities',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'email', title: 'e-mail' },
    { key: 'jobTitle', title: 'job title' },
    { key: 'emails', title: 'mailboxes' },
    { key: 'timezone', title: 'time zone' },
  ],
};

export const mailboxView: View = {
  noun: 'mailbox',
  plural: 'mailboxes',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'email', title: 'e-mail' },
    { key: 'provider', title: 'provider' },
    { key: 'isPrimary', title: 'primary' },
    { key: 'healthStatus', title: 'health' },
    { key: 'emailCredentialsExpired', title: 'expired' },
    { key: 'warmup.enabled', title: 'warm-up' },
  ],
};
