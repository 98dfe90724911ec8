import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { liveOrSeen } from '../../shared/lookup/seen-records.ts';
import { voiceView } from '../../shared/views/campaigns.ts';

const declare = () =>
  reads('voices', {
    summary: 'Voices for voice messages',
    description: 'Use the id as voiceId of a network_voice_message step.',
    uses: [routes.voices.list],
    view: voiceView,
    output: 'one row per voice: those of the service, and those of identities',
    examples: [
      ['reach campaign voices', 'all of them'],
      ['reach campaign voices --fields id,name,language', 'fewer columns'],
    ],
  });

export const voicesCommand = does(declare, async (session) => {
  const { print } = session;
  const api = await session.api();
  await print.list(voiceView, await liveOrSeen(session, 'voices', async () => (await api.voices.list()).voices));
});
