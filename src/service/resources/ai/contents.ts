import {
  AiMessageInput,
  AiMessagePatch,
  AiSnippetInput,
  AiSnippetPatch,
  MessageTemplateInput,
  MessageTemplatePatch,
} from '../../../contract/ai/contents.ts';
import { OUTPUT_LENGTHS, type SplitKind } from '../../../contract/ai/enums.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import { given } from '../../../contract/json.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { plainOfRich, plainPrompt, richPrompt, storedPrompt } from '../../../rules/ai/tokens.ts';
import type { Purpose } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import { type AppPage, type Context, found, Refusal, readBody } from '../../core/context.ts';
import type { PageRequest, Paging } from '../../core/sql.ts';
import { assertNoCycle, assertUnused, assertValid, KIND_NOUN } from './check.ts';
import { assertSplitModel } from './library.ts';
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
import { deleteReferences, setReferences } from './queries/references.ts';
import { type AiWorkspace, aiWorkspace, referencesOf, writtenIn } from './workspace.ts';

/** Throws Refusal `forbidden`, or `invalid` with every problem of the body; nothing is stored then. */
export async function createContent(context: Context, kind: SplitKind, body: unknown): Promise<Content> {
  await assertSplitModel(context);
  const { tx, principal, now } = context;
  const workspace = await aiWorkspace(context);
  await assertValid(context, workspace, { kind, body, purpose: 'create' });
  const values = { ...valuesOf(workspace, inputOf(kind, 'create', body), EMPTY), updatedAt: now };
  const id = await insertContent(tx, kind, principal.workspaceId, values, now);
  await setReferences(tx, { kind, id }, referencesOf(workspace, textsOf(values)));
  return getContent(context, kind, id);
}

/** Throws Refusal `forbidden`, or `not_found`, also for one that was deleted or is in another workspace. */
async function contentOf(context: Context, kind: SplitKind, id: number): Promise<ContentRow> {
  await assertSplitModel(context);
  return found(await contentById(context.tx, kind, context.principal.workspaceId, id), KIND_NOUN[kind], id);
}

/** A row, and the names its references resolve to. */
export interface Content {
  readonly row: ContentRow;
  readonly workspace: AiWorkspace;
}

export async function getContent(context: Context, kind: SplitKind, id: number): Promise<Content> {
  return { row: await contentOf(context, kind, id), workspace: await aiWorkspace(context) };
}

/** A page, oldest first. Throws Refusal `forbidden`. */
export async function listContents(
  context: Context,
  kind: SplitKind,
  { page, pageSize, ...filter }: ContentFilter & PageRequest,
): Promise<{ readonly contents: readonly Content[]; readonly paging: Paging }> {
  await assertSplitModel(context);
  const { tx, principal } = context;
  const { rows, paging } = await contentPage(tx, kind, principal.workspaceId, filter, { page, pageSize });
  const workspace = await aiWorkspace(context);
  return { contents: rows.map((row) => ({ row, workspace })), paging };
}

/** Throws Refusal `forbidden`, `not_found`, or `invalid` with every problem of the body. */
export async function updateContent(context: Context, kind: SplitKind, id: number, body: unknown): Promise<Content> {
  const row = await contentOf(context, kind, id);
  const { tx, now } = context;
  const workspace = await aiWorkspace(context);
  const { channel, subject, campaignId } = row;
  await assertValid(context, workspace, { kind, body, purpose: 'update', current: { id, channel, subject } });
  const { id: _id, createdAt: _createdAt, ...before } = row;
  const values = valuesOf(workspace, inputOf(kind, 'update', body), before);
  if (campaignId !== null && values.channel !== channel) {
    const message = `AI message ${id} is the copy of a step of campaign ${campaignId}, which needs ${channel}`;
    throw new Refusal('invalid', `channel: ${message}`, {
      issues: [{ path: 'channel', code: 'not_editable', message }],
    });
  }
  const targets = referencesOf(workspace, textsOf(values));
  await assertNoCycle(context, { kind, id }, targets);
  if (JSON.stringify(values) === JSON.stringify(before)) return { row, workspace };
  await writeContent(tx, kind, id, { ...values, updatedAt: now });
  await setReferences(tx, { kind, id }, targets);
  return getContent(context, kind, id);
}

/** Throws Refusal `forbidden`, `not_found`, or `conflict` naming who refers to it. Only marked as deleted. */
export async function deleteContent(
  context: Context,
  kind: SplitKind,
  id: number,
): Promise<{ id: number; deleted: true }> {
  const { name, campaignId } = await contentOf(context, kind, id);
  await assertUnused(context, { kind, id, name, isCopy: campaignId !== null });
  await deleteReferences(context.tx, { kind, id });
  await softDeleteContent(context.tx, kind, id, context.now);
  return { id, deleted: true };
}

interface ContentInput {
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

/** The body must have passed the rules. */
function inputOf(kind: SplitKind, purpose: Purpose, body: unknown): ContentInput {
  return readBody(SCHEMAS[kind][purpose], body);
}

const EMPTY: ContentValues = {
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

function valuesOf(workspace: AiWorkspace, input: ContentInput, before: ContentValues): ContentValues {
  const written = writtenIn(workspace, 'CONTACT');
  const stored = (text: string) => storedPrompt(text, written);
  const { description, folderId, channel, toneId, model, outputLength, subject } = input;
  return {
    ...before,
    ...given({ name: input.name?.trim(), description, folderId, channel, toneId, model, outputLength }),
    ...(input.splitMessages !== undefined && { splitMessages: input.splitMessages ? 1 : 0 }),
    ...(input.prompt !== undefined && { prompt: stored(input.prompt) }),
    ...(subject !== undefined && { subject: subject === null ? null : stored(subject) }),
    ...(input.messages !== undefined && { messages: JSON.stringify(input.messages.map(stored)) }),
  };
}

function messagesOf({ messages }: Pick<ContentValues, 'messages'>): string[] {
  const texts: unknown = messages === null ? [] : JSON.parse(messages);
  return Array.isArray(texts) ? texts.map(String) : [];
}

function textsOf(values: ContentValues): string[] {
  return [values.prompt, values.subject, ...messagesOf(values)].filter((text) => text !== null);
}

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

export function messageView(context: Context, content: Content): ReplyData<'aiMessages', 'get'> {
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

export function snippetView(context: Context, content: Content): ReplyData<'aiSnippets', 'get'> {
  const { row } = content;
  const { toneId, model } = row;
  return { ...headOf(context, 'ai-snippets', row), ...promptOf(content), toneId, model, ...datesOf(row) };
}

export function templateView(context: Context, { row, workspace }: Content): ReplyData<'messageTemplates', 'get'> {
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
