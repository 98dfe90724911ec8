// Every migration, in order. One is never changed once released: a change is a new one at the end.

import type { StoreConnection } from '../core/store.ts';
import { service } from './migrations/0001_service.ts';
import { records } from './migrations/0002_records.ts';
import { campaigns } from './migrations/0003_campaigns.ts';
import { jobs } from './migrations/0004_jobs.ts';
import { workflows } from './migrations/0005_workflows.ts';
import { ai } from './migrations/0006_ai.ts';
import { playbook } from './migrations/0007_playbook.ts';
import { finder } from './migrations/0008_finder.ts';
import { inbox } from './migrations/0009_inbox.ts';
import { social } from './migrations/0010_social.ts';
import { campaignRuns } from './migrations/0011_campaign_runs.ts';
import { workflowProgress } from './migrations/0012_workflow_progress.ts';
import { lookups } from './migrations/0013_lookups.ts';
import { deliveries } from './migrations/0014_deliveries.ts';
import { runOutcomes } from './migrations/0015_run_outcomes.ts';
import { pageSessions } from './migrations/0016_page_sessions.ts';
import { campaignCounts } from './migrations/0017_campaign_counts.ts';
import { textByWorkspace } from './migrations/0018_text_by_workspace.ts';
import { wordsOfWorkspace } from './migrations/0019_words_of_workspace.ts';
import { recordCounts } from './migrations/0020_record_counts.ts';
import { duplicateGroups } from './migrations/0021_duplicate_groups.ts';
import { changedKeys } from './migrations/0022_changed_keys.ts';
import { recordChanges } from './migrations/0023_record_changes.ts';
import type { FillProgress } from './text-index.ts';

export interface Migration {
  /** Number and idea, `0001_service`: remembered in the store under this name. */
  readonly name: string;
  readonly sql: string;
  /** Does afterwards what SQL cannot, in the same transaction. An empty store does not need it. */
  readonly fill?: (connection: StoreConnection, onProgress?: FillProgress) => void;
}

export const MIGRATIONS: readonly Migration[] = [
  service,
  records,
  campaigns,
  jobs,
  workflows,
  ai,
  playbook,
  finder,
  inbox,
  social,
  campaignRuns,
  workflowProgress,
  lookups,
  deliveries,
  runOutcomes,
  pageSessions,
  campaignCounts,
  textByWorkspace,
  wordsOfWorkspace,
  recordCounts,
  duplicateGroups,
  changedKeys,
  recordChanges,
];
