// Links into the inbox of the web app: every filter is a query parameter.

import type { LinkInput } from '../../../contract/inbox/endpoints.ts';
import type { AppLinks } from '../../core/context.ts';

/** Lists are comma-separated. Ids are not checked. */
export function inboxLink({ appLink }: AppLinks, filters: LinkInput): { url: string } {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return { url: appLink('inbox', query) };
}
