// Options whose words the interface shows without saying that there are no others.

import type { CommandUnknownOpts, Option } from 'commander';
import { trusted } from '../../client/answers/reply.ts';
import { UsageError } from '../terminal/exit.ts';
import { knownDefinition } from './profiles/service-definition.ts';
import type { Session } from './session.ts';

type OpenOption = Pick<Option, 'flags' | 'argChoices' | 'parseArg' | 'attributeName'>;

const OPEN = new WeakSet<OpenOption>();

/** Help and completion offer the choices of the option; a service other than the local one may take more. */
export function openWords<O extends OpenOption>(option: O): O {
  delete option.parseArg;
  OPEN.add(option);
  return option;
}

/** Whether the definition of the service names a word, under whatever field. */
function isLearned(session: Session, word: string): boolean {
  return Object.values(knownDefinition(session)?.words ?? {}).some((some) => some.includes(word));
}

const noteOf = (what: string, word: string) => `${what} ${word}: not a documented value; the service may refuse it`;

/** Throws UsageError for another word where this build has the rules; a note names it elsewhere. */
export async function checkOpenWords(session: Session, command: CommandUnknownOpts): Promise<void> {
  for (const option of command.options.filter((one) => OPEN.has(one))) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const words = option.argChoices ?? [];
    if (typeof value !== 'string' || words.includes(value)) continue;
    if (session.profile().baseUrl === null) {
      const allowed = `Allowed choices are ${words.join(', ')}.`;
      throw new UsageError(`option '${option.flags}' argument '${value}' is invalid. ${allowed}`);
    }
    if (!isLearned(session, value)) await session.print.note(noteOf(`${option.long}`, value));
  }
}

/** One of the words, in any case and with dashes; another one as `checkOpenWords`. */
export function openWord<W extends string>(session: Session, what: string, given: string, known: readonly W[]): W {
  const word = given.trim().replaceAll('-', '_');
  const match = known.find((one) => one.toUpperCase() === word.toUpperCase());
  if (match !== undefined) return match;
  if (session.profile().baseUrl === null) {
    const hint = `one of ${known.join(', ').toLowerCase()}`;
    throw new UsageError(`${what}: there is no ${given.trim().toLowerCase()}`, { hint });
  }
  const other = known.every((one) => one === one.toUpperCase()) ? word.toUpperCase() : word;
  if (!isLearned(session, other)) void session.print.note(noteOf(what, other));
  return trusted<W>(other);
}
