// What is known of the workspace by asking it: only for what the files name.

import { ApiError } from '../../client/errors.ts';
import type { Api } from '../../contract/table.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../rules/campaigns/knowledge.ts';
import { type References, referencesOf } from '../../rules/campaigns/references.ts';
import { isFields } from '../../rules/shape.ts';
import type { CampaignFile } from '../files/campaign-file.ts';
import type { Session } from '../session.ts';
import { keepFields } from './field-cache.ts';

/** What several files name together. */
function allReferences(files: readonly CampaignFile[]): References {
  const each = files.map(({ body }) => referencesOf(isFields(body) ? body['steps'] : undefined));
  return {
    aiMessageIds: [...new Set(each.flatMap(({ aiMessageIds }) => aiMessageIds))],
    voiceIds: [...new Set(each.flatMap(({ voiceIds }) => voiceIds))],
    ownerIds: [...new Set(each.flatMap(({ ownerIds }) => ownerIds))],
    campaignIds: [...new Set(each.flatMap(({ campaignIds }) => campaignIds))],
    hasTasks: each.some(({ hasTasks }) => hasTasks),
  };
}

/** Those of the campaigns that there are. A file is of no campaign yet, so that no chain can lead back to it. */
async function campaignsOf(api: Api, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map<number, readonly number[]>();
  for (const campaignId of ids) {
    try {
      await api.campaigns.get({ params: { campaignId } });
      found.set(campaignId, []);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    }
  }
  return found;
}

/** Ids of the library are text. One that is a number is a message of the workspace, and nobody is asked about those. */
async function aiMessagesOf(
  session: Session,
  api: Api,
  ids: readonly string[],
): Promise<CampaignKnowledge['aiMessages']> {
  if (ids.length === 0) return undefined;
  if (ids.some((id) => /^\d+$/.test(id))) {
    await session.print.note('AI messages of the workspace are not looked up: an aiMessageId is not verified');
    return undefined;
  }
  const { aiMessages } = await api.promptLibrary.aiMessages();
  return new Map(aiMessages.map(({ id, channel }) => [id, channel]));
}

/** The fields of the workspace, and whatever else the files name; keeps the fields for lint offline. */
export async function onlineKnowledge(session: Session, files: readonly CampaignFile[]): Promise<CampaignKnowledge> {
  const { api } = await session.client();
  const names = allReferences(files);
  const fields = (await api.contacts.fields()).fields.map(({ id }) => id);
  keepFields(session.paths, session.profile().name, fields, session.io.pid);
  return {
    fields: fieldsOfWorkspace(fields),
    ownerIds: names.hasTasks ? new Set((await api.tasks.owners()).owners.map(({ id }) => String(id))) : undefined,
    voiceIds: names.voiceIds.length > 0 ? new Set((await api.voices.list()).voices.map(({ id }) => id)) : undefined,
    campaigns: names.campaignIds.length > 0 ? await campaignsOf(api, names.campaignIds) : undefined,
    aiMessages: await aiMessagesOf(session, api, names.aiMessageIds),
  };
}
