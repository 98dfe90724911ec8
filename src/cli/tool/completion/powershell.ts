// The completion script for PowerShell 5.1 and later.

import { type CompletionPlan, type PlanOption, slotText, withParts } from './plan.ts';
import SCRIPT from './reach.ps1';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const table = (entries: readonly (readonly [key: string, value: string])[]) =>
  entries.map(([key, value]) => `    ${quoted(key)} = ${quoted(value)}`).join('\n');

/** `word<tab>description`, several of them separated by line ends. */
const list = (entries: readonly (readonly [word: string, description: string])[]) =>
  entries.map(([word, description]) => `${word}\t${description}`).join('\n');

const optionList = (options: readonly PlanOption[]) =>
  list(options.flatMap(({ names, description }) => names.map((name) => [name, description] as const)));

function values({ commands, globals }: CompletionPlan): (readonly [string, string])[] {
  const rows = [
    { path: '*', options: globals },
    ...commands.map(({ path, options, narrowed }) => ({ path, options: [...options, ...narrowed] })),
  ];
  return rows.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ names, slot }) => names.map((name) => [`${path}/${name}`, slotText(slot) || 'any'] as const)),
  );
}

export function powershellScript(plan: CompletionPlan): string {
  const { commands } = plan;
  const subs = commands.flatMap(({ path, above, calledBy }) =>
    path === '' ? [] : calledBy.map((name) => [`${above}/${name}`, path] as const),
  );
  const words = commands.map(
    ({ path, words: below }) => [path, list(below.map(({ word, description }) => [word, description]))] as const,
  );
  const options = commands.map(({ path, options: own }) => [path, optionList(own)] as const);
  const slots = commands.flatMap(({ path, arguments: places, repeats }) =>
    places.map((slot, at) => [`${path}/${repeats && at === places.length - 1 ? '+' : at}`, slotText(slot)] as const),
  );
  const filled = <T extends readonly [string, string]>(rows: readonly T[]) => rows.filter(([, value]) => value !== '');
  return withParts(SCRIPT, {
    subcommands: table(subs),
    values: values(plan)
      .map(([key, value]) => `$script:reachValues[${quoted(key)}] = ${quoted(value)}`)
      .join('\n'),
    words: table(filled(words)),
    options: table(filled(options)),
    arguments: table(filled(slots)),
    globals: quoted(optionList(plan.globals)),
  });
}
