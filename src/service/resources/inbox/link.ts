// Links into the inbox of the web app: every filter is a parameter of the address (SERVICE-API, Inbox).

import type { LinkInput } from '../../../contract/inbox/endpoints.ts';
import { appLink } from '../../core/context.ts';

/** The address; lists are comma-separated. What the ids name is not looked up: the web app shows what is there. */
export function inboxLink(filters: LinkInput): { url: string } {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return { url: appLink('inbox', query) };
}
