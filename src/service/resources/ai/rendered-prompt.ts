// The prompt of an AI message for one contact: fields and AI research replaced by their values, other AI messages and
// snippets by their prompts.

import { KIND_OF_REFERENCE } from '../../../contract/ai/enums.ts';
import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import { type RichPart, richPrompt } from '../../../rules/ai/tokens.ts';
import type { ValueOf } from '../../../rules/campaigns/placeholders.ts';
import type { Context } from '../../core/context.ts';
import { PROMPT_LIBRARY } from '../../stand-ins/text-generation.ts';
import { type ContentValues, contentById, contentsById } from './queries/contents.ts';
import { type AiWorkspace, aiWorkspace } from './workspace.ts';

/** References have no cycles; this limits the cost of a long chain. */
const DEPTH_MAX = 10;

/** `stored`: the stored form. `read`: the contact's value of a field, by id. What has no value is omitted. */
export async function renderPrompt(context: Context, stored: string, read: ValueOf): Promise<string> {
  if (!stored.includes('{')) return stored;
  return await renderText(context, await aiWorkspace(context), stored, read, 0);
}

async function renderText(context: Context, workspace: AiWorkspace, stored: string, read: ValueOf, depth: number) {
  const texts: string[] = [];
  for (const part of richPrompt(stored, workspace.named)) {
    texts.push(await textOf(context, workspace, part, read, depth));
  }
  return texts.join('');
}

async function textOf(context: Context, workspace: AiWorkspace, part: RichPart, read: ValueOf, depth: number) {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'field':
      return read(part.fieldId) ?? '';
    case 'aiResearch': {
      const key = workspace.variables.find(({ id }) => id === part.id)?.key;
      const field = [...workspace.fields.CONTACT.values()].find((one) => one.isCustom && one.key === key);
      return field === undefined ? '' : (read(field.id) ?? '');
    }
    default: {
      if (depth === DEPTH_MAX) return '';
      const kind = KIND_OF_REFERENCE[part.type];
      const other = await contentById(context.tx, kind, context.principal.workspaceId, part.id);
      return other?.prompt ? await renderText(context, workspace, other.prompt, read, depth + 1) : '';
    }
  }
}

// AI messages that steps can refer to: those of the workspace, the copies of steps, and the prompt library.

type AiSettings = Pick<ContentValues, 'description' | 'toneId' | 'model' | 'outputLength' | 'splitMessages'>;

export interface AiSource extends AiSettings {
  /** As text, so that 7 and "7" are the same. */
  readonly id: string;
  readonly name: string;
  readonly channel: AiChannel;
  /** In stored form: ids instead of names. */
  readonly prompt: string;
  /** For a copy, the id of its original; otherwise its own. */
  readonly rootId: string;
}

/** Library entries have no settings of their own. */
const LIBRARY_SETTINGS = { toneId: null, model: null, outputLength: null, splitMessages: 0 } as const;

/** A numeric id is stored as a number. */
export function normalizedId(id: number | string): number | string {
  return /^[1-9][0-9]{0,15}$/.test(String(id)) ? Number(id) : id;
}

/** The existing ones, by id. */
export async function aiSources({ tx, principal }: Context, ids: Iterable<string>) {
  const wanted = new Set(ids);
  const found = new Map<string, AiSource>();
  if (wanted.size === 0) return found;
  for (const entry of PROMPT_LIBRARY) {
    if (wanted.has(entry.id)) found.set(entry.id, { ...LIBRARY_SETTINGS, ...entry, rootId: entry.id });
  }
  const numbers = [...wanted].map(normalizedId).filter((id) => typeof id === 'number');
  for (const row of await contentsById(tx, 'ai-message', principal.workspaceId, numbers)) {
    const { name, channel, prompt, description, toneId, model, outputLength, splitMessages } = row;
    if (channel === null || prompt === null) continue;
    const id = String(row.id);
    const settings = { description, toneId, model, outputLength, splitMessages };
    found.set(id, { id, name, channel, prompt, ...settings, rootId: row.copiedFrom ?? id });
  }
  return found;
}
