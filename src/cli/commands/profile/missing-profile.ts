// The error for an unknown profile.

import { CliError } from '../../terminal/exit.ts';

export function missingProfile(name: string): CliError {
  return new CliError('notFound', 'not_found', `no profile "${name}"`, {
    hint: 'list the profiles: reach profile list',
  });
}
