// Every row of the table.

import { ACCOUNT_ROWS } from './account.ts';
import { AI_ROWS } from './ai.ts';
import { CAMPAIGN_ROWS } from './campaigns.ts';
import { ENGAGEMENT_ROWS } from './engagement.ts';
import { FINDER_ROWS } from './finder.ts';
import { OUTREACH_ROWS } from './outreach.ts';
import { RECORD_ROWS } from './records.ts';
import type { Row } from './row.ts';
import { TOOL_ROWS } from './tool.ts';
import { WORKFLOW_ROWS } from './workflows.ts';

export const TABLE: readonly Row[] = [
  ...RECORD_ROWS,
  ...CAMPAIGN_ROWS,
  ...WORKFLOW_ROWS,
  ...AI_ROWS,
  ...FINDER_ROWS,
  ...ENGAGEMENT_ROWS,
  ...OUTREACH_ROWS,
  ...ACCOUNT_ROWS,
  ...TOOL_ROWS,
];
