// Parses a request: its parameters by themselves where they are valid; a body, and what is wrong, by the schemas of its row.

import { dictionary } from '../../contract/dictionary.ts';
import { readParameters } from './parameters.ts';
import type { GivenQuery, ParsedRequest, UnparsedRequest } from './request.ts';
import type { ServiceRoute } from './routes.ts';

/** Throws Refusal `unsupported_media_type` or `invalid` with `details.issues`. */
export async function parseRequest(
  { group, name, row }: Pick<ServiceRoute, 'group' | 'name' | 'row'>,
  raw: UnparsedRequest,
): Promise<ParsedRequest> {
  const given = queryOf(row.query === undefined ? '' : raw.query);
  const params = row.params && readParameters(row.params, raw.params);
  const query = row.query && readParameters(row.query, given);
  if (params !== null && query !== null && !row.hasBody) return { ...(params && { params }), ...(query && { query }) };
  const { parseBySchemas, endpoint } = await schemasOf(group, name);
  return parseBySchemas(endpoint, raw, given);
}

/** What takes longer to load than most requests: their schemas, and what reads a request by them. */
async function schemasOf(group: string, name: string) {
  const [{ parseBySchemas }, { endpointOf }] = await Promise.all([
    import('./parse-by-schemas.ts'),
    import('./schemas.ts'),
  ]);
  return { parseBySchemas, endpoint: await endpointOf(group, name) };
}

/** A repeated parameter becomes an array. */
function queryOf(text: string): GivenQuery {
  const query = dictionary<string | string[]>();
  if (text === '') return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    query[name] = known === undefined ? value : [known, value].flat();
  }
  return query;
}
