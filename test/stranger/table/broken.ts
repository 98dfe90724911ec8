// What is broken today: exit code and a part of what is wrong, asserted so that a repair shows.

import type { Mode } from '../switches.ts';

type Broken = Readonly<Record<string, readonly [code: number, problem: string]>>;

export const BROKEN: Readonly<Record<Mode, Broken>> = {
  minimal: {},
  strict: {
    'finder preview "CFOs in Paris" --json': [3, 'query is required'],
  },
  renamed: {
    'plan outreach --json': [1, 'exit 1, not 0'],
    'pull outreach': [1, 'exit 1, not 0'],
    'contacts timeline {ada} --json': [1, 'exit 1, not 0'],
    'contacts show {ada} --full': [1, 'exit 1, not 0'],
    'contacts list --list "ICP DACH"': [5, 'error: Cannot GET /v1/lists'],
    'list list': [5, 'error: Cannot GET /v1/lists'],
    'list list --entity COMPANY': [5, 'error: Cannot GET /v1/lists'],
    'list create Newcomers': [3, 'error: Unknown property: entity'],
    'list show {list} --json': [5, 'Cannot GET /v1/lists/1001'],
    'campaign status {running} PAUSED --yes': [5, 'error: Cannot POST /v1/campaign/1014/status'],
    'campaign add-contact {campaign} {ada}': [3, 'error: Unknown property: contactId'],
    'campaign add-list {campaign} {list}': [3, 'error: Unknown property: contactGroupId'],
    'workflow validate check.yaml': [3, 'error: Unknown property: name, publish'],
    'workflow cancel {run} --yes': [5, 'error: Cannot POST /v1/workflow-runs/1018/ca'],
    'workflow approve {run} verify': [5, 'error: Cannot POST /v1/workflow-runs/1018/ap'],
    'ai variable archive {variable}': [5, 'error: Cannot POST /v1/ai-variables/1020/arc'],
    'ai variable unarchive {variable}': [5, 'error: Cannot POST /v1/ai-variables/1020/una'],
    'finder preview "CFOs in Paris" --json': [3, 'query is required'],
    'inbox threads': [5, 'error: Cannot GET /v1/inboxes'],
    'inbox messages {ada} --json': [5, 'Cannot GET /v1/inboxes/1008/messages'],
    'inbox reply {ada} "Thank you." --from {identity} --yes': [5, 'error: Cannot POST /v1/inbox/messages'],
    'inbox tags': [5, 'error: Cannot GET /v1/inbox/tags'],
    'inbox tag {ada} --tag {tag}': [5, 'error: Method not allowed (POST /v1/inbox/co'],
  },
  typed: {},
  richer: {},
};
