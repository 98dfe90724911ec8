// reach ai library.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { liveOrSeen } from '../../shared/lookup/seen-records.ts';
import { libraryView } from '../../shared/views/ai.ts';

export const libraryCommand = does(
  () =>
    reads('library', {
      summary: 'List public AI messages that campaign steps may use',
      description: 'Use the id as aiMessageId of a step whose type matches the channel.',
      uses: [routes.promptLibrary.aiMessages],
      view: libraryView,
      output: 'one row per entry: id, name, channel',
      examples: [
        ['reach ai library', 'all entries'],
        ['reach ai library -o id', 'ids for campaign files'],
      ],
    }),
  async (session) => {
    const { print } = session;
    const api = await session.api();
    await print.list(
      libraryView,
      await liveOrSeen(session, 'library', async () => (await api.promptLibrary.aiMessages()).aiMessages),
    );
  },
);
