// Which page an address is. Each resource is loaded when one of its pages is first asked for.

import type { RecordKind } from '../resources/account/workspaces.ts';
import type { PageView } from './page.ts';

type Load = () => Promise<PageView>;

/** By the address below that of the workspace; a pattern's first group is the id, of a record of the kind. */
const PAGES: readonly (readonly [pattern: RegExp, load: Load, kind?: RecordKind])[] = [
  [/^$/, async () => (await import('./home.ts')).home],
  [/^\/contacts$/, async () => (await import('./records.ts')).contacts],
  [/^\/contacts\/(\d{1,15})$/, async () => (await import('./records.ts')).contact, 'contact'],
  [/^\/companies$/, async () => (await import('./records.ts')).companies],
  [/^\/companies\/(\d{1,15})$/, async () => (await import('./records.ts')).company, 'company'],
  [/^\/lists$/, async () => (await import('./records.ts')).lists],
  [/^\/lists\/(\d{1,15})$/, async () => (await import('./records.ts')).list, 'list'],
  [/^\/outbox$/, async () => (await import('./outbox.ts')).outbox],
  [/^\/outbox\/(\d{1,15})$/, async () => (await import('./outbox.ts')).message, 'message'],
  [/^\/outbox\/(\d{1,15})\/frame$/, async () => (await import('./outbox.ts')).messageFrame, 'message'],
  [/^\/inbox$/, async () => (await import('./inbox.ts')).inbox],
  [/^\/inbox\/(\d{1,15})$/, async () => (await import('./inbox.ts')).thread, 'thread'],
  [/^\/identities$/, async () => (await import('./identities.ts')).identities],
  [/^\/identities\/(\d{1,15})$/, async () => (await import('./identities.ts')).identity, 'identity'],
  [/^\/campaigns$/, async () => (await import('./campaigns.ts')).campaigns],
  [/^\/campaigns\/(\d{1,15})$/, async () => (await import('./campaigns.ts')).campaign, 'campaign'],
  [/^\/workflows$/, async () => (await import('./workflows.ts')).workflows],
  [/^\/workflows\/(\d{1,15})$/, async () => (await import('./workflows.ts')).workflow, 'workflow'],
  [/^\/workflow-runs\/(\d{1,15})$/, async () => (await import('./workflows.ts')).run, 'run'],
  [/^\/playbook$/, async () => (await import('./playbook.ts')).playbook],
  [/^\/ai$/, async () => (await import('./ai.ts')).ai],
  [/^\/ai-variables\/(\d{1,15})$/, async () => (await import('./ai.ts')).variable, 'ai-variable'],
  [/^\/ai-messages\/(\d{1,15})$/, async () => (await import('./ai.ts')).message, 'ai-message'],
  [/^\/ai-snippets\/(\d{1,15})$/, async () => (await import('./ai.ts')).snippet, 'ai-snippet'],
  [/^\/message-templates\/(\d{1,15})$/, async () => (await import('./ai.ts')).template, 'template'],
  [/^\/ai-folders\/(\d{1,15})$/, async () => (await import('./ai.ts')).folder, 'ai-folder'],
  [/^\/finder$/, async () => (await import('./finder.ts')).finder],
  [/^\/actions$/, async () => (await import('./actions.ts')).actions],
  [/^\/actions\/(\d{1,15})$/, async () => (await import('./actions.ts')).action, 'action'],
  [/^\/social-selling\/posts$/, async () => (await import('./social.ts')).posts],
  [/^\/social-selling\/posts\/(\d{1,15})$/, async () => (await import('./social.ts')).post, 'post'],
  [/^\/social-selling\/publishing\/(\d{1,15})$/, async () => (await import('./social.ts')).schedule, 'schedule'],
  [/^\/queue$/, async () => (await import('./queue.ts')).queue],
  [/^\/log$/, async () => (await import('./log.ts')).log],
];

const PATH_LENGTH_MAX = 200;

interface RoutedPage {
  readonly view: Load;
  readonly id: number;
  /** Of the record; null for a page that is not of one. */
  readonly kind: RecordKind | null;
}

/** Null for an address that is not a page. */
export function pageAt(path: string): RoutedPage | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  for (const [pattern, view, kind = null] of PAGES) {
    const match = pattern.exec(path);
    if (match) return { view, id: Number(match[1] ?? 0), kind };
  }
  return null;
}
