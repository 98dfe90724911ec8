// The completion script for fish 3: one function that knows the tree.

import { type CompletionPlan, type PlanOption, slotText, withParts } from './plan.ts';
import SCRIPT from './reach.fish';

const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n');

/** In single quotes fish reads `\\` and `\'` and nothing else. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const cases = (keys: readonly string[], text: string) =>
  `        case ${keys.map(quoted).join(' ')}\n            echo ${quoted(text)}`;

function subCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ path }) => path !== '')
      .map(({ path, above, calledBy }) =>
        cases(
          calledBy.map((name) => `${above}/${name}`),
          path,
        ),
      ),
  );
}

function slotCases(path: string | null, options: readonly PlanOption[]): string {
  return lines(
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ names, slot }) =>
        cases(path === null ? names : names.map((name) => `${path}/${name}`), slotText(slot) || 'any'),
      ),
  );
}

/** Candidates, each with its description behind a tab. */
function listed(entries: readonly (readonly [word: string, description: string])[]): string {
  const words = entries.map(([word, description]) => quoted(`${word}\t${description}`));
  return `            printf '%s\\n' ${words.join(' ')}`;
}

const optionEntries = (options: readonly PlanOption[]) =>
  options.flatMap(({ names, description }) => names.map((name) => [name, description] as const));

function wordCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ words }) => words.length > 0)
      .map(({ path, words }) => {
        const entries = words.map(({ word, description }) => [word, description] as const);
        return `        case ${quoted(path)}\n${listed(entries)}`;
      }),
  );
}

function optionCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ options }) => options.length > 0)
      .map(({ path, options }) => `        case ${quoted(path)}\n${listed(optionEntries(options))}`),
  );
}

function argumentCases({ commands }: CompletionPlan): string {
  return lines(
    commands.flatMap(({ path, arguments: slots, repeats }) =>
      slots.map((slot, at) => {
        const text = slotText(slot);
        const isLast = repeats && at === slots.length - 1;
        return text === '' ? '' : cases([isLast ? `${path}/*` : `${path}/${at}`], text);
      }),
    ),
  );
}

export function fishScript(plan: CompletionPlan): string {
  return withParts(SCRIPT, {
    subcommands: subCases(plan),
    values: lines(plan.commands.map(({ path, options, narrowed }) => slotCases(path, [...options, ...narrowed]))),
    globalValues: slotCases(null, plan.globals).replaceAll(/^/gm, '        '),
    arguments: argumentCases(plan),
    words: wordCases(plan),
    options: optionCases(plan),
    globals: listed(optionEntries(plan.globals)).replace(/^ {12}/, '    '),
  });
}
