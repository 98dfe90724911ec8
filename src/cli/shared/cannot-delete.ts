// `delete` for what the interface cannot delete: the answer, and what to do instead. Hidden in help; never sends anything.

import { type BuildGroup, does, reads } from '../session/command.ts';
import { CliError } from '../terminal/exit.ts';

interface UndeletableKind {
  readonly noun: string;
  readonly plural: string;
  /** What does what a deletion is wanted for; `NAME` is the word that was given. */
  readonly instead: string;
}

export const cannotDelete = ({ noun, plural, instead }: UndeletableKind): BuildGroup =>
  does(
    () =>
      reads('delete', {
        summary: `Why no ${noun} can be deleted here, and what to do instead`,
        output: 'nothing',
        notForAgents: 'interactive',
        examples: [],
      })
        .argument('[names...]', `ids or names of ${plural}`)
        .option('-y, --yes', 'changes nothing')
        .option('--dry-run', 'changes nothing'),
    async (_session, names) => {
      const hint = instead.replaceAll('NAME', JSON.stringify(names[0] ?? 'NAME'));
      throw new CliError('usage', 'not_possible', `the API cannot delete ${plural}; nothing was changed`, { hint });
    },
  );
