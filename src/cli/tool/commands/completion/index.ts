// reach completion: scripts that complete command lines in shells.

import { type BuildGroup, groupByVerb } from '../../../session/command.ts';
import { SHELLS } from '../../completion/shells.ts';
import { installCommand } from './install.ts';
import { namesCommand } from './names.ts';
import { scriptCommand } from './script.ts';

export const completion: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      ...Object.fromEntries(SHELLS.map((shell) => [shell, () => scriptCommand(deps, shell)])),
      install: installCommand,
    },
    { names: namesCommand },
  );
