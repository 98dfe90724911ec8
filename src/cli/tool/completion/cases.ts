// The questions of the scripts as `case` clauses, which bash and zsh spell the same.

import { type CompletionPlan, type PlanOption, quoted, slotText } from './plan.ts';

export const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n');

const pattern = (names: readonly string[]) => names.map(quoted).join('|');

/** `above/word` → the path of the command. */
function subCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ path }) => path !== '')
      .map(({ path, above, calledBy }) => {
        return `    ${pattern(calledBy.map((name) => `${above}/${name}`))}) REPLY=${quoted(path)} ;;`;
      }),
  );
}

/** `path/--option` → what the option takes; without a path for options that every command has. */
function slotCases(path: string | null, options: readonly PlanOption[]): string {
  return lines(
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ names, slot }) => {
        const keys = path === null ? names : names.map((name) => `${path}/${name}`);
        return `    ${pattern(keys)}) REPLY=${quoted(slotText(slot) || 'any')} ;;`;
      }),
  );
}

/** `path/number` → what the argument may be. */
function argumentCases({ commands }: CompletionPlan): string {
  return lines(
    commands.flatMap(({ path, arguments: slots, repeats }) =>
      slots.map((slot, at) => {
        const text = slotText(slot);
        const key = repeats && at === slots.length - 1 ? `${quoted(`${path}/`)}*` : quoted(`${path}/${at}`);
        return text === '' ? '' : `    ${key}) REPLY=${quoted(text)} ;;`;
      }),
    ),
  );
}

/** The functions that answer the questions. `isFound`: the test for an answer, as the shell spells it. */
export const lookups = (
  plan: CompletionPlan,
  isFound: string,
): string => `# The command that word $2 leads to from command $1.
_reach_sub() {
  REPLY=
  case "$1/$2" in
${subCases(plan)}
  esac
}

# What option $2 of command $1 takes; empty where it takes nothing.
_reach_value() {
  REPLY=
  case "$1/$2" in
${lines(plan.commands.map(({ path, options, narrowed }) => slotCases(path, [...options, ...narrowed])))}
  esac
  ${isFound} && return
  case "$2" in
${slotCases(null, plan.globals)}
  esac
}

# What argument number $2 of command $1 may be.
_reach_argument() {
  REPLY=
  case "$1/$2" in
${argumentCases(plan)}
  esac
}`;
