// Which page an address is. Each resource is loaded when one of its pages is first asked for.

import type { PageView } from './page.ts';

type Load = () => Promise<PageView>;

/** By the address below `/app`; a pattern's first group is the id. */
const PAGES: readonly (readonly [pattern: RegExp, load: Load])[] = [
  [/^$/, async () => (await import('./home.ts')).home],
  [/^\/contacts$/, async () => (await import('./contacts.ts')).contacts],
  [/^\/contacts\/(\d{1,15})$/, async () => (await import('./contacts.ts')).contact],
  [/^\/companies$/, async () => (await import('./companies.ts')).companies],
  [/^\/companies\/(\d{1,15})$/, async () => (await import('./companies.ts')).company],
  [/^\/lists$/, async () => (await import('./lists.ts')).lists],
  [/^\/lists\/(\d{1,15})$/, async () => (await import('./lists.ts')).list],
  [/^\/outbox$/, async () => (await import('./outbox.ts')).outbox],
  [/^\/outbox\/(\d{1,15})$/, async () => (await import('./outbox.ts')).message],
  [/^\/outbox\/(\d{1,15})\/frame$/, async () => (await import('./outbox.ts')).messageFrame],
  [/^\/inbox$/, async () => (await import('./inbox.ts')).inbox],
  [/^\/inbox\/(\d{1,15})$/, async () => (await import('./inbox.ts')).thread],
  [/^\/identities$/, async () => (await import('./identities.ts')).identities],
  [/^\/identities\/(\d{1,15})$/, async () => (await import('./identities.ts')).identity],
  [/^\/campaigns$/, async () => (await import('./campaigns.ts')).campaigns],
  [/^\/campaigns\/(\d{1,15})$/, async () => (await import('./campaigns.ts')).campaign],
  [/^\/workflows$/, async () => (await import('./workflows.ts')).workflows],
  [/^\/workflows\/(\d{1,15})$/, async () => (await import('./workflows.ts')).workflow],
  [/^\/workflow-runs\/(\d{1,15})$/, async () => (await import('./workflows.ts')).run],
  [/^\/playbook$/, async () => (await import('./playbook.ts')).playbook],
  [/^\/ai$/, async () => (await import('./ai.ts')).ai],
  [/^\/ai-variables\/(\d{1,15})$/, async () => (await import('./ai.ts')).variable],
  [/^\/ai-messages\/(\d{1,15})$/, async () => (await import('./ai.ts')).message],
  [/^\/ai-snippets\/(\d{1,15})$/, async () => (await import('./ai.ts')).snippet],
  [/^\/message-templates\/(\d{1,15})$/, async () => (await import('./ai.ts')).template],
  [/^\/ai-folders\/(\d{1,15})$/, async () => (await import('./ai.ts')).folder],
  [/^\/finder$/, async () => (await import('./finder.ts')).finder],
  [/^\/actions$/, async () => (await import('./actions.ts')).actions],
  [/^\/actions\/(\d{1,15})$/, async () => (await import('./actions.ts')).action],
  [/^\/social-selling\/posts$/, async () => (await import('./social.ts')).posts],
  [/^\/social-selling\/posts\/(\d{1,15})$/, async () => (await import('./social.ts')).post],
  [/^\/social-selling\/publishing\/(\d{1,15})$/, async () => (await import('./social.ts')).schedule],
  [/^\/queue$/, async () => (await import('./queue.ts')).queue],
  [/^\/log$/, async () => (await import('./log.ts')).log],
];

const PATH_LENGTH_MAX = 200;

/** Null for an address that is not a page. */
export function pageAt(path: string): { readonly view: Load; readonly id: number } | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  for (const [pattern, view] of PAGES) {
    const match = pattern.exec(path);
    if (match) return { view, id: Number(match[1] ?? 0) };
  }
  return null;
}
