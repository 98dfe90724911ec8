// The completion scripts: one plan of the tree, spelled as each shell wants it.

import type { TreeCommand } from '../../session/about.ts';
import { globalOptions } from '../tree/options.ts';
import { TOPICS } from '../tree/topics.ts';
import { type CompletionPlan, type PlanOption, planOf, slotText, withParts } from './plan.ts';
import BASH from './reach.bash';
import FISH from './reach.fish';
import POWERSHELL from './reach.ps1';
import ZSH from './reach.zsh';
import type { Shell } from './shells.ts';

/** What a script asks its tables, as any of `keys`; a key that ends in `/*` stands for every number from there on. */
interface CaseRow {
  readonly keys: readonly string[];
  readonly text: string;
}

/** `above/word` → the path of the command. */
const subAnswers = ({ commands }: CompletionPlan): CaseRow[] =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path, above, calledBy }) => ({ keys: calledBy.map((name) => `${above}/${name}`), text: path }));

/** `path/--option` → what the option takes; without a path for options that every command has. */
const optionAnswers = (path: string | null, options: readonly PlanOption[]): CaseRow[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, slot }) => ({
      keys: path === null ? names : names.map((name) => `${path}/${name}`),
      text: slotText(slot) || 'any',
    }));

const valueAnswers = ({ commands }: CompletionPlan): CaseRow[] =>
  commands.flatMap(({ path, options, narrowed }) => optionAnswers(path, [...options, ...narrowed]));

/** `path/number` → what the argument may be. */
const argumentAnswers = ({ commands }: CompletionPlan): CaseRow[] =>
  commands.flatMap(({ path, arguments: slots, repeats }) =>
    slots.flatMap((slot, at) => {
      const text = slotText(slot);
      return text === '' ? [] : { keys: [`${path}/${repeats && at === slots.length - 1 ? '*' : at}`], text };
    }),
  );

type Entry = readonly [word: string, description: string];

const optionEntries = (options: readonly PlanOption[]): Entry[] =>
  options.flatMap(({ names, description }) => names.map((name) => [name, description] as const));

const wordEntries = (words: CompletionPlan['commands'][number]['words']): Entry[] =>
  words.map(({ word, description }) => [word, description]);

/** Commands that have such entries. */
const listing = ({ commands }: CompletionPlan, of: 'words' | 'options'): { path: string; entries: Entry[] }[] =>
  commands
    .map(({ path, words, options }) => ({
      path,
      entries: of === 'words' ? wordEntries(words) : optionEntries(options),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Text in single quotes, as sh, bash and zsh read it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The functions that answer the questions, which bash and zsh spell the same. `isFound`: the test for an answer. */
function lookups(plan: CompletionPlan, isFound: string): string {
  const key = (text: string) => (text.endsWith('/*') ? `${quoted(text.slice(0, -1))}*` : quoted(text));
  const cases = (answers: readonly CaseRow[]) =>
    answers.map(({ keys, text }) => `    ${keys.map(key).join('|')}) REPLY=${quoted(text)} ;;`).join('\n');
  return `# The command that word $2 leads to from command $1.
_reach_sub() {
  REPLY=
  case "$1/$2" in
${cases(subAnswers(plan))}
  esac
}

# What option $2 of command $1 takes; empty where it takes nothing.
_reach_value() {
  REPLY=
  case "$1/$2" in
${cases(valueAnswers(plan))}
  esac
  ${isFound} && return
  case "$2" in
${cases(optionAnswers(null, plan.globals))}
  esac
}

# What argument number $2 of command $1 may be.
_reach_argument() {
  REPLY=
  case "$1/$2" in
${cases(argumentAnswers(plan))}
  esac
}`;
}

const wordCases = ({ commands }: CompletionPlan, clause: (words: Entry[], options: Entry[]) => string): string =>
  commands
    .filter(({ words, options }) => words.length + options.length > 0)
    .map(({ path, words, options }) => `    ${quoted(path)}) ${clause(wordEntries(words), optionEntries(options))} ;;`)
    .join('\n');

function bashScript(plan: CompletionPlan): string {
  const names = (entries: readonly Entry[]) => entries.map(([word]) => word).join(' ');
  return withParts(BASH, {
    lookups: lookups(plan, '[ -n "$REPLY" ]'),
    words: wordCases(plan, (words, options) => `words=${quoted(names(words))}; options=${quoted(names(options))}`),
    globals: names(optionEntries(plan.globals)),
  });
}

/** To be sourced, or put into a folder of $fpath as _reach. */
function zshScript(plan: CompletionPlan): string {
  /** `word:description`, as _describe takes it. */
  const described = (entries: readonly Entry[]) =>
    entries.map(([word, text]) => quoted(`${word.replaceAll(':', '\\:')}:${text.replaceAll('\\', '\\\\')}`)).join(' ');
  return withParts(ZSH, {
    lookups: lookups(plan, '[[ -n "$REPLY" ]]'),
    words: wordCases(plan, (words, options) => `subs=(${described(words)}); opts=(${described(options)})`),
    globals: described(optionEntries(plan.globals)),
  });
}

/** For fish 3: one function that knows the tree. */
function fishScript(plan: CompletionPlan): string {
  /** In single quotes fish reads `\\` and `\'` and nothing else. */
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const cases = (answers: readonly CaseRow[]) =>
    answers
      .map(({ keys, text }) => `        case ${keys.map(quote).join(' ')}\n            echo ${quote(text)}`)
      .join('\n');
  /** Candidates, each with its description behind a tab. */
  const printed = (entries: readonly Entry[]) =>
    `printf '%s\\n' ${entries.map(([word, description]) => quote(`${word}\t${description}`)).join(' ')}`;
  const listed = (of: 'words' | 'options') =>
    listing(plan, of)
      .map(({ path, entries }) => `        case ${quote(path)}\n            ${printed(entries)}`)
      .join('\n');
  return withParts(FISH, {
    subcommands: cases(subAnswers(plan)),
    values: cases(valueAnswers(plan)),
    globalValues: cases(optionAnswers(null, plan.globals)).replaceAll(/^/gm, '        '),
    arguments: cases(argumentAnswers(plan)),
    words: listed('words'),
    options: listed('options'),
    globals: `    ${printed(optionEntries(plan.globals))}`,
  });
}

/** For PowerShell 5.1 and later. */
export function powershellScript(plan: CompletionPlan): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const table = (rows: readonly Entry[]) =>
    rows.map(([key, value]) => `    ${quote(key)} = ${quote(value)}`).join('\n');
  const rows = (answers: readonly CaseRow[]): Entry[] =>
    answers.flatMap(({ keys, text }) => keys.map((key) => [key.replace(/\/\*$/, '/+'), text] as const));
  /** `word<tab>description`, several of them separated by line ends. */
  const list = (entries: readonly Entry[]) => entries.map((entry) => entry.join('\t')).join('\n');
  const listed = (of: 'words' | 'options') =>
    table(listing(plan, of).map(({ path, entries }) => [path, list(entries)] as const));
  return withParts(POWERSHELL, {
    subcommands: table(rows(subAnswers(plan))),
    values: rows([...optionAnswers('*', plan.globals), ...valueAnswers(plan)])
      .map(([key, value]) => `$script:reachValues[${quote(key)}] = ${quote(value)}`)
      .join('\n'),
    words: listed('words'),
    options: listed('options'),
    arguments: table(rows(argumentAnswers(plan))),
    globals: quote(list(optionEntries(plan.globals))),
  });
}

const SPELLED: Readonly<Record<Shell, (plan: CompletionPlan) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

export async function completionScripts(root: TreeCommand): Promise<(shell: Shell) => string> {
  const topics = Object.entries(TOPICS).map(([word, { summary }]) => ({ word, description: summary }));
  const plan = planOf(root, await globalOptions(), topics);
  return (shell) => SPELLED[shell](plan);
}
