// Words of the user's own for command lines. They are words and never text for a shell; what reach calls a command keeps its name.

import { getOwn } from '../../../contract/json.ts';
import { wordsOf } from '../../terminal/command-line.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { programOf } from '../../terminal/programs.ts';

const NAME = /^[a-z][a-z0-9-]{0,40}$/;
const EXPANDED_MAX = 2_000;
/** An alias may begin with another one; a circle ends here. */
const STEPS_MAX = 10;

/** Words that stand for a command line of reach in every installation. */
const SHORTCUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['login', ['auth', 'login']],
  ['logout', ['auth', 'logout']],
  ['import', ['contacts', 'import']],
  ['export', ['contacts', 'export']],
]);

/** `reach ls contacts` is `reach contacts list`. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ['ls', 'list'],
  ['get', 'show'],
  ['rm', 'delete'],
]);

/** Groups whose verb for it is `remove`. */
const REMOVING: ReadonlySet<string> = new Set(['profile', 'alias']);

const RESERVED: ReadonlySet<string> = new Set(['help', ...SHORTCUTS.keys(), ...VERBS.keys()]);

/** The name of the command that a word names at the first level. */
type GroupOf = (word: string) => string | undefined;

/** Throws UsageError for a name that reach has already, or one that could not be typed. */
export function checkAlias(name: string, expansion: string, isCommand: (word: string) => boolean): void {
  if (!NAME.test(name)) {
    throw new UsageError(`"${name}" cannot be an alias: small letters, digits and dashes, a letter first`);
  }
  if (isCommand(name) || RESERVED.has(name)) {
    throw new UsageError(`"${name}" is a command of reach and keeps its meaning`);
  }
  const [first] = wordsOf(expansion);
  if (first === undefined) throw new UsageError('the expansion is empty');
  if (first.startsWith('-')) throw new UsageError('an expansion begins with a command, not with an option');
  if (expansion.length > EXPANDED_MAX) throw new UsageError(`an expansion has at most ${EXPANDED_MAX} characters`);
}

/**
 * The command line with shortcuts and aliases replaced; null where its first word is none of them. `at`: where that word
 * stands, behind global flags. Words behind it are kept as they are.
 */
export function expanded(
  argv: readonly string[],
  at: number,
  aliases: Readonly<Record<string, string>>,
  groupOf: GroupOf,
): readonly string[] | null {
  let line: readonly string[] | null = null;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const current: readonly string[] = line ?? argv;
    const next = once(current, at, aliases, groupOf);
    if (next === null) return line;
    line = next;
    if (groupOf(line[at] ?? '') !== undefined) return line;
  }
  throw new UsageError(`the alias "${argv[at]}" leads back to itself`, { hint: 'reach alias list shows all of them' });
}

function once(
  argv: readonly string[],
  at: number,
  aliases: Readonly<Record<string, string>>,
  groupOf: GroupOf,
): readonly string[] | null {
  const word = argv[at] ?? '';
  const before = argv.slice(0, at);
  const after = argv.slice(at + 1);
  const verb = VERBS.get(word);
  const group = groupOf(after[0] ?? '');
  if (verb !== undefined && group !== undefined) {
    const typed = verb === 'delete' && REMOVING.has(group) ? 'remove' : verb;
    return [...before, group, typed, ...after.slice(1)];
  }
  const shortcut = SHORTCUTS.get(word);
  const alias = getOwn(aliases, word);
  const words = shortcut ?? (alias === undefined ? undefined : wordsOf(alias));
  return words === undefined ? null : [...before, ...words, ...after];
}

const EXTENSION = /^[a-z][a-z0-9-]{0,60}$/;

/** The path of the user's program `reach-WORD`; null where there is none. */
export function extensionOf(io: Pick<Io, 'env' | 'platform'>, word: string): string | null {
  return EXTENSION.test(word) ? programOf(io, `reach-${word}`) : null;
}
