// reach ai tones and library: what the service offers to write with.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { libraryView, toneView } from '../../output/views/ai.ts';

export function tonesCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('tones', {
      summary: 'Tones for AI messages and AI snippets',
      description:
        'The workspace’s own, then those every workspace has. A file names one as tone, a request as toneId.',
      uses: [routes.aiTones.list],
      output: 'one row a tone: id, name, whose it is',
      examples: [
        ['reach ai tones', 'all of them'],
        ['reach ai tones --json --fields id,name', 'for a script'],
      ],
    }),
    async (session) => {
      await session.print.list(toneView, (await (await session.api()).aiTones.list()).tones);
    },
  );
}

export function libraryCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('library', {
      summary: 'Public AI messages that campaign steps may use',
      description: 'Use the id as aiMessageId of a step whose type fits the channel.',
      uses: [routes.promptLibrary.aiMessages],
      output: 'one row an entry: id, name, channel',
      examples: [
        ['reach ai library', 'all of them'],
        ['reach ai library -o id', 'ids for campaign files'],
      ],
    }),
    async (session) => {
      await session.print.list(libraryView, (await (await session.api()).promptLibrary.aiMessages()).aiMessages);
    },
  );
}
