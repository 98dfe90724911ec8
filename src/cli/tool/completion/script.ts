// The completion script of a shell.

import type { TreeCommand } from '../../session/command-tree.ts';
import { globalOptions } from '../tree/options.ts';
import { TOPICS } from '../tree/topics.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type CompletionPlan, planOf } from './plan.ts';
import { powershellScript } from './powershell.ts';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh.ts';

const SPELLED: Readonly<Record<Shell, (plan: CompletionPlan) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The scripts of all shells, for this tree of commands. */
export async function completionScripts(root: TreeCommand): Promise<(shell: Shell) => string> {
  const topics = Object.entries(TOPICS).map(([word, { summary }]) => ({ word, description: summary }));
  const plan = planOf(root, await globalOptions(), topics);
  return (shell) => SPELLED[shell](plan);
}
