// What steps may name beside contacts: owners of tasks, voices, and the prompt library (SERVICE-API, Campaigns).

import type { LibraryMessage } from '../../../contract/ai/prompt-library.ts';
import type { Owner } from '../../../contract/campaigns/owners.ts';
import type { Voice } from '../../../contract/campaigns/voices.ts';
import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { PROMPT_LIBRARY } from '../../stand-ins/prompt-library.ts';
import { SYSTEM_VOICES } from '../../stand-ins/voices.ts';
import { assertSplitModel } from '../ai/split-model.ts';
import { identityVoices, taskOwners } from '../identities/queries/senders.ts';

/** None where the switch `task-owners` is off: then tasks need no owner. */
export async function listOwners({ tx, principal }: Context): Promise<Owner[]> {
  return (await isSwitchedOn(tx, 'task-owners')) ? taskOwners(tx, principal.workspaceId) : [];
}

/** The service's own voices, then those of the workspace's identities. */
export async function listVoices({ tx, principal }: Context): Promise<Voice[]> {
  const system = SYSTEM_VOICES.map((voice) => ({ ...voice, source: 'system' as const, identityId: null }));
  const recorded = await identityVoices(tx, principal.workspaceId);
  return [...system, ...recorded.map((voice) => ({ ...voice, id: `voice-${voice.id}`, source: 'identity' as const }))];
}

/** Throws Refusal `forbidden` where the workspace has not the split AI-entity model. */
export async function listLibrary(context: Context): Promise<LibraryMessage[]> {
  await assertSplitModel(context);
  return PROMPT_LIBRARY.map(({ id, name, description, channel }) => ({ id, name, description, channel }));
}
