// reach completion names: called by the scripts, hidden in help.

import { does, reads } from '../../../app/command.ts';
import { readConfig } from '../../../app/profiles.ts';
import type { Session } from '../../../app/session.ts';
import { readSearches } from '../../../shared/records/saved-searches.ts';
import { isNameKind, isOffered, knownNames } from '../../../tool/completion/names.ts';

/** Prints nothing for an unknown kind or a broken configuration, as the output goes into a completion. */
async function names(session: Session, kind: string): Promise<void> {
  if (!isNameKind(kind)) return;
  const known = () =>
    kind === 'profiles'
      ? ['local', ...Object.keys(readConfig(session.paths).profiles)]
      : kind === 'searches'
        ? [...readSearches(session.paths).keys()]
        : knownNames(session.paths, session.profile().name, kind);
  try {
    await session.print.text(
      known()
        .filter(isOffered)
        .map((name) => `${name}\n`)
        .join(''),
    );
  } catch {
    return;
  }
}

export const namesCommand = does(
  () =>
    reads('names', {
      summary: 'Print cached names',
      output: 'one name per line',
      notForAgents: 'configuration',
      examples: [],
    }).argument('<kind>', 'kind of names'),
  (session, kind) => names(session, kind),
);
