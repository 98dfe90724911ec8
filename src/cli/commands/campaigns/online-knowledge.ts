// What is known of the workspace by asking it, only about what the files name.

import { listPages } from '../../../client/answers/pages.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import { type AnyId, isIdText } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Api } from '../../../contract/table.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../../rules/campaigns/knowledge.ts';
import { type References, referencesOf } from '../../../rules/campaigns/references.ts';
import type { CampaignFile } from '../../files/campaign-file.ts';
import type { SeenKind } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';
import { isAiSwitchedOff } from '../../shared/ai/switched-off.ts';
import { having, havingSome } from '../../shared/answer/known.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import { existing } from '../../shared/lookup/existing.ts';
import { keepRecords } from '../../shared/lookup/seen-records.ts';

/** What the files refer to, together. */
function allReferences(files: readonly CampaignFile[]): References {
  const each = files.map(({ body }) => referencesOf(isObject(body) ? body['steps'] : undefined));
  return {
    aiMessageIds: [...new Set(each.flatMap(({ aiMessageIds }) => aiMessageIds))],
    voiceIds: [...new Set(each.flatMap(({ voiceIds }) => voiceIds))],
    ownerIds: [...new Set(each.flatMap(({ ownerIds }) => ownerIds))],
    campaignIds: [...new Set(each.flatMap(({ campaignIds }) => campaignIds))],
    hasTasks: each.some(({ hasTasks }) => hasTasks),
  };
}

/** Those of the campaigns that exist. A file is not a campaign yet, so no chain can lead back to it. */
async function campaignsOf(api: Api, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await existing(ids, async (campaignId) => api.campaigns.get({ params: { campaignId } }));
  return new Map([...found.keys()].map((id) => [id, []]));
}

/** What is known of AI messages; `splitAi` is false when AI is switched off for the workspace. */
type KnownMessages = Pick<CampaignKnowledge, 'aiMessages' | 'splitAi'>;

/** Of the library, of the workspace, or the copy of a step. */
async function aiMessagesOf(api: Api, ids: readonly string[]): Promise<KnownMessages> {
  if (ids.length === 0) return {};
  const found = new Map<string, AiChannel>();
  try {
    if (ids.some((id) => !isIdText(id))) {
      const { aiMessages } = await api.promptLibrary.aiMessages();
      for (const { id, channel } of having(aiMessages, 'id', 'channel')) found.set(String(id), channel);
    }
    const others = ids.filter((id) => !found.has(id));
    const channels = await existing(
      others,
      async (aiMessageId) => (await api.aiMessages.get({ params: { aiMessageId } })).channel,
    );
    for (const [id, channel] of channels) if (channel !== undefined) found.set(id, channel);
  } catch (error) {
    if (isAiSwitchedOff(error)) return { splitAi: false };
    throw error;
  }
  return { aiMessages: found, splitAi: true };
}

/** Every identity of the workspace, where a file names one. */
async function identitiesOf(
  session: Session,
  files: readonly CampaignFile[],
): Promise<CampaignKnowledge['identityIds']> {
  const named = files.some(({ body }) => isObject(body) && typeof body['identityId'] === 'number');
  if (!named) return undefined;
  const { call } = await session.client();
  const ids = new Set<number>();
  for await (const { id } of listPages(call, 'identities', 'list', {})) if (id !== undefined) ids.add(id);
  return ids;
}

/** The fields of the workspace, and whatever else the files name; keeps the fields for lint offline. */
export async function onlineKnowledge(session: Session, files: readonly CampaignFile[]): Promise<CampaignKnowledge> {
  const { api } = await session.client();
  const names = allReferences(files);
  const fields = havingSome((await api.contacts.fields()).fields, 'fields', 'id');
  keepRecords(session, 'contactFields', fields);
  const idsOf = (kind: SeenKind, records: readonly { readonly id: AnyId }[]) => {
    keepRecords(session, kind, records);
    return new Set(records.map(({ id }) => String(id)));
  };
  return {
    ...undocumentedRules(session),
    isOnline: true,
    fields: fieldsOfWorkspace(fields.map(({ id }) => id)),
    identityIds: await identitiesOf(session, files),
    ownerIds: names.hasTasks ? idsOf('owners', having((await api.tasks.owners()).owners, 'id')) : undefined,
    voiceIds: names.voiceIds.length > 0 ? idsOf('voices', having((await api.voices.list()).voices, 'id')) : undefined,
    campaigns: names.campaignIds.length > 0 ? await campaignsOf(api, names.campaignIds) : undefined,
    ...(await aiMessagesOf(api, names.aiMessageIds)),
  };
}
