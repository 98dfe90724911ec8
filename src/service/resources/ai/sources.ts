// AI messages that steps can refer to: those of the workspace, the copies of steps, and the prompt library.

import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import type { Context } from '../../core/context.ts';
import { PROMPT_LIBRARY } from '../../stand-ins/libraries.ts';
import { type ContentValues, contentsById } from './queries/contents.ts';

/** The settings of a message besides its prompt. */
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
export async function aiSources(
  { tx, principal }: Context,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, AiSource>> {
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
