import type { AiChannel } from '../../contract/campaign-words.ts';
import type { Tx } from './db.ts';
import { IN_LIST, jsonList } from './rowset.ts';

export interface AiMessageRow {
  readonly id: number;
  readonly name: string;
  readonly channel: AiChannel;
  readonly prompt: string;
  /** The campaign whose step it was copied for; null for a message of the workspace. */
  readonly campaignId: number | null;
  /** Id of what it was first copied from, as text; null for a message of the workspace. */
  readonly copiedFrom: string | null;
}

const SELECT = `select id, name, channel, prompt, campaign_id as campaignId, copied_from as copiedFrom
  from ai_messages where workspace_id = ?`;

/** AI messages of the workspace with these ids, copies included. */
export async function aiMessagesById(tx: Tx, workspaceId: number, ids: Iterable<number>): Promise<AiMessageRow[]> {
  return tx.all<AiMessageRow>(`${SELECT} and id ${IN_LIST} order by id`, workspaceId, jsonList(ids));
}

export async function insertAiMessage(
  tx: Tx,
  workspaceId: number,
  message: Omit<AiMessageRow, 'id'>,
  now: number,
): Promise<number> {
  const { lastId } = await tx.run(
    `insert into ai_messages (workspace_id, name, channel, prompt, campaign_id, copied_from, created_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    workspaceId,
    message.name,
    message.channel,
    message.prompt,
    message.campaignId,
    message.copiedFrom,
    now,
  );
  return lastId;
}
