// What is known of the workspace without asking it: standard fields, those last seen with the profile, default tones.

import { type AiKnowledge, standardFields } from '../../../rules/ai/knowledge.ts';
import type { Session } from '../../app/session.ts';
import { knownContactFields } from '../lint/campaign-knowledge.ts';
import { chosenRules } from '../lint/chosen-rules.ts';

/** Sends nothing and needs no profile. */
export function offlineAiKnowledge(session: Session): AiKnowledge {
  return { ...chosenRules(session), fields: standardFields(knownContactFields(session)) };
}
