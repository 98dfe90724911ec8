// The finder, and enrichment runs.

import { all, inStrict, notes, otherWay, prints, sends, stores } from './proof.ts';
import { notPossible, type Row, row } from './row.ts';

const FILE = 'contactIds: [{ada}]\nactions:\n  - type: VERIFY_LEAD_EMAIL\n';

/** One workflow more, published and run to its end. */
const AS_WORKFLOW = all(
  stores('one more workflow', ({ workflows }) => workflows.length === 4 && workflows[3]?.['version'] === 1),
  stores('its run', ({ workflows, runs }) => runs.length === 2 && runs[1]?.['workflowId'] === workflows[3]?.['id']),
  prints('COMPLETED'),
);

export const FINDER_ROWS: readonly Row[] = [
  row(
    'finder preview',
    '"CFOs in Paris" --json',
    all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['userInput'] === 'CFOs in Paris'),
      prints('000000000002'),
    ),
  ),
  row(
    'finder refine',
    '{preview} "only large ones" --json',
    all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['previousPreviewId'] !== undefined),
      prints('000000000002'),
    ),
  ),
  row('finder results', '{preview}', prints('Person 0')),
  row('finder results', '{preview} --all', prints('Person 0', 'Person 11')),
  row(
    'finder import',
    '{preview} --list {list} --watch --exit-status',
    inStrict(
      all(
        AS_WORKFLOW,
        sends('POST', /^\/v1\/workflows$/, ({ importSources }) => JSON.stringify(importSources).includes('0190a000')),
      ),
      stores('one run', ({ actions }) => actions.length === 2),
    ),
    { modes: otherWay('imported by a workflow made for it') },
  ),
  row('finder filters', '', prints('41', 'CTOs')),
  row(
    'action run',
    '--type VERIFY_LEAD_EMAIL --contacts {ada} --watch --exit-status',
    inStrict(
      AS_WORKFLOW,
      all(
        stores('one run', ({ actions }) => actions.length === 2),
        prints('COMPLETED'),
      ),
    ),
    { modes: otherWay('run as a workflow made for it') },
  ),
  row('action status', '{actions}', inStrict(prints('PROCESSING', 'VERIFY_LEAD_EMAIL'), prints('{actions}')), {
    // As action run prints it there.
    argvIn: { strict: '{run}' },
    modes: otherWay('read as the run of a workflow'),
  }),
  row('action watch', '{actions} --exit-status', prints('COMPLETED'), {
    argvIn: { strict: '{run} --exit-status' },
    modes: otherWay('read as the run of a workflow'),
  }),
  row('action run-records', '{actions}', prints('10', '11'), {
    argvIn: { strict: '{run}' },
    modes: { strict: notPossible(5, 'reach action status has the counts') },
  }),
  row('action types', '', prints('VERIFY_LEAD_EMAIL')),
  row('action lint', 'enrich.yaml', notes(''), { files: { 'enrich.yaml': FILE } }),
];
