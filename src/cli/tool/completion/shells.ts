// The shells that have completion, and where each of them looks for it.

import { join } from 'node:path';
import { getOwn } from '../../../contract/json.ts';
import type { Io } from '../../terminal/io.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

type ShellIo = Pick<Io, 'env' | 'homeDir' | 'platform'>;

function folder(where: ShellIo, name: string, fallback: string): string {
  const value = getOwn(where.env, name);
  return value?.startsWith('/') ? value : join(where.homeDir, fallback);
}

/** The user's own places; nothing needs an administrator. */
export function placeOf(shell: Shell, where: ShellIo) {
  const data = folder(where, 'XDG_DATA_HOME', '.local/share');
  switch (shell) {
    case 'bash':
      // Looked into by the bash-completion package; the line in .bashrc serves those who have not got it.
      return {
        file: join(data, 'bash-completion', 'completions', 'reach'),
        startup: {
          file: join(where.homeDir, where.platform === 'darwin' ? '.bash_profile' : '.bashrc'),
          line: `source "${join(data, 'bash-completion', 'completions', 'reach')}"  # reach completion`,
        },
      };
    case 'zsh': {
      const zdot = where.env['ZDOTDIR'];
      return {
        file: join(data, 'reach', 'completions', '_reach'),
        startup: {
          file: join(zdot === undefined || zdot === '' ? where.homeDir : zdot, '.zshrc'),
          line: `fpath=("${join(data, 'reach', 'completions')}" $fpath); autoload -Uz compinit && compinit  # reach completion`,
        },
      };
    }
    case 'fish':
      return {
        file: join(folder(where, 'XDG_CONFIG_HOME', '.config'), 'fish', 'completions', 'reach.fish'),
        startup: null,
      };
    case 'powershell': {
      const base =
        where.platform === 'win32'
          ? join(where.homeDir, 'Documents', 'PowerShell')
          : join(folder(where, 'XDG_CONFIG_HOME', '.config'), 'powershell');
      const file = join(base, 'reach-completion.ps1');
      return {
        file,
        startup: { file: join(base, 'Microsoft.PowerShell_profile.ps1'), line: `. "${file}"  # reach completion` },
      };
    }
  }
}

/** The shell a person works in, as far as the environment shows. */
export function shellOf({ env, platform }: ShellIo): Shell | null {
  const name = (env['SHELL'] ?? '').split('/').at(-1);
  const found = SHELLS.find((shell) => shell === name || (shell === 'powershell' && name === 'pwsh'));
  return found ?? (platform === 'win32' ? 'powershell' : null);
}
