import type { MessageChannel } from '../../../contract/inbox/enums.ts';
import type { StoredRecord } from '../records/queries/records.ts';

/** The fields of a contact that a channel needs: any of them. */
export const CHANNEL_NEEDS: Readonly<
  Record<MessageChannel, { readonly fields: readonly string[]; readonly lacks: string }>
> = {
  EMAIL: { fields: ['professionalEmail', 'personalEmails'], lacks: 'no email address' },
  NETWORK: { fields: ['networkProfileUrl'], lacks: 'no network profile' },
  WHATSAPP: { fields: ['mobilePhone', 'phones'], lacks: 'no phone number' },
};

/** The order in which channels are tried if there is no conversation yet. */
export const CHANNEL_ORDER: readonly MessageChannel[] = ['EMAIL', 'NETWORK', 'WHATSAPP'];

export function isReachable({ standard }: StoredRecord, channel: MessageChannel): boolean {
  return CHANNEL_NEEDS[channel].fields.some((field) => standard.has(field));
}
