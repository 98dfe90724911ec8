// Questions to a person: only on a terminal, only on stderr. Everywhere else a question becomes an error that names the
// flag which answers it.

import { Declined, UsageError } from './exit.ts';
import { harmless, harmlessLine } from './formats/cells.ts';
import { Interrupted, type Io } from './io.ts';
import { isAccessible, type Settings } from './settings.ts';
import type { Spinner } from './spinner.ts';

export interface Prompt {
  readonly possible: boolean;
  /** Asks before something that cannot be undone. `flag` is what answers yes without asking. */
  confirm(question: string, flag: string): Promise<boolean>;
  /**
   * As `confirm`; throws Declined, with what did not happen ("nothing deleted"), where the answer is no. `typed`, a name or
   * a number, has to be typed instead of a yes.
   */
  approve(question: string, flag: string, declined: string, typed?: string): Promise<void>;
  /** Text that is not shown while typed. */
  secret(question: string, flag: string): Promise<string>;
  line(question: string, flag: string, fallback?: string): Promise<string>;
  choose<T extends string>(
    question: string,
    flag: string,
    choices: readonly { readonly value: T; readonly name: string }[],
  ): Promise<T>;
  /** One of many, found by typing a part of its name. */
  search<T>(
    question: string,
    flag: string,
    choices: readonly { readonly value: T; readonly name: string }[],
  ): Promise<T>;
}

/** Columns of `? ` before a question, and of ` (y/N) ` behind it. */
const MARK = 2;
const ANSWER = 10;

/** So many choices are numbered at once, for screen readers. */
const NUMBERED_MOST = 12;

/** Names are the service's or a file's. */
const readable = <C extends { readonly name: string }>(choice: C): C => ({
  ...choice,
  name: harmlessLine(choice.name),
});

/** One of several: a list that is redrawn as one moves in it, or numbers to be typed. */
async function selection({ env }: Io) {
  const { rawlist, select } = await import('@inquirer/prompts');
  return isAccessible(env) ? rawlist : select;
}

/** One of many, by a part of its name; for screen readers, by its number as soon as few are left. */
async function found<T>(
  io: Io,
  message: string,
  choices: readonly { readonly value: T; readonly name: string }[],
  context: object,
): Promise<T> {
  const source = (typed: string | undefined) => {
    const wanted = (typed ?? '').toLowerCase();
    return choices.map(readable).filter(({ name }) => name.toLowerCase().includes(wanted));
  };
  const { input, search } = await import('@inquirer/prompts');
  if (!isAccessible(io.env)) return await search({ message, source, pageSize: 12 }, context);
  let left = source(undefined);
  while (left.length > NUMBERED_MOST) {
    const fitting = source(await input({ message: `${message} (a part of its name)` }, context));
    left = fitting.length === 0 ? left : fitting;
  }
  return await (await selection(io))({ message, choices: left }, context);
}

/** Prompts over these streams. Each rejects with `Interrupted` on Ctrl-C and with a `UsageError` where no one can answer. */
export function promptOf(io: Io, settings: Settings, spinner: Spinner): Prompt {
  // Asked late: opening standard input costs some milliseconds, and most commands never ask.
  const isPossible = () => io.stdin.isTTY && io.stderr.isTTY && !settings.noInput;

  async function ask<T>(question: string, flag: string, work: (message: string, context: object) => Promise<T>) {
    if (!isPossible()) throw new UsageError(`cannot ask "${question}" here`, { hint: `answer it with ${flag}` });
    const end = spinner.hold();
    try {
      const { fold } = await import('./formats/width.ts');
      const message = await fold(harmless(question), io.stderr.columns, { first: MARK, last: ANSWER });
      return await work(message, { input: io.stdin.raw, output: io.stderr.raw, signal: io.interrupt });
    } catch (error) {
      if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
        throw new Interrupted('SIGINT');
      }
      throw error;
    } finally {
      end();
    }
  }

  const confirm = (question: string, flag: string) =>
    ask(question, flag, async (message, context) =>
      (await import('@inquirer/prompts')).confirm({ message, default: false }, context),
    );

  const line = (question: string, flag: string, fallback?: string) =>
    ask(question, flag, async (message, context) =>
      (await import('@inquirer/prompts')).input(
        fallback === undefined ? { message } : { message, default: fallback },
        context,
      ),
    );

  return {
    get possible() {
      return isPossible();
    },
    confirm,
    approve: async (question, flag, declined, typed) => {
      const isApproved =
        typed === undefined
          ? await confirm(question, flag)
          : (await line(`${question} Type ${typed} to confirm`, flag)).trim() === typed;
      if (!isApproved) throw new Declined(declined);
    },
    secret: (question, flag) =>
      ask(question, flag, async (message, context) =>
        (await import('@inquirer/prompts')).password({ message, mask: true }, context),
      ),
    line,
    choose: (question, flag, choices) =>
      ask(question, flag, async (message, context) =>
        (await selection(io))({ message, choices: choices.map(readable) }, context),
      ),
    search: (question, flag, choices) =>
      ask(question, flag, (message, context) => found(io, message, choices, context)),
  };
}
