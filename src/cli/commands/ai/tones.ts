// reach ai tones.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { liveOrSeen } from '../../shared/lookup/seen-records.ts';
import { toneView } from '../../shared/views/ai.ts';

export const tonesCommand = does(
  () =>
    reads('tones', {
      summary: 'List the tones for AI messages and AI snippets',
      description:
        'Tones of the workspace first, then the built-in ones. A file refers to one as tone, a request as toneId.',
      uses: [routes.aiTones.list],
      view: toneView,
      output: 'one row per tone: id, name, whether it is built in',
      examples: [
        ['reach ai tones', 'all tones'],
        ['reach ai tones --json --fields id,name', 'for a script'],
      ],
    }),
  async (session) => {
    const { print } = session;
    const api = await session.api();
    await print.list(toneView, await liveOrSeen(session, 'tones', async () => (await api.aiTones.list()).tones));
  },
);
