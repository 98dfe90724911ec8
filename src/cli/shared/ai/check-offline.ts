// What is known of the workspace without asking it: standard fields, and what was last seen with the profile.

import { type AiKnowledge, standardFields } from '../../../rules/ai/knowledge.ts';
import type { Session } from '../../session/session.ts';
import { knownContactFields } from '../lint/campaign-knowledge.ts';
import { undocumentedRules } from '../lint/undocumented-rules.ts';
import { seenIds, seenRecords } from '../lookup/seen-records.ts';

/** Sends nothing and needs no profile. */
export function offlineAiKnowledge(session: Session): AiKnowledge {
  const companyFields = seenIds(session, 'companyFields');
  const tones = seenRecords(session, 'tones').flatMap(({ name }) => (typeof name === 'string' ? name : []));
  return {
    ...undocumentedRules(session),
    fields: standardFields(knownContactFields(session), companyFields),
    ...(tones.length > 0 && { tones: { names: new Set(tones), complete: false } }),
  };
}
