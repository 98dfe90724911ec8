// AI messages, AI snippets and message templates: what is the same for the three (SERVICE-API, AI message, AI snippet,
// message template). All of it needs the split AI-entity model.

import type { SplitKind } from '../../../contract/ai/enums.ts';
import { AiMessageInput, AiMessagePatch } from '../../../contract/ai/messages.ts';
import { AiSnippetInput, AiSnippetPatch } from '../../../contract/ai/snippets.ts';
import { MessageTemplateInput, MessageTemplatePatch } from '../../../contract/ai/templates.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import { issuesOf } from '../../../contract/issues.ts';
import type { Purpose } from '../../../rules/ai/check.ts';
import { storedPrompt } from '../../../rules/ai/prompt-form.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { assertNoCycle, assertSound, disagreement } from './check.ts';
import {
  type ContentFilter,
  type ContentRow,
  type ContentValues,
  contentById,
  contentPage,
  insertContent,
  softDeleteContent,
  updateContent as writeContent,
} from './queries/contents.ts';
import { forgetReferences, setReferences } from './queries/references.ts';
import { assertSplitModel } from './split-model.ts';
import { assertUnused } from './usage.ts';
import { type AiWorkspace, aiWorkspace, referencesOf, writtenIn } from './workspace.ts';

const NOUN: Readonly<Record<SplitKind, string>> = {
  'ai-message': 'AI message',
  'ai-snippet': 'AI snippet',
  template: 'message template',
};

/** What a body may carry, whatever the kind. */
interface Sent {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly folderId?: number | null | undefined;
  readonly channel?: AiChannel | null | undefined;
  readonly prompt?: string | undefined;
  readonly toneId?: number | undefined;
  readonly model?: string | null | undefined;
  readonly outputLength?: string | null | undefined;
  readonly splitMessages?: boolean | undefined;
  readonly subject?: string | null | undefined;
  readonly messages?: readonly string[] | undefined;
}

const SCHEMAS = {
  'ai-message': { create: AiMessageInput, update: AiMessagePatch },
  'ai-snippet': { create: AiSnippetInput, update: AiSnippetPatch },
  template: { create: MessageTemplateInput, update: MessageTemplatePatch },
} as const;

/** The body as its shape gives it. The rules have accepted it. */
function sentOf(kind: SplitKind, purpose: Purpose, body: unknown): Sent {
  const parsed = SCHEMAS[kind][purpose].safeParse(body);
  if (!parsed.success) throw disagreement(kind, issuesOf(parsed.error));
  return parsed.data;
}

const NOTHING: ContentValues = {
  name: '',
  description: null,
  folderId: null,
  channel: null,
  prompt: null,
  toneId: null,
  model: null,
  outputLength: null,
  splitMessages: 0,
  subject: null,
  messages: null,
  campaignId: null,
  copiedFrom: null,
  updatedAt: 0,
};

function valuesOf(workspace: AiWorkspace, sent: Sent, before: ContentValues): ContentValues {
  const written = writtenIn(workspace, 'CONTACT');
  const stored = (text: string) => storedPrompt(text, written);
  const { description, folderId, channel, toneId, model, outputLength, subject } = sent;
  return {
    ...before,
    ...(sent.name !== undefined && { name: sent.name.trim() }),
    ...(description !== undefined && { description }),
    ...(folderId !== undefined && { folderId }),
    ...(channel !== undefined && { channel }),
    ...(toneId !== undefined && { toneId }),
    ...(model !== undefined && { model }),
    ...(outputLength !== undefined && { outputLength }),
    ...(sent.splitMessages !== undefined && { splitMessages: sent.splitMessages ? 1 : 0 }),
    ...(sent.prompt !== undefined && { prompt: stored(sent.prompt) }),
    ...(subject !== undefined && { subject: subject === null ? null : stored(subject) }),
    ...(sent.messages !== undefined && { messages: JSON.stringify(sent.messages.map(stored)) }),
  };
}

/** The stored texts of a template. */
export function messagesOf({ messages }: Pick<ContentValues, 'messages'>): string[] {
  const texts: unknown = messages === null ? [] : JSON.parse(messages);
  return Array.isArray(texts) ? texts.map(String) : [];
}

function textsOf(values: ContentValues): string[] {
  return [values.prompt, values.subject, ...messagesOf(values)].filter((text) => text !== null);
}

/** Throws Refusal `forbidden`, or `not_found`: also for one of another workspace, and one that is deleted. */
async function contentOf(context: Context, kind: SplitKind, id: number): Promise<ContentRow> {
  await assertSplitModel(context);
  const row = await contentById(context.tx, kind, context.principal.workspaceId, id);
  if (!row) throw new Refusal('not_found', `There is no ${NOUN[kind]} ${id}`);
  return row;
}

/** What is shown of a row, and with what names. */
export interface Read {
  readonly row: ContentRow;
  readonly workspace: AiWorkspace;
}

export async function readContent(context: Context, kind: SplitKind, id: number): Promise<Read> {
  return { row: await contentOf(context, kind, id), workspace: await aiWorkspace(context) };
}

/** A page of them, oldest first. Throws Refusal `forbidden`. */
export async function findContents(
  context: Context,
  kind: SplitKind,
  asked: ContentFilter & { readonly page: number; readonly pageSize: number },
): Promise<{
  rows: readonly ContentRow[];
  workspace: AiWorkspace;
  paging: { page: number; pageSize: number; total: number; hasNextPage: boolean };
}> {
  await assertSplitModel(context);
  const { page, pageSize, ...filter } = asked;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await contentPage(context.tx, kind, context.principal.workspaceId, filter, window);
  const paging = { page, pageSize, total, hasNextPage: page * pageSize < total };
  return { rows, workspace: await aiWorkspace(context), paging };
}

/** Throws Refusal `forbidden`, or `invalid` with every problem of the body; nothing is stored then. */
export async function createContent(context: Context, kind: SplitKind, body: unknown): Promise<Read> {
  await assertSplitModel(context);
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertSound(context, workspace, { kind, body, purpose: 'create' });
  const values = { ...valuesOf(workspace, sentOf(kind, 'create', body), NOTHING), updatedAt: now };
  const id = await insertContent(tx, kind, principal.workspaceId, values, now);
  await setReferences(tx, { kind, id }, referencesOf(workspace, textsOf(values)));
  return readContent(context, kind, id);
}

/** Throws Refusal `forbidden`, `not_found`, or `invalid` with every problem of the body. */
export async function updateContent(context: Context, kind: SplitKind, id: number, body: unknown): Promise<Read> {
  const row = await contentOf(context, kind, id);
  const { tx, now } = context;
  const workspace = await aiWorkspace(context);
  const { channel, subject } = row;
  await assertSound(context, workspace, { kind, body, purpose: 'update', current: { id, channel, subject } });
  const { id: _id, createdAt: _createdAt, ...before } = row;
  const values = valuesOf(workspace, sentOf(kind, 'update', body), before);
  const targets = referencesOf(workspace, textsOf(values));
  await assertNoCycle(context, { kind, id }, targets);
  if (JSON.stringify(values) === JSON.stringify(before)) return { row, workspace };
  await writeContent(tx, kind, id, { ...values, updatedAt: now });
  await setReferences(tx, { kind, id }, targets);
  return readContent(context, kind, id);
}

/** Throws Refusal `forbidden`, `not_found`, or `conflict` naming who refers to it. It is kept, and seen by nobody. */
export async function deleteContent(
  context: Context,
  kind: SplitKind,
  id: number,
): Promise<{ id: number; deleted: true }> {
  const { name, campaignId } = await contentOf(context, kind, id);
  await assertUnused(context, { kind, id, name, isCopy: campaignId !== null });
  await forgetReferences(context.tx, { kind, id });
  await softDeleteContent(context.tx, kind, id, context.now);
  return { id, deleted: true };
}
