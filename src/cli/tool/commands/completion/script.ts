// reach completion bash|zsh|fish|powershell.

import { type Deps, does, reads } from '../../../session/command.ts';
import type { Shell } from '../../completion/shells.ts';

const LOAD: Readonly<Record<Shell, string>> = {
  bash: 'source <(reach completion bash)',
  zsh: 'source <(reach completion zsh)',
  fish: 'reach completion fish | source',
  powershell: 'reach completion powershell | Out-String | Invoke-Expression',
};

export async function scriptOf({ program }: Deps, shell: Shell): Promise<string> {
  const { completionScripts } = await import('../../completion/script.ts');
  return (await completionScripts(await program.tree()))(shell);
}

export const scriptCommand = (deps: Deps, shell: Shell) =>
  does(
    () =>
      reads(shell, {
        summary: `Print the completion script for ${shell}`,
        json: 'text',
        output: 'the script',
        notForAgents: 'configuration',
        examples: [
          [LOAD[shell], 'for this shell only'],
          [`reach completion install ${shell}`, 'permanently'],
        ],
      }),
    async (session) => session.print.text(await scriptOf(deps, shell)),
  )(deps);
