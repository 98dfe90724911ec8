// What rules of this build refuse, a service other than the local one may accept: fields and values of its records that this build
// does not know are remembered when they are written to a file.

import { NetworkError } from '../../../client/transport/transport.ts';
import { isLeftToService, markOf, type Problem, type ServiceKnowledge } from '../../../rules/problem.ts';
import { type CacheContext, serviceCache } from '../../session/profile-cache.ts';
import { knownDefinition } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import type { CliError } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { whyUnreadable } from '../answer.ts';

// What a service has, lint accepts: fields and values of its records that this build does not know are remembered when they
// are written to a file.

const MARKS_MAX = 2000;

/** Marks of what records of the service at this address have. */
const acceptedMarks = (context: CacheContext, baseUrl: string): ReadonlySet<string> =>
  new Set(serviceCache(context, baseUrl).read('accepted')?.value);

/** Remembers what rules of this build would refuse in a body of the service. The service on this machine has these rules. */
export function rememberAccepted(
  session: Session,
  body: unknown,
  check: (body: unknown, knowledge: ServiceKnowledge) => readonly Problem[],
): void {
  const { baseUrl } = session.profile();
  if (baseUrl === null) return;
  const before = acceptedMarks(session, baseUrl.value);
  const found = check(body, { undocumentedRules: 'warn', given: before }).filter(isLeftToService);
  const marks = new Set([...before, ...found.map((problem) => markOf(problem, body))]);
  if (marks.size === before.size) return;
  serviceCache(session, baseUrl.value).write('accepted', [...marks].slice(-MARKS_MAX));
}

export const isLocal = (session: Session): boolean => session.profile().baseUrl === null;

/** The service on this machine has the rules of this build; any other decides by itself what the interface leaves open. */
export function undocumentedRules(session: Session): ServiceKnowledge {
  const { checks } = session;
  try {
    const { baseUrl } = session.profile();
    if (baseUrl === null) return { undocumentedRules: checks ?? 'refuse' };
    const known = knownDefinition(session);
    const input = acceptedMarks(session, baseUrl.value);
    return {
      undocumentedRules: checks ?? 'warn',
      given: input,
      bodies: known?.bodies,
    };
  } catch {
    // A broken configuration must not keep anyone from checking a file.
    return { undocumentedRules: checks ?? 'refuse' };
  }
}

/** A limit that the interface does not show refuses for the service on this machine; any other decides by itself. */
export async function overLimit(session: Session, error: CliError): Promise<void> {
  const { undocumentedRules: mode } = undocumentedRules(session);
  if (mode !== 'warn' && mode !== 'off') throw error;
  await session.print.warn(`${error.message} (the service may accept it all the same)`);
}

// A file that is about to be sent: a word that resembles a known one may be a word of this service all the same.

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
