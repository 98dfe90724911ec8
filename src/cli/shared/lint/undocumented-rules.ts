import type { ServiceKnowledge } from '../../../rules/problem.ts';
import { knownDefinition } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import type { CliError } from '../../terminal/exit.ts';
import { acceptedMarks } from './accepted-by-service.ts';

/** Whether the profile is the service on this machine. */
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
      ...(known !== null && { words: known.words, bounds: known.bounds }),
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
