import { viewOf } from '../../terminal/formats/cells.ts';

export const identityView = viewOf(
  'identity',
  'identities',
  'id:number name email:address jobTitle emails:extra timezone:extra',
);

export const mailboxView = viewOf(
  'mailbox',
  'mailboxes',
  'id:number email:address provider isPrimary healthStatus emailCredentialsExpired warmup.enabled',
);
