// A record by its id or its name on the command line.

import { CliError, UsageError } from '../../app/exit.ts';

const ID = /^[1-9][0-9]{0,15}$/;

/** Whether a word is an id; any other is a name. */
export function isId(word: string): boolean {
  return ID.test(word);
}

export interface Named {
  /** `campaign`, `workflow`: also the name of the command that lists them. */
  readonly noun: string;
  /** Records that may have the name. */
  readonly find: (
    name: string,
  ) => Promise<readonly { readonly id: number; readonly name: string; readonly status: string }[]>;
}

/** The id a word stands for. Asks only for a name. Exit 5 where there is none, 2 where it is not unique. */
export async function idByName(word: string, { noun, find }: Named): Promise<number> {
  if (isId(word)) return Number(word);
  const found = (await find(word)).filter(({ name }) => name === word);
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no ${noun} "${word}"`, { hint: `reach ${noun} list shows them` });
  }
  if (second !== undefined) {
    const ids = found.map(({ id, status }) => `${id} (${status})`).join(', ');
    throw new UsageError(`several ${noun}s are called "${word}": ${ids}`, { hint: 'name it by its id' });
  }
  return first.id;
}
