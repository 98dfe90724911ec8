import type { Voice } from '../../../contract/campaigns/voices.ts';
import type { Context } from '../../core/context.ts';
import { SYSTEM_VOICES } from '../../stand-ins/voices.ts';
import { identityVoices } from '../identities/queries/senders.ts';

/** The service's own voices, then those of the workspace's identities. */
export async function listVoices({ tx, principal }: Context): Promise<Voice[]> {
  const system = SYSTEM_VOICES.map((voice) => ({ ...voice, source: 'system' as const, identityId: null }));
  const recorded = await identityVoices(tx, principal.workspaceId);
  return [...system, ...recorded.map((voice) => ({ ...voice, id: `voice-${voice.id}`, source: 'identity' as const }))];
}
