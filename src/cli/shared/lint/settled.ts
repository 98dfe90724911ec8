// A file that is about to be sent: a word that resembles a known one may be a word of this service all the same.

import { NetworkError } from '../../../client/transport/transport.ts';
import type { Session } from '../../session/session.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { whyUnreadable } from '../answer.ts';
import { isLocal } from './undocumented-rules.ts';

const IN_CATALOGUE: ReadonlySet<string> = new Set(['unknown_placeholder', 'unknown_field', 'unknown_block']);

const isDoubtful = ({ severity, basis, code }: FileProblem): boolean =>
  severity === 'error' && basis === 'undocumented' && IN_CATALOGUE.has(code);

/** What the check finds; where that is in doubt, again after the catalogue of the service was read. */
export async function settled(
  session: Session,
  check: () => Promise<readonly FileProblem[]>,
  readCatalogue: (session: Session) => Promise<unknown>,
): Promise<readonly FileProblem[]> {
  const problems = await check();
  if (!problems.some(isDoubtful) || isLocal(session)) return problems;
  try {
    await readCatalogue(session);
  } catch (error) {
    if (error instanceof NetworkError || whyUnreadable(error) !== null) return problems;
    throw error;
  }
  return await check();
}
