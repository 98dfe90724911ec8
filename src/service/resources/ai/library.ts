import type { LibraryMessage, Tone } from '../../../contract/ai/library.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { DEFAULT_TONES, PROMPT_LIBRARY } from '../../stand-ins/text-generation.ts';
import { ownTones } from './queries/contents.ts';

/** Throws Refusal `forbidden` if the workspace does not have the split AI-entity model. */
export async function listPromptLibrary(context: Context): Promise<LibraryMessage[]> {
  await assertSplitModel(context);
  return PROMPT_LIBRARY.map(({ id, name, description, channel }) => ({ id, name, description, channel }));
}

/** The workspace's own tones, then the default ones. Throws Refusal `forbidden` without the split AI-entity model. */
export async function listTones(context: Context): Promise<Tone[]> {
  await assertSplitModel(context);
  const own = await ownTones(context.tx, context.principal.workspaceId);
  return [
    ...own.map((tone) => ({ ...tone, source: 'workspace' as const })),
    ...DEFAULT_TONES.map((tone) => ({ ...tone, source: 'default' as const })),
  ];
}

export async function toneIds({ tx, principal }: Context): Promise<ReadonlySet<string>> {
  return new Set([...(await ownTones(tx, principal.workspaceId)), ...DEFAULT_TONES].map(({ id }) => String(id)));
}

/** Throws Refusal `forbidden` if the workspace does not have the split AI-entity model. */
export async function assertSplitModel({ tx }: Pick<Context, 'tx'>): Promise<void> {
  if (await isSwitchedOn(tx, 'split-ai')) return;
  const message = 'AI messages need the split AI-entity model, which this workspace does not have';
  throw new Refusal('forbidden', message, { feature: 'split-ai' });
}
