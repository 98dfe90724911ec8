// What a contact needs so that the steps of a campaign can reach it.

import type { StepType } from '../../contract/campaigns/enums.ts';

/** How a step reaches a contact. */
export type ContactChannel = 'email' | 'network' | 'phone';

/** What a step needs to reach a contact. */
export const CHANNEL: { readonly [T in StepType]?: ContactChannel } = {
  email: 'email',
  network_message: 'network',
  network_message_bundle: 'network',
  network_voice_message: 'network',
  network_inmail: 'network',
  network_visit_profile: 'network',
  network_like_last_post: 'network',
  network_connection: 'network',
  whatsapp_message: 'phone',
};

/** Steps that have an effect for any contact. */
const UNRESTRICTED: readonly StepType[] = ['task', 'add_to_another_campaign'];

const CHANNEL_NOUN: Readonly<Record<ContactChannel, string>> = {
  email: 'email address',
  network: 'network profile',
  phone: 'phone number',
};

/** A contact needs at least one of these channels to be added to a campaign of such steps; null if any contact can be. */
export function channelsOf(types: readonly (StepType | null)[]): readonly ContactChannel[] | null {
  const channels = new Set(types.flatMap((type) => (type === null ? [] : (CHANNEL[type] ?? []))));
  const isOpen = types.some((type) => type === null || UNRESTRICTED.includes(type));
  return channels.size === 0 || isOpen ? null : [...channels];
}

/** `no email address, no phone number` */
export const lacking = (channels: readonly ContactChannel[]): string =>
  channels.map((channel) => `no ${CHANNEL_NOUN[channel]}`).join(', ');
