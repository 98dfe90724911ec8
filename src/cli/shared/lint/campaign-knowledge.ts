// What is known of the workspace without asking it.

import { type CampaignKnowledge, fieldsKnownOffline } from '../../../rules/campaigns/knowledge.ts';
import type { Session } from '../../app/session.ts';
import { cachedFields } from '../lookup/field-cache.ts';
import { chosenRules } from './chosen-rules.ts';
import { profileName } from './profile-name.ts';

/** The standard contact fields, and those last seen with the profile. Sends nothing and needs no profile. */
export function offlineKnowledge(session: Session): CampaignKnowledge {
  return { ...chosenRules(session), fields: fieldsKnownOffline(knownContactFields(session)) };
}

/** Contact fields that were last seen with the profile in force. */
export function knownContactFields(session: Session): readonly string[] {
  return cachedFields(session.paths, profileName(session));
}
