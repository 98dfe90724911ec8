// Questions to a person: only on a terminal, only on stderr. Everywhere else a question becomes an error that names the
// flag which answers it.

import { Declined, UsageError } from './exit.ts';
import type { Io } from './io.ts';
import type { NamedValue } from './questions.ts';
import type { Settings } from './settings.ts';
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
  choose<T extends string>(question: string, flag: string, choices: readonly NamedValue<T>[]): Promise<T>;
  /** One of many, found by typing a part of its name. */
  search<T>(question: string, flag: string, choices: readonly NamedValue<T>[]): Promise<T>;
}

/** Prompts over these streams. Each rejects with `Interrupted` on Ctrl-C and with a `UsageError` where no one can answer. */
export function promptOf(io: Io, settings: Settings, spinner: Spinner): Prompt {
  // Asked late: opening standard input costs some milliseconds, and most commands never ask.
  const isPossible = () => io.stdin.isTTY && io.stderr.isTTY && !settings.noInput;

  async function questions(question: string, flag: string) {
    if (!isPossible()) throw new UsageError(`cannot ask "${question}" here`, { hint: `answer it with ${flag}` });
    return (await import('./questions.ts')).questionsOf(io, spinner);
  }

  return {
    get possible() {
      return isPossible();
    },
    confirm: async (question, flag) => await (await questions(question, flag)).confirm(question),
    approve: async (question, flag, declined, typed) => {
      const whole = typed === undefined ? question : `${question} Type ${typed} to confirm`;
      const { confirm, line } = await questions(whole, flag);
      const isApproved = typed === undefined ? await confirm(whole) : (await line(whole)).trim() === typed;
      if (!isApproved) throw new Declined(declined);
    },
    secret: async (question, flag) => await (await questions(question, flag)).secret(question),
    line: async (question, flag, fallback) => await (await questions(question, flag)).line(question, fallback),
    choose: async (question, flag, choices) => await (await questions(question, flag)).choose(question, choices),
    search: async (question, flag, choices) => await (await questions(question, flag)).search(question, choices),
  };
}
