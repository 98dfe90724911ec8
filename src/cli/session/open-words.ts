// Words that the interface shows without saying that there are no others.

import type { CommandUnknownOpts } from 'commander';
import { trusted } from '../../client/answers/reply.ts';
import { didYouMean } from '../../rules/nearest.ts';
import { UsageError } from '../terminal/exit.ts';
import { isOpen } from './about.ts';
import { knownDefinition } from './profiles/service-definition.ts';
import type { Session } from './session.ts';

/** Whether the definition of the service names a word, under whatever field. */
function isLearned(session: Session, word: string): boolean {
  return Object.values(knownDefinition(session)?.requests ?? {}).some(({ words }) => words?.includes(word) === true);
}

const noteOf = (what: string, word: string) => `${what} ${word}: not a documented value; the service may refuse it`;

/** Whether a word that is none of the known ones may be sent: to another service, if it resembles none of them. */
const maySend = (session: Session, word: string, meant: string): boolean =>
  session.profile().baseUrl !== null && (meant === '' || isLearned(session, word));

/** Of the open options: throws UsageError for another word that may not be sent; a note names one that may. */
export async function checkOpenWords(session: Session, command: CommandUnknownOpts): Promise<void> {
  for (const option of command.options.filter(isOpen)) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const words = option.argChoices ?? [];
    if (typeof value !== 'string' || words.includes(value)) continue;
    const meant = didYouMean(value, words);
    if (!maySend(session, value, meant)) {
      const allowed = `Allowed choices are ${words.join(', ')}`;
      throw new UsageError(`option '${option.flags}' argument '${value}' is invalid. ${allowed}${meant || '.'}`);
    }
    if (!isLearned(session, value)) await session.print.note(noteOf(`${option.long}`, value));
  }
}

/** One of the words, in any case and with dashes; another one as `checkOpenWords`. */
export function openWord<W extends string>(session: Session, what: string, input: string, known: readonly W[]): W {
  const word = input.trim().replaceAll('-', '_');
  const match = known.find((one) => one.toUpperCase() === word.toUpperCase());
  if (match !== undefined) return match;
  const other = known.every((one) => one === one.toUpperCase()) ? word.toUpperCase() : word;
  const meant = didYouMean(word, known).toLowerCase();
  if (!maySend(session, other, meant)) {
    const hint = `one of ${known.join(', ').toLowerCase()}`;
    throw new UsageError(`${what}: there is no ${input.trim().toLowerCase()}${meant}`, { hint });
  }
  if (!isLearned(session, other)) void session.print.note(noteOf(what, other));
  return trusted<W>(other);
}
