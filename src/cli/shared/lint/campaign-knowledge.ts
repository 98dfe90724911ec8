// What is known of the workspace without asking it.

import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import { type CampaignKnowledge, fieldsKnownOffline } from '../../../rules/campaigns/knowledge.ts';
import { problemsOf, readCampaign } from '../../files/campaign-file.ts';
import type { Session } from '../../session/session.ts';
import { havingSome } from '../answer.ts';
import { keepRecords, seenIds } from '../lookup/seen-records.ts';
import { soundBody } from '../names/resolve.ts';
import { settled } from './settled.ts';
import { undocumentedRules } from './undocumented-rules.ts';

/** The standard contact fields, and what was last seen with the profile. Sends nothing and needs no profile. */
export function offlineKnowledge(session: Session): CampaignKnowledge {
  const seen = (kind: 'voices' | 'owners') => seenIds(session, kind);
  return {
    ...undocumentedRules(session),
    fields: fieldsKnownOffline(knownContactFields(session)),
    seen: { voiceIds: new Set(seen('voices')), ownerIds: new Set(seen('owners')) },
  };
}

/** A file that a campaign is to be made of: checked, with ids in place of names. Throws its refusal (exit 3). */
export async function soundCampaign(session: Session, name: string) {
  const file = await readCampaign(session.io, name);
  const problems = await settled(session, () => problemsOf(file, offlineKnowledge(session)), readContactFields);
  return { file, body: await soundBody<CampaignInput>(session, file, problems) };
}

/** Reads the contact fields of the workspace; kept for lint offline. */
export async function readContactFields(session: Session): Promise<void> {
  const { fields } = await (await session.api()).contacts.fields();
  keepRecords(session, 'contactFields', havingSome(fields, 'fields', 'id'));
}

/** Contact fields that were last seen with the profile in force. */
export function knownContactFields(session: Session): readonly string[] {
  return seenIds(session, 'contactFields');
}
