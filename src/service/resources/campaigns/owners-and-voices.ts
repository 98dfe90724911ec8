import type { Owner, Voice } from '../../../contract/campaigns/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { SYSTEM_VOICES } from '../../stand-ins/libraries.ts';
import { identityVoices, taskOwners } from '../identities/queries/senders.ts';

/** Empty if the switch `task-owners` is off: then tasks need no owner. */
export async function listTaskOwners({ tx, principal }: Context): Promise<Owner[]> {
  return (await isSwitchedOn(tx, 'task-owners')) ? taskOwners(tx, principal.workspaceId) : [];
}

/** The service's own voices, then those of the workspace's identities. */
export async function listVoices({ tx, principal }: Context): Promise<Voice[]> {
  const system = SYSTEM_VOICES.map((voice) => ({ ...voice, source: 'system' as const, identityId: null }));
  const recorded = await identityVoices(tx, principal.workspaceId);
  return [...system, ...recorded.map((voice) => ({ ...voice, id: `voice-${voice.id}`, source: 'identity' as const }))];
}
