import type { ServiceKnowledge } from '../../../rules/problem.ts';
import type { Session } from '../../app/session.ts';

/** The service on this machine has the rules of this build; any other decides by itself what the interface leaves open. */
export function chosenRules(session: Session): Required<ServiceKnowledge> {
  try {
    return { chosenRules: session.profile().baseUrl === null ? 'refuse' : 'warn' };
  } catch {
    // A broken configuration must not keep anyone from checking a file.
    return { chosenRules: 'refuse' };
  }
}
