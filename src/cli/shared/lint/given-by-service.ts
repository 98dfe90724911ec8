// What a service gives, lint accepts: fields and values of its records that this build does not know are remembered when they
// are written to a file.

import { isObject } from '../../../contract/json.ts';
import { type Basis, markOf, type Problem, type ServiceKnowledge } from '../../../rules/problem.ts';
import type { Paths } from '../../session/paths.ts';
import { readCache, writeCache } from '../../session/profile-cache.ts';
import type { Session } from '../../session/session.ts';

const KIND = 'given';
const MARKS_MAX = 2000;
const UNDOCUMENTED: Basis = 'undocumented';

/** Marks of what the service at this address gave. */
export function givenMarks(paths: Paths, baseUrl: string): ReadonlySet<string> {
  const kept = readCache(paths, KIND, new URL(baseUrl).host);
  const marks = isObject(kept) && Array.isArray(kept['marks']) ? kept['marks'] : [];
  return new Set(marks.filter((mark) => typeof mark === 'string').slice(-MARKS_MAX));
}

/** Remembers what rules of this build would say of a body that the service gave. The service on this machine has these rules. */
export function rememberGiven(
  { paths, profile }: Session,
  body: unknown,
  check: (body: unknown, knowledge: ServiceKnowledge) => readonly Problem[],
): void {
  const { baseUrl } = profile();
  if (baseUrl === null) return;
  const before = givenMarks(paths, baseUrl.value);
  const found = check(body, { undocumentedRules: 'warn', given: before }).filter(({ basis }) => basis === UNDOCUMENTED);
  const marks = new Set([...before, ...found.map((problem) => markOf(problem, body))]);
  if (marks.size === before.size) return;
  writeCache(paths, KIND, new URL(baseUrl.value).host, { marks: [...marks].slice(-MARKS_MAX) });
}
