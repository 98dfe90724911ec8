// Every golden request, in the order in which one service can answer them all.

import { account } from './account.ts';
import { actions } from './actions.ts';
import { ai } from './ai/ai.ts';
import { campaigns } from './campaigns.ts';
import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { finder } from './finder.ts';
import type { Golden } from './golden.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { listMembers, lists } from './lists.ts';
import { playbook } from './playbook.ts';
import { social } from './social.ts';
import { workflows } from './workflows/workflows.ts';

export const story: readonly Golden[] = [
  ...account,
  ...lists,
  ...contacts,
  ...listMembers,
  ...companies,
  ...campaigns,
  ...actions,
  ...finder,
  ...workflows,
  ...identities,
  ...inbox,
  ...playbook,
  ...social,
  ...ai,
];
