// Workflows.

import type { Json } from '../route.ts';
import { all, byId, HIDDEN_PATH, notes, otherWay, prints, sends, stores, writes } from './proof.ts';
import { notPossible, type Row, row } from './row.ts';

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
  row('workflow init', 'new.yaml', writes('new.yaml', 'nodes:')),
  row('workflow lint', 'check.yaml', notes(''), { files }),
  row('workflow lint', 'check.yaml --online', notes(''), { files }),
  row('workflow graph', '{workflow}', prints('select', 'verify')),
  row('workflow graph', '{workflow} --run {run}', prints('select', 'verify')),
  row('workflow graph', '--run {run}', prints('select', 'verify')),
  row('workflow blocks', '', prints('SELECT_LEADS_FROM_LIST')),
  row('workflow blocks', 'VERIFY_LEAD_EMAIL --json', prints('VERIFY_LEAD_EMAIL')),
  row('workflow fields', '', prints('jobTitle')),
  row('workflow validate', '{draft} --draft', notes('')),
  row('workflow validate', 'check.yaml', notes(''), {
    files,
    modes: otherWay('checked here against the blocks and fields of the service'),
  }),
  row(
    'workflow create',
    'check.yaml --yes',
    stores('one draft', ({ workflows }) => workflows.filter(({ name }) => name === 'Check').length === 1),
    { files },
  ),
  row('workflow list', '', prints('{workflow}', 'Verify leads', 'Unfinished')),
  row('workflow list', '--search verify', prints('Verify leads')),
  row('workflow show', '{workflow} --json', prints('Verify leads', 'VERIFY_LEAD_EMAIL')),
  row('workflow show', '"Verify leads" --json', prints('{workflow}')),
  row('workflow update', '{draft} edited.yaml --yes', newList, { files }),
  row('workflow edit', '{draft} --input edited.yaml', newList, { files }),
  row('workflow export', '{workflow} --no-schema', prints('Verify leads', 'VERIFY_LEAD_EMAIL')),
  row(
    'workflow publish',
    '{draft}',
    stores('version 1', ({ workflows }, { draft }) => byId(workflows, draft)?.['version'] === 1),
  ),
  row(
    'workflow run',
    '{workflow} --yes',
    stores('one more run', ({ runs }) => runs.length === 2),
  ),
  row(
    'workflow run',
    '{workflow} --yes --watch --exit-status',
    all(
      stores('one more run', ({ runs }) => runs.length === 2 && runs[1]?.['status'] === 'SUCCEEDED'),
      prints('SUCCEEDED'),
    ),
  ),
  row('workflow runs', '--json', prints('{run}', '"workflow"')),
  row('approvals', '--json', prints('[]')),
  row('workflow runs', '{workflow}', prints('{run}', 'MANUAL')),
  row('workflow watch', '{run} --exit-status', prints('SUCCEEDED')),
  row('workflow status', '{run} --json', prints('"verify"')),
  row('workflow run-records', '{run}', prints('10', '11'), {
    modes: { strict: notPossible(5, 'reach workflow status has the counts') },
  }),
  row(
    'workflow cancel',
    '{run} --yes',
    stores('cancelled', ({ runs }, { run }) => byId(runs, run)?.['status'] === 'CANCELLED'),
    { modes: HIDDEN_PATH },
  ),
  row('workflow approve', '{run} verify --yes', sends('POST', /\/(approvals|decisions)$/), { modes: HIDDEN_PATH }),
  row(
    'workflow trigger',
    '{hook} -f people={ada}',
    all(
      sends('POST', /^\/wf\//, (body) => JSON.stringify(body['people']).includes('10')),
      stores('one more run', ({ runs }) => runs.length === 2),
    ),
  ),
  row('workflow disable', '{workflow} --yes --json', all(prints('UNCHANGED'), notes('starts by hand'))),
  row('workflow disable', 'Nightly --yes', notes(''), { ...nightly, modes: NO_TRIGGER }),
  row(
    'workflow enable',
    'Nightly --yes --json',
    all(
      prints('ENABLED'),
      stores('one more version', ({ workflows }) => workflows.at(-1)?.['version'] === 2),
    ),
    { ...nightly },
  ),
];
