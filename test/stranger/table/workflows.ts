// Workflows.

import type { Json } from '../route.ts';
import { all, byId, HIDDEN_PATH, notes, otherWay, prints, sends, stores, writes } from './proof.ts';
import { AFTER_SYNC, notPossible, type Row } from './row.ts';

const file = (name: string) => `name: ${name}
nodes:
  - id: select
    kind: BLOCK
    blockId: SELECT_LEADS_FROM_LIST
    inputs:
      leadsGroupId: {list}
    next: [verify]
  - id: verify
    kind: BLOCK
    blockId: VERIFY_LEAD_EMAIL
    next: []
`;
const EDITED = file('Unfinished').replace('leadsGroupId: {list}', 'leadsGroupId: {companyList}');
const files = { 'check.yaml': file('Check'), 'edited.yaml': EDITED };

const SCHEDULE = 'type: SCHEDULE, definition: DAILY, startsAt: "2026-01-01T08:00:00Z", timezone: Europe/Paris';
const nightly = {
  filesBefore: { 'nightly.yaml': `${file('Nightly')}publish: true\ntrigger: { ${SCHEDULE} }\n` },
  before: ['workflow create nightly.yaml --yes'],
};

/** The list that the entry step of a stored workflow selects. */
function selected(workflow: Json | undefined): unknown {
  const plan: Json = Object(workflow?.['plan']);
  const [entry] = Array.isArray(plan['nodes']) ? plan['nodes'] : [];
  return Object(Object(entry).inputs).leadsGroupId;
}

const newList = stores(
  'the new list',
  ({ workflows }, { draft, companyList }) => String(selected(byId(workflows, draft))) === companyList,
);

/** The shown operations on a draft do not change its trigger. */
const NO_TRIGGER = { strict: notPossible(3, 'change the trigger'), renamed: notPossible(3, 'change the trigger') };

export const WORKFLOW_ROWS: readonly Row[] = [
  { command: 'workflow init', argv: 'new.yaml', proof: writes('new.yaml', 'nodes:') },
  { command: 'workflow lint', argv: 'check.yaml', files, proof: notes('') },
  { command: 'workflow lint', argv: 'check.yaml --online', files, proof: notes('') },
  { command: 'workflow graph', argv: '{workflow}', proof: prints('select', 'verify') },
  { command: 'workflow graph', argv: '{workflow} --run {run}', proof: prints('select', 'verify') },
  {
    command: 'workflow graph',
    argv: '--run {run}',
    proof: prints('select', 'verify'),
  },
  { command: 'workflow blocks', argv: '', proof: prints('SELECT_LEADS_FROM_LIST') },
  { command: 'workflow blocks', argv: 'VERIFY_LEAD_EMAIL --json', proof: prints('VERIFY_LEAD_EMAIL') },
  { command: 'workflow fields', argv: '', proof: prints('jobTitle') },
  { command: 'workflow validate', argv: '{draft} --draft', proof: notes('') },
  {
    command: 'workflow validate',
    argv: 'check.yaml',
    files,
    proof: notes(''),
    modes: otherWay('checked here against the blocks and fields of the service'),
  },
  {
    command: 'workflow create',
    argv: 'check.yaml --yes',
    files,
    proof: stores('one draft', ({ workflows }) => workflows.filter(({ name }) => name === 'Check').length === 1),
  },
  { command: 'workflow list', argv: '', proof: prints('{workflow}', 'Verify leads', 'Unfinished') },
  { command: 'workflow list', argv: '--search verify', proof: prints('Verify leads') },
  { command: 'workflow show', argv: '{workflow} --json', proof: prints('Verify leads', 'VERIFY_LEAD_EMAIL') },
  { command: 'workflow show', argv: '"Verify leads" --json', proof: prints('{workflow}') },
  { command: 'workflow update', argv: '{draft} edited.yaml --yes', files, proof: newList },
  { command: 'workflow edit', argv: '{draft} --input edited.yaml', files, proof: newList },
  { command: 'workflow export', argv: '{workflow} --no-schema', proof: prints('Verify leads', 'VERIFY_LEAD_EMAIL') },
  {
    command: 'workflow publish',
    argv: '{draft}',
    proof: stores('version 1', ({ workflows }, { draft }) => byId(workflows, draft)?.['version'] === 1),
  },
  {
    command: 'workflow run',
    argv: '{workflow} --yes',
    proof: stores('one more run', ({ runs }) => runs.length === 2),
  },
  {
    command: 'workflow run',
    argv: '{workflow} --yes --watch --exit-status',
    proof: all(
      stores('one more run', ({ runs }) => runs.length === 2 && runs[1]?.['status'] === 'SUCCEEDED'),
      prints('SUCCEEDED'),
    ),
  },
  { command: 'workflow runs', argv: '{workflow}', proof: prints('{run}', 'MANUAL') },
  { command: 'workflow watch', argv: '{run} --exit-status', proof: prints('SUCCEEDED') },
  { command: 'workflow status', argv: '{run} --json', proof: prints('"verify"') },
  {
    command: 'workflow run-records',
    argv: '{run}',
    proof: prints('10', '11'),
    modes: { strict: notPossible(5, 'reach workflow status has the counts'), renamed: AFTER_SYNC },
  },
  {
    command: 'workflow cancel',
    argv: '{run} --yes',
    proof: stores('cancelled', ({ runs }, { run }) => byId(runs, run)?.['status'] === 'CANCELLED'),
    modes: HIDDEN_PATH,
  },
  {
    command: 'workflow approve',
    argv: '{run} verify --yes',
    proof: sends('POST', /\/(approvals|decisions)$/),
    modes: HIDDEN_PATH,
  },
  {
    command: 'workflow trigger',
    argv: '{hook} -f people={ada}',
    proof: all(
      sends('POST', /^\/wf\//, (body) => JSON.stringify(body['people']).includes('10')),
      stores('one more run', ({ runs }) => runs.length === 2),
    ),
  },
  {
    command: 'workflow disable',
    argv: '{workflow} --yes --json',
    proof: all(prints('UNCHANGED'), notes('starts by hand')),
  },
  {
    command: 'workflow disable',
    argv: 'Nightly --yes',
    ...nightly,
    proof: notes(''),
    modes: NO_TRIGGER,
  },
  {
    command: 'workflow enable',
    argv: 'Nightly --yes --json',
    ...nightly,
    proof: all(
      prints('ENABLED'),
      stores('one more version', ({ workflows }) => workflows.at(-1)?.['version'] === 2),
    ),
  },
];
