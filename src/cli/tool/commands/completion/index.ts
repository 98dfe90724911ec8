// reach completion: scripts that complete command lines in shells.

import { type BuildGroup, group } from '../../../session/command.ts';
import { SHELLS } from '../../completion/shells.ts';
import { installCommand } from './install.ts';
import { namesCommand } from './names.ts';
import { scriptCommand } from './script.ts';

export const completion: BuildGroup = (deps) => {
  const command = group('completion', ['completions'], 'Completion for bash, zsh, fish and PowerShell', [
    ...SHELLS.map((shell) => scriptCommand(deps, shell)),
    installCommand(deps),
  ]);
  command.addCommand(namesCommand(deps), { hidden: true });
  return command;
};
