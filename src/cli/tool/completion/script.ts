// The completion script of a shell.

import type { TreeCommand } from '../../session/command-tree.ts';
import { globalOptions } from '../tree/options.ts';
import { TOPICS } from '../tree/topics.ts';
import { lines, lookups } from './cases.ts';
import { fishScript } from './fish.ts';
import { type CompletionPlan, planOf, quoted, withParts } from './plan.ts';
import { powershellScript } from './powershell.ts';
import SCRIPT from './reach.bash';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh.ts';

function wordCases({ commands }: CompletionPlan): string {
  return lines(
    commands.map(({ path, words, options }) => {
      const names = options.flatMap((option) => option.names).join(' ');
      if (words.length === 0 && names === '') return '';
      const subs = words.map(({ word }) => word).join(' ');
      return `    ${quoted(path)}) words=${quoted(subs)}; options=${quoted(names)} ;;`;
    }),
  );
}

function bashScript(plan: CompletionPlan): string {
  const globals = plan.globals.flatMap(({ names }) => names).join(' ');
  return withParts(SCRIPT, {
    lookups: lookups(plan, '[ -n "$REPLY" ]'),
    words: wordCases(plan),
    globals,
  });
}

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
