// The definition that the profile's service gives of itself, compared with the contract.

import { ApiError } from '../../../client/errors.ts';
import { type Comparison, compareDefinitions } from '../../../rules/definitions/compare.ts';
import { readDefinitions } from '../../../rules/definitions/read.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';

const PATH = '/definitions.json';

/** Its document, as JSON. Throws CliError where it gives none, ApiError or NetworkError where it does not answer. */
export async function liveDefinition(session: Session): Promise<unknown> {
  const client = await session.client();
  const text = await client
    .raw({ method: 'GET', path: PATH }, { signal: session.io.interrupt })
    .then(({ body }) => body)
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) {
        throw new CliError('notFound', 'no_definition', `the service has no ${PATH}`, {
          hint: 'is the base URL right?',
        });
      }
      throw error;
    });
  return parsed(text);
}

/** Throws as `liveDefinition`, and CliError where the document has no paths. */
export async function compareLive(session: Session): Promise<Comparison> {
  const live = readDefinitions(await liveDefinition(session));
  if (live.length === 0) {
    throw new CliError('later', 'no_definition', `${PATH} of the service is no OpenAPI document with paths`);
  }
  const { definitions } = await import('../../../contract/definitions.ts');
  return compareDefinitions(readDefinitions(definitions()), live);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
