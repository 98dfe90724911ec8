// Questions to a person: only on a terminal, only on stderr. Everywhere else a question becomes an error that names the
// flag which answers it.

import { fold } from '../output/formats/fold.ts';
import type { Spinner } from '../output/progress/spinner.ts';
import { Declined, UsageError } from './exit.ts';
import { Interrupted, type Io } from './io.ts';
import type { Settings } from './settings.ts';

export interface Prompt {
  /** Whether a person can be asked. */
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
  /** One line of text. */
  line(question: string, flag: string, fallback?: string): Promise<string>;
  /** One of several. */
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

/** Prompts over these streams. Each rejects with `Interrupted` on Ctrl-C and with a `UsageError` where no one can answer. */
export function promptOf(io: Io, settings: Settings, spinner: Spinner): Prompt {
  // Asked late: opening standard input costs some milliseconds, and most commands never ask.
  const isPossible = () => io.stdin.isTTY && io.stderr.isTTY && !settings.noInput;

  async function ask<T>(question: string, flag: string, work: (context: object) => Promise<T>): Promise<T> {
    if (!isPossible()) throw new UsageError(`cannot ask "${question}" here`, { hint: `answer it with ${flag}` });
    const end = spinner.hold();
    try {
      return await work({ input: io.stdin.raw, output: io.stderr.raw, signal: io.interrupt });
    } catch (error) {
      if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
        throw new Interrupted('SIGINT');
      }
      throw error;
    } finally {
      end();
    }
  }

  // Behind the mark that begins a prompt; `(y/N)`, or what is typed, follows.
  const shown = (question: string) => fold(question, io.stderr.columns, { first: MARK, last: ANSWER });

  const confirm = (question: string, flag: string) =>
    ask(question, flag, async (context) =>
      (await import('@inquirer/prompts')).confirm({ message: await shown(question), default: false }, context),
    );

  const line = (question: string, flag: string, fallback?: string) =>
    ask(question, flag, async (context) =>
      (await import('@inquirer/prompts')).input(
        { message: await shown(question), ...(fallback !== undefined && { default: fallback }) },
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
      ask(question, flag, async (context) =>
        (await import('@inquirer/prompts')).password({ message: await shown(question), mask: true }, context),
      ),
    line,
    choose: (question, flag, choices) =>
      ask(question, flag, async (context) =>
        (await import('@inquirer/prompts')).select({ message: await shown(question), choices: [...choices] }, context),
      ),
    search: (question, flag, choices) =>
      ask(question, flag, async (context) => {
        const source = (typed: string | undefined) => {
          const wanted = (typed ?? '').toLowerCase();
          return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
        };
        return (await import('@inquirer/prompts')).search(
          { message: await shown(question), source, pageSize: 12 },
          context,
        );
      }),
  };
}
