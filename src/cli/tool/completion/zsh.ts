// The completion script for zsh: to be sourced, or put into a folder of $fpath as _reach.

import { lines, lookups } from './cases.ts';
import { type CompletionPlan, type PlanOption, quoted, withParts } from './plan.ts';
import SCRIPT from './reach.zsh';

/** `word:description`, as _describe takes it. */
const described = (word: string, description: string) =>
  quoted(`${word.replaceAll(':', '\\:')}:${description.replaceAll('\\', '\\\\')}`);

const optionList = (options: readonly PlanOption[]) =>
  options.flatMap(({ names, description }) => names.map((name) => described(name, description))).join(' ');

function wordCases({ commands }: CompletionPlan): string {
  return lines(
    commands.map(({ path, words, options }) => {
      if (words.length === 0 && options.length === 0) return '';
      const subs = words.map(({ word, description }) => described(word, description)).join(' ');
      return `    ${quoted(path)}) subs=(${subs}); opts=(${optionList(options)}) ;;`;
    }),
  );
}

export function zshScript(plan: CompletionPlan): string {
  return withParts(SCRIPT, {
    lookups: lookups(plan, '[[ -n "$REPLY" ]]'),
    globals: optionList(plan.globals),
    words: wordCases(plan),
  });
}
