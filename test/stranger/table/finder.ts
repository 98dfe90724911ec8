// The finder, and enrichment runs.

import { all, inStrict, notes, otherWay, prints, sends, stores } from './proof.ts';
import { AFTER_SYNC, notPossible, type Row } from './row.ts';

const FILE = 'contactIds: [{ada}]\nactions:\n  - type: VERIFY_LEAD_EMAIL\n';

/** One workflow more, published and run to its end. */
const AS_WORKFLOW = all(
  stores('one more workflow', ({ workflows }) => workflows.length === 4 && workflows[3]?.['version'] === 1),
  stores('its run', ({ workflows, runs }) => runs.length === 2 && runs[1]?.['workflowId'] === workflows[3]?.['id']),
  prints('COMPLETED'),
);

export const FINDER_ROWS: readonly Row[] = [
  {
    command: 'finder preview',
    argv: '"CFOs in Paris" --json',
    proof: all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['userInput'] === 'CFOs in Paris'),
      prints('000000000002'),
    ),
    modes: { strict: AFTER_SYNC, renamed: AFTER_SYNC },
  },
  {
    command: 'finder refine',
    argv: '{preview} "only large ones" --json',
    proof: all(
      stores('one more', ({ previews }) => previews.length === 2 && previews[1]?.['previousPreviewId'] !== undefined),
      prints('000000000002'),
    ),
  },
  { command: 'finder results', argv: '{preview}', proof: prints('Person 0') },
  { command: 'finder results', argv: '{preview} --all', proof: prints('Person 0', 'Person 11') },
  {
    command: 'finder import',
    argv: '{preview} --list {list} --watch --exit-status',
    proof: inStrict(
      all(
        AS_WORKFLOW,
        sends('POST', /^\/v1\/workflows$/, ({ importSources }) => JSON.stringify(importSources).includes('0190a000')),
      ),
      stores('one run', ({ actions }) => actions.length === 2),
    ),
    modes: otherWay('imported by a workflow made for it'),
  },
  { command: 'finder filters', argv: '', proof: prints('41', 'CTOs') },
  {
    command: 'action run',
    argv: '--type VERIFY_LEAD_EMAIL --contacts {ada} --watch --exit-status',
    proof: inStrict(
      AS_WORKFLOW,
      all(
        stores('one run', ({ actions }) => actions.length === 2),
        prints('COMPLETED'),
      ),
    ),
    modes: otherWay('run as a workflow made for it'),
  },
  {
    command: 'action status',
    argv: '{actions}',
    // As action run prints it there.
    argvIn: { strict: '{run}' },
    proof: inStrict(prints('PROCESSING', 'VERIFY_LEAD_EMAIL'), prints('{actions}')),
    modes: otherWay('read as the run of a workflow'),
  },
  {
    command: 'action watch',
    argv: '{actions} --exit-status',
    argvIn: { strict: '{run} --exit-status' },
    proof: prints('COMPLETED'),
    modes: otherWay('read as the run of a workflow'),
  },
  {
    command: 'action run-records',
    argv: '{actions}',
    argvIn: { strict: '{run}' },
    proof: prints('10', '11'),
    modes: { strict: notPossible(5, 'reach action status has the counts'), renamed: AFTER_SYNC },
  },
  { command: 'action types', argv: '', proof: prints('VERIFY_LEAD_EMAIL') },
  { command: 'action lint', argv: 'enrich.yaml', files: { 'enrich.yaml': FILE }, proof: notes('') },
];
