// What may be known of a workspace when a campaign is checked. Offline next to nothing is; the service knows everything.

import type { AiChannel } from '../../contract/campaigns/enums.ts';
import type { ServiceKnowledge } from '../problem.ts';
import { STANDARD_FIELDS } from '../records/fields.ts';
import type { KnownFields } from './placeholders.ts';

/** Whatever is left out is not checked. Ids are given as text, but for those of identities: 7 and "7" are the same. */
export interface CampaignKnowledge extends ServiceKnowledge {
  /** Contact field ids. Left out: the standard ones, and nothing is said about the rest. */
  readonly fields?: KnownFields | undefined;
  readonly identityIds?: ReadonlySet<number> | undefined;
  /** Empty when the workspace needs no owners. */
  readonly ownerIds?: ReadonlySet<string> | undefined;
  readonly voiceIds?: ReadonlySet<string> | undefined;
  /** What was there when the service was asked last: there may be more now. */
  readonly seen?: { readonly voiceIds: ReadonlySet<string>; readonly ownerIds: ReadonlySet<string> } | undefined;
  /** AI messages of the workspace, copies included, and of the prompt library. */
  readonly aiMessages?: ReadonlyMap<string, AiChannel> | undefined;
  /** Whether the workspace has the split AI-entity model. */
  readonly splitAi?: boolean | undefined;
  /** Campaigns of the workspace → those their sequences lead to. */
  readonly campaigns?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Which campaign the steps are for; none when it is new. */
  readonly campaignId?: string | undefined;
}

/** The standard contact fields, and others that are known to exist. Anything else may exist as well. */
export function fieldsKnownOffline(others: Iterable<string> = []): KnownFields {
  return { ids: new Set([...STANDARD_FIELDS.CONTACT.map(({ id }) => id), ...others]), complete: false };
}

/** All contact fields of a workspace. */
export function fieldsOfWorkspace(ids: Iterable<string>): KnownFields {
  return { ids: new Set(ids), complete: true };
}
