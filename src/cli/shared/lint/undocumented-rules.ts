// What rules of this build refuse, a service other than the local one may accept: fields and values of its records that this build
// does not know are remembered when they are written to a file.

import { isLeftToService, markOf, type Problem, type ServiceKnowledge } from '../../../rules/problem.ts';
import { type CacheContext, serviceCache } from '../../session/profile-cache.ts';
import { knownDefinition } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import type { CliError } from '../../terminal/exit.ts';

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
