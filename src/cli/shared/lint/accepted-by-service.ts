// What a service has, lint accepts: fields and values of its records that this build does not know are remembered when they
// are written to a file.

import { isLeftToService, markOf, type Problem, type ServiceKnowledge } from '../../../rules/problem.ts';
import { type CacheContext, serviceCache } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';

const MARKS_MAX = 2000;

/** Marks of what records of the service at this address have. */
export const acceptedMarks = (context: CacheContext, baseUrl: string): ReadonlySet<string> =>
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
