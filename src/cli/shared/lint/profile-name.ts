import type { Session } from '../../session/session.ts';

/** The profile in force; a broken configuration must not keep anyone from checking a file. */
export function profileName(session: Session): string {
  try {
    return session.profile().name;
  } catch {
    return 'local';
  }
}
