// Queries that are asked again and again while something large is worked on: each looks up, and walks through nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Query, rowsOver, type SqlValue, type Tx, textOf } from '../../../src/service/core/sql.ts';
import type { Store } from '../../../src/service/core/store.ts';
import { openStore } from '../../../src/service/db/connection.ts';
import { nextDueAt, takeJob } from '../../../src/service/jobs/queries/jobs.ts';
import { deleteRunRecords } from '../../../src/service/resources/actions/queries/runs.ts';
import { enrolmentCounts, slotCounts, stepCounts } from '../../../src/service/resources/campaigns/queries/counts.ts';
import { completeThreadsOf } from '../../../src/service/resources/campaigns/queries/enrolments.ts';
import { stepDueAt } from '../../../src/service/resources/campaigns/queries/report.ts';
import { groupsOfOne } from '../../../src/service/resources/contacts/queries/duplicates.ts';
import { moveMemberships } from '../../../src/service/resources/contacts/queries/same-profile.ts';
import { deletePreviews } from '../../../src/service/resources/finder/queries/previews.ts';
import { outboxRows } from '../../../src/service/resources/inbox/queries/messages.ts';
import { allRecords, matchingRecords } from '../../../src/service/resources/records/queries/pages.ts';
import { valuesOf } from '../../../src/service/resources/workflows/queries/record-values.ts';
import {
  dueAtStep,
  firstDueAt,
  pendingAt,
  runRecordsAfter,
  stillPendingAt,
  undecidedAt,
} from '../../../src/service/resources/workflows/queries/run-records.ts';
import { kindsWithListeners } from '../../../src/service/resources/workflows/queries/triggers.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
});
afterAll(() => store.close());

/** What SQLite does for everything the work asks, line by line; what it makes of lists that are values is left out. */
async function plansOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  return store.write(async (tx) => {
    const plans: string[] = [];
    const explained = async (query: Query, all: readonly SqlValue[]): Promise<void> => {
      const [text, values] = textOf(query, all);
      const rows = await tx.all<{ detail: string }>(`explain query plan ${text}`, ...values);
      plans.push(...rows.map(({ detail }) => detail).filter((line) => /^(SCAN|SEARCH)/.test(line)));
    };
    await work({
      ...rowsOver(
        async (sql, ...values) => {
          await explained(sql, values);
          return tx.all(sql, ...values);
        },
        async (sql, ...values) => {
          await explained(sql, values);
          return tx.run(sql, ...values);
        },
      ),
      ids: async (sql, ...values) => {
        await explained(sql, values);
        return tx.ids(sql, ...values);
      },
      runRows: async (sql, rows) => {
        for (const row of rows.slice(0, 1)) await explained(sql, [...row]);
        return tx.runRows(sql, rows);
      },
      addText: tx.addText,
      removeText: tx.removeText,
      version: tx.version,
      reserveIds: tx.reserveIds,
    });
    return plans.filter((line) => !/json_each|VIRTUAL TABLE/.test(line));
  });
}

test('old runs and previews are deleted by their keys, and lists of records are read by ranges of ids', async () => {
  const of = { workspaceId: 1, entity: 'LEAD', customs: [] } as const;
  expect(
    await plansOf(async (tx) => {
      await deleteRunRecords(tx, 1, 500);
      await deletePreviews(tx, 1, { until: 7, limit: 500 });
      await valuesOf(tx, of, [1], ['platform.listIds']);
    }),
  ).toEqual([
    'SEARCH action_records USING PRIMARY KEY (run_id=? AND entity=? AND record_id=?)',
    'SEARCH action_records USING PRIMARY KEY (run_id=?)',
    'SEARCH action_outcomes USING PRIMARY KEY (run_id=? AND record_id=? AND action_index=?)',
    'SEARCH action_outcomes USING PRIMARY KEY (run_id=?)',
    'SEARCH finder_previews USING PRIMARY KEY (id=?)',
    'SEARCH finder_previews USING COVERING INDEX finder_previews_by_workspace (workspace_id=? AND created_at<?)',
    'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH l USING COVERING INDEX sqlite_autoindex_lists_1 (workspace_id=? AND entity=?)',
    'SCAN g',
    'SEARCH m USING PRIMARY KEY (list_id=? AND member_id>? AND member_id<?)',
  ]);
});

test('a page of a list and one of duplicates read an index, and no rows', async () => {
  expect(await plansOf((tx) => allRecords(tx, 'CONTACT', 1, { page: 3, pageSize: 50 }))).toEqual([
    'SEARCH contacts USING COVERING INDEX contacts_by_workspace (workspace_id=?)',
    'SEARCH contacts USING COVERING INDEX contacts_by_workspace (workspace_id=?)',
  ]);
  const query = { workspaceId: 1, fields: ['professionalEmail'], after: 7, list: null } as const;
  expect(await plansOf((tx) => groupsOfOne(tx, query, 100))).toEqual([
    'SEARCH c USING COVERING INDEX contacts_by_email (workspace_id=? AND email_key>?)',
  ]);
});

test('companies by any of their keys are found by an index each, not among all of the workspace', async () => {
  const predicate = { is: 'keys', keys: ['acme.example'] } as const;
  expect(
    await plansOf((tx) => matchingRecords(tx, 'COMPANY', 1, { search: '', predicate }, { page: 1, pageSize: 50 })),
  ).toEqual([
    'SEARCH r USING COVERING INDEX companies_by_workspace (workspace_id=? AND rowid=?)',
    ...['network', 'domain', 'website'].map(
      (by) => `SEARCH companies USING COVERING INDEX companies_by_${by} (workspace_id=? AND ${by}_key=?)`,
    ),
    'SEARCH companies USING COVERING INDEX companies_by_name (workspace_id=? AND name=?)',
  ]);
});

test('a page of the records of a run is read from where the page before it ended', async () => {
  const run = { id: 1, entity: 'LEAD', status: 'RUNNING' } as const;
  const plans = await plansOf((tx) =>
    runRecordsAfter(tx, run, { status: 'FAILED', step: null }, { after: { id: 7, step: 2 }, limit: 50 }),
  );
  expect(plans).toEqual([
    'SEARCH e USING PRIMARY KEY (run_id=? AND (entity_id,step)>(?,?))',
    'SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  ]);
});

test('what a campaign comes to is read from its counts, not from its contacts, steps and messages', async () => {
  const plans = await plansOf(async (tx) => {
    await enrolmentCounts(tx, [1]);
    await stepCounts(tx, [1]);
    await slotCounts(tx, 1);
    await stepDueAt(tx, 1, 7);
  });
  expect(plans).toEqual([
    'SEARCH enrolment_counts USING PRIMARY KEY (campaign_id=?)',
    'SEARCH step_counts USING PRIMARY KEY (campaign_id=?)',
    'SEARCH contact_events USING COVERING INDEX contact_events_by_reply (campaign_id=?)',
    'SEARCH slot_counts USING PRIMARY KEY (campaign_id=?)',
    'SEARCH campaign_contacts USING COVERING INDEX campaign_contacts_by_place (campaign_id=? AND place=? AND due_at>?)',
  ]);
});

const NEWEST = { before: 99, limit: 50 };

test.each([
  ['a contact', { contactId: 1 }, [/^SEARCH t .*contact_id=\?/, /^SEARCH m USING INDEX messages_by_thread/]],
  ['a campaign', { campaignId: 1 }, [/^SEARCH m USING INDEX messages_by_campaign/, /^SEARCH t USING INTEGER PRIMARY/]],
  ['everybody', {}, [/^SEARCH m USING INTEGER PRIMARY KEY/, /^SEARCH t USING INTEGER PRIMARY KEY/]],
])('the newest messages to %s are found without reading the others', async (_, filter, plan) => {
  const plans = await plansOf((tx) => outboxRows(tx, 1, filter, NEWEST));
  // Those that are counted by day, and the page.
  const [first = /./, second = /./] = plan;
  const any = first.source.includes('PRIMARY') ? /^SCAN m$/ : first;
  expect(plans).toEqual(
    [any, second, /^SCAN hits$/, first, second, /^SCAN page$/].map((line) => expect.stringMatching(line)),
  );
});

const BY_STEP = /USING COVERING INDEX workflow_run_(pending|waiting) \(run_id=\? AND step=\?/;

test.each([
  ['the next batch of a run', (tx: Tx) => pendingAt(tx, 1, 0, 50)],
  ['those whose time has come', (tx: Tx) => dueAtStep(tx, 1, 0, 9, 50)],
  ['when the next are due', (tx: Tx) => firstDueAt(tx, 1, 0)],
  ['those nobody has decided about', (tx: Tx) => undecidedAt(tx, 1, 0, { limit: 50 })],
])('%s is found by the step it waits at, not by reading the run', async (_, work) => {
  expect(await plansOf(work)).toEqual([expect.stringMatching(BY_STEP)]);
});

test.each([
  ['what is still pending of a batch', (tx: Tx) => stillPendingAt(tx, 1, 0, [1, 2])],
  ['a campaign is ended', (tx: Tx) => completeThreadsOf(tx, 1, { campaignId: 1, after: 0, last: 9 })],
  ['memberships are moved', (tx: Tx) => moveMemberships(tx, 1, 1, 2)],
  ['a job is taken', (tx: Tx) => takeJob(tx, 9)],
  ['who listens to what a bulk wrote', (tx: Tx) => kindsWithListeners(tx, 1, ['LEAD_CREATED', 'COMPANY_CREATED'])],
])('%s without walking through a table', async (_, work) => {
  expect((await plansOf(work)).filter((line) => line.startsWith('SCAN'))).toEqual([]);
});

test('the next job due is the first of its index', async () => {
  expect(await plansOf((tx) => nextDueAt(tx))).toEqual(['SCAN jobs USING INDEX jobs_by_due']);
});
