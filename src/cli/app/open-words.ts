// Options whose words the interface shows without saying that there are no others.

import type { CommandUnknownOpts, Option } from 'commander';
import { UsageError } from './exit.ts';
import type { Session } from './session.ts';

type OpenOption = Pick<Option, 'flags' | 'argChoices' | 'parseArg' | 'attributeName'>;

const OPEN = new WeakSet<OpenOption>();

/** Help and completion offer the choices of the option; a service other than the local one may take more. */
export function openWords<O extends OpenOption>(option: O): O {
  delete option.parseArg;
  OPEN.add(option);
  return option;
}

/** Throws UsageError for another word where this build has the rules; a note says that the service decides elsewhere. */
export async function checkOpenWords(session: Session, command: CommandUnknownOpts): Promise<void> {
  for (const option of command.options.filter((one) => OPEN.has(one))) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const words = option.argChoices ?? [];
    if (typeof value !== 'string' || words.includes(value)) continue;
    if (session.profile().baseUrl === null) {
      const allowed = `Allowed choices are ${words.join(', ')}.`;
      throw new UsageError(`option '${option.flags}' argument '${value}' is invalid. ${allowed}`);
    }
    await session.print.note(`${option.long} ${value}: not a word of the interface; the service decides`);
  }
}
