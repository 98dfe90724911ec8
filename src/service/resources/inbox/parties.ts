// Whom a message goes to: the name and the address that it is sent with.

import type { Channel } from '../../../contract/inbox/enums.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { emailOf, phoneOf } from '../campaigns/execution/conditions.ts';
import { textValue } from '../records/view.ts';
import type { SentTo } from './queries/messages.ts';

export function contactName({ standard }: Pick<StoredRecord, 'standard'>): string | null {
  const names = ['firstName', 'lastName'].map((key) => textValue(standard, key));
  return names.filter((name) => name).join(' ') || null;
}

export function sentTo(contact: StoredRecord, channel: Channel): SentTo {
  const addresses: Readonly<Record<Channel, () => string | null>> = {
    EMAIL: () => emailOf({ contact }),
    WHATSAPP: () => phoneOf({ contact }),
    NETWORK: () => textValue(contact.standard, 'networkProfileUrl'),
    TASK: () => null,
  };
  return { contactName: contactName(contact), contactAddress: addresses[channel]() };
}
