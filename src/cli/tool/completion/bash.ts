// The completion script for bash 3.2 and later. Needs no other package.

import { lines, lookups } from './cases.ts';
import { type CompletionPlan, quoted, withParts } from './plan.ts';
import SCRIPT from './reach.bash';

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

export function bashScript(plan: CompletionPlan): string {
  const globals = plan.globals.flatMap(({ names }) => names).join(' ');
  return withParts(SCRIPT, {
    lookups: lookups(plan, '[ -n "$REPLY" ]'),
    words: wordCases(plan),
    globals,
  });
}
