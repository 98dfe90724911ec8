// Verbs for what the interface does not offer: the answer, and what to do instead. Hidden in help; they never send anything.

import { type BuildGroup, does, reads, type Verbs } from '../session/command.ts';
import { CliError } from '../terminal/exit.ts';

/** `act`: `delete lists`. `instead`: what does what it is wanted for; `NAME` is the first word that was given. */
export function notOffered(verbs: readonly string[], act: string, instead: string): Verbs {
  const build = (verb: string): BuildGroup =>
    does(
      () =>
        reads(verb, {
          summary: `Why the API cannot ${act}, and what to do instead`,
          output: 'nothing',
          notForAgents: 'interactive',
          examples: [],
        })
          .argument('[names...]', 'ids or names')
          .option('-y, --yes', 'changes nothing')
          .option('--dry-run', 'changes nothing'),
      async (_session, names) => {
        const hint = instead.replaceAll('NAME', JSON.stringify(names[0] ?? 'NAME'));
        throw new CliError('usage', 'not_possible', `the API cannot ${act}; nothing was changed`, { hint });
      },
    );
  return Object.fromEntries(verbs.map((verb) => [verb, build(verb)]));
}

/** What other tools call it. */
export const DELETIONS = ['delete', 'remove', 'rm'];
