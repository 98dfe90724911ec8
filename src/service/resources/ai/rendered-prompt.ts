// The prompt of an AI message for one contact: fields and AI research replaced by their values, other AI messages and
// snippets by their prompts.

import { KIND_OF_REFERENCE } from '../../../contract/ai/enums.ts';
import { type RichPart, richPrompt } from '../../../rules/ai/prompt-form.ts';
import type { ValueOf } from '../../../rules/campaigns/placeholders.ts';
import type { Context } from '../../core/context.ts';
import { contentById } from './queries/contents.ts';
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
