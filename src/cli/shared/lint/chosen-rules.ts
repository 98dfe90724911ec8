import type { ServiceKnowledge } from '../../../rules/problem.ts';
import type { Session } from '../../app/session.ts';

/** Whether the profile is the service on this machine. */
export const isLocal = (session: Session): boolean => session.profile().baseUrl === null;

/** The service on this machine has the rules of this build; any other decides by itself what the interface leaves open. */
export function chosenRules(session: Session): Required<ServiceKnowledge> {
  try {
    return { chosenRules: isLocal(session) ? 'refuse' : 'warn' };
  } catch {
    // A broken configuration must not keep anyone from checking a file.
    return { chosenRules: 'refuse' };
  }
}
