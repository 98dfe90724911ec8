// What is known of the workspace without asking it.

import { type CampaignKnowledge, fieldsKnownOffline } from '../../../rules/campaigns/knowledge.ts';
import type { Session } from '../../app/session.ts';
import { cachedFields } from '../lookup/field-cache.ts';

/** The standard contact fields, and those last seen with the profile. Sends nothing and needs no profile. */
export function offlineKnowledge(session: Session): CampaignKnowledge {
  return { fields: fieldsKnownOffline(knownContactFields(session)) };
}

/** Contact fields that were last seen with the profile in force. */
export function knownContactFields(session: Session): readonly string[] {
  return cachedFields(session.paths, profileName(session));
}

/** The profile in force; a configuration that cannot be read must not keep anybody from checking a file. */
function profileName(session: Session): string {
  try {
    return session.profile().name;
  } catch {
    return 'local';
  }
}
