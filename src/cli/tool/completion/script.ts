// The completion script of a shell.

import { globalOptions, readTree } from '../tree/tree.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Plan, planOf } from './plan.ts';
import { powershellScript } from './powershell.ts';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh.ts';

const SPELLED: Readonly<Record<Shell, (plan: Plan) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** The scripts of all shells; loads every group of the tree. */
export async function completionScripts(version: string): Promise<(shell: Shell) => string> {
  const { TOPICS } = await import('../../app/topics.ts');
  const topics = Object.entries(TOPICS).map(([word, { summary }]) => ({ word, description: summary }));
  const plan = planOf(await readTree(version), await globalOptions(), topics);
  return (shell) => SPELLED[shell](plan);
}
