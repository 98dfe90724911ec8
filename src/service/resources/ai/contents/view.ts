// The API form of AI messages, AI snippets and message templates.

import { OUTPUT_LENGTHS } from '../../../../contract/ai/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import { plainOfRich, plainPrompt, richPrompt } from '../../../../rules/ai/prompt-form.ts';
import { isoTime } from '../../../core/clock.ts';
import type { AppPage, Context } from '../../../core/context.ts';
import type { ContentRow } from '../queries/contents.ts';
import type { Content } from './get.ts';
import { messagesOf } from './stored.ts';

type MessageRecord = ReplyOf<Table['aiMessages']['get']>;
type SnippetRecord = ReplyOf<Table['aiSnippets']['get']>;
type TemplateRecord = ReplyOf<Table['messageTemplates']['get']>;

function headOf({ appUrl }: Context, page: AppPage, row: ContentRow) {
  const { id, name, description, folderId } = row;
  return { id, appUrl: appUrl(page, id), name, description, folderId };
}

function datesOf({ createdAt, updatedAt }: ContentRow) {
  return { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}

function promptOf({ row: { prompt }, workspace }: Content) {
  const promptRichText = richPrompt(prompt ?? '', workspace.named);
  return { prompt: plainOfRich(promptRichText), promptRichText };
}

export function messageView(context: Context, content: Content): MessageRecord {
  const { row } = content;
  if (row.channel === null) throw new Error(`AI message ${row.id} has no channel`);
  return {
    ...headOf(context, 'ai-messages', row),
    channel: row.channel,
    ...promptOf(content),
    toneId: row.toneId,
    model: row.model,
    outputLength: OUTPUT_LENGTHS.find((length) => length === row.outputLength) ?? null,
    splitMessages: row.splitMessages === 1,
    campaignId: row.campaignId,
    ...datesOf(row),
  };
}

export function snippetView(context: Context, content: Content): SnippetRecord {
  const { row } = content;
  const { toneId, model } = row;
  return { ...headOf(context, 'ai-snippets', row), ...promptOf(content), toneId, model, ...datesOf(row) };
}

export function templateView(context: Context, { row, workspace }: Content): TemplateRecord {
  const { named } = workspace;
  const messagesRichText = messagesOf(row).map((text) => richPrompt(text, named));
  return {
    ...headOf(context, 'message-templates', row),
    channel: row.channel,
    subject: row.subject === null ? null : plainPrompt(row.subject, named),
    messages: messagesRichText.map(plainOfRich),
    messagesRichText,
    ...datesOf(row),
  };
}
