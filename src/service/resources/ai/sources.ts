// AI messages as steps name them: messages of the workspace, copies that steps have, entries of the prompt library.

import type { AiChannel } from '../../../contract/campaigns/enums.ts';
import type { Context } from '../../core/context.ts';
import { PROMPT_LIBRARY } from '../../stand-ins/prompt-library.ts';
import { type ContentValues, contentsById } from './queries/contents.ts';

/** What a message says beside its prompt. */
type Settings = Pick<ContentValues, 'description' | 'toneId' | 'model' | 'outputLength' | 'splitMessages'>;

/** What a copy is made from. */
export interface AiSource extends Settings {
  /** As text: 7 and "7" are the same. */
  readonly id: string;
  readonly name: string;
  readonly channel: AiChannel;
  /** With ids in place of names. */
  readonly prompt: string;
  /** Of a copy: the id of what it was first made from; else its own. */
  readonly rootId: string;
}

/** Entries of the library leave the rest to the service. */
const LIBRARY_SETTINGS = { toneId: null, model: null, outputLength: null, splitMessages: 0 } as const;

/** An id as it is kept: a number where it is one. */
export function normalizedId(id: number | string): number | string {
  return /^[1-9][0-9]{0,15}$/.test(String(id)) ? Number(id) : id;
}

/** Those that exist, by id. */
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
