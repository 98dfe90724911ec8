// The questions themselves, loaded when the first is asked.

import { harmless, harmlessLine } from './formats/cells.ts';
import { fold } from './formats/width.ts';
import { Interrupted, type Io } from './io.ts';
import { isAccessible } from './settings.ts';
import type { Spinner } from './spinner.ts';

/** One of those to choose from. */
export interface NamedValue<T> {
  readonly value: T;
  readonly name: string;
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
async function found<T>(io: Io, message: string, choices: readonly NamedValue<T>[], context: object): Promise<T> {
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

/** Questions to a person who can answer. Each rejects with `Interrupted` on Ctrl-C. */
export function questionsOf(io: Io, spinner: Spinner) {
  async function ask<T>(question: string, work: (message: string, context: object) => Promise<T>): Promise<T> {
    const end = spinner.hold();
    try {
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
  return {
    confirm: (question: string) =>
      ask(question, async (message, context) =>
        (await import('@inquirer/prompts')).confirm({ message, default: false }, context),
      ),
    secret: (question: string) =>
      ask(question, async (message, context) =>
        (await import('@inquirer/prompts')).password({ message, mask: true }, context),
      ),
    line: (question: string, fallback?: string) =>
      ask(question, async (message, context) =>
        (await import('@inquirer/prompts')).input(
          fallback === undefined ? { message } : { message, default: fallback },
          context,
        ),
      ),
    choose: <T extends string>(question: string, choices: readonly NamedValue<T>[]) =>
      ask(question, async (message, context) =>
        (await selection(io))({ message, choices: choices.map(readable) }, context),
      ),
    search: <T>(question: string, choices: readonly NamedValue<T>[]) =>
      ask(question, (message, context) => found(io, message, choices, context)),
  };
}
