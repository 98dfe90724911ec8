// Keys under which a file names a record, where what travels has the key of an id.

import { getOwn } from '../contract/json.ts';

/** What can be named. Identities, owners and voices belong to a workspace; files only name them. */
const REFERENTS = ['list', 'campaign', 'ai-message', 'identity', 'owner', 'voice'] as const;
export type Referent = (typeof REFERENTS)[number];

/** Whose lists are meant, where two of a name hold different records. */
export type Hint = 'CONTACT' | 'COMPANY' | null;

export interface Spot {
  /** The key that a file has. */
  readonly key: string;
  readonly referent: Referent;
  readonly hint: Hint;
}

/** Each key of an id, and the key that names the same in a file. */
export const SPOTS: Readonly<Record<string, Spot>> = {
  campaignId: { key: 'campaign', referent: 'campaign', hint: null },
  identityId: { key: 'identity', referent: 'identity', hint: null },
  aiMessageId: { key: 'aiMessage', referent: 'ai-message', hint: null },
  ownerId: { key: 'owner', referent: 'owner', hint: null },
  voiceId: { key: 'voice', referent: 'voice', hint: null },
  leadsGroupId: { key: 'list', referent: 'list', hint: 'CONTACT' },
  companyGroupId: { key: 'list', referent: 'list', hint: 'COMPANY' },
  listId: { key: 'list', referent: 'list', hint: null },
  destinationContactGroupId: { key: 'destinationList', referent: 'list', hint: 'CONTACT' },
};

/** The key that names what the key of an id means; undefined for any other key. */
export function nameKeyOf(key: string): string | undefined {
  return getOwn(SPOTS, key)?.key;
}

/** The keys under which a file names other records. */
export const NAME_KEYS: readonly string[] = [...new Set(Object.values(SPOTS).map(({ key }) => key))];

/** Whether a key of an id can be written as a name. */
export function isNameable(key: string): boolean {
  return nameKeyOf(key) !== undefined;
}
