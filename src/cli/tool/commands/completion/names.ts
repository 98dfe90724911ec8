// reach completion names: called by the scripts, hidden in help. The launcher answers it without this command where it has no
// flags, see `tool/completion/answer-names.ts`.

import { does, reads } from '../../../session/command.ts';
import { namesText } from '../../completion/answer-names.ts';

export const namesCommand = does(
  () =>
    reads('names', {
      summary: 'Print cached names',
      output: 'one name per line',
      notForAgents: 'configuration',
      examples: [],
    }).argument('<kind>', 'kind of names'),
  async (session, kind) => {
    const text = await namesText(session, kind, () => session.profile().name);
    await session.print.text(text).catch(() => {});
  },
);
