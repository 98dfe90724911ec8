import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import { voiceView } from '../../output/views/campaigns.ts';

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
  await session.print.list(voiceView, (await (await session.api()).voices.list()).voices ?? []);
});
