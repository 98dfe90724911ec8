import { expect, test } from 'vitest';
import { ITEM_STATUSES, RUN_STATUSES } from '../../../src/contract/actions/enums.ts';
import { CAMPAIGN_STATUSES, ENROLMENT_STATUSES } from '../../../src/contract/campaigns/enums.ts';
import { OUTCOMES } from '../../../src/contract/companies/endpoints.ts';
import { CONVERSATION_STATUSES, MAILBOX_HEALTH, MESSAGE_STATUSES } from '../../../src/contract/inbox/enums.ts';
import {
  DECISIONS,
  STEP_STATUSES,
  RUN_STATUSES as WORKFLOW_RUN_STATUSES,
  WORKFLOW_STATUSES,
} from '../../../src/contract/workflows/enums.ts';
import { fieldLabel, toneOf, valueLabel } from '../../../src/presentation/labels.ts';

test.each([
  ['jobTitle', 'Job title'],
  ['companyId', 'Company ID'],
  ['isInCRM', 'In CRM'],
  ['networkProfileUrl', 'Network profile URL'],
  ['createdAt', 'Created'],
  ['professionalEmail', 'Email'],
  ['company.name', 'Company'],
  ['company.domain', 'Company domain'],
  ['company.companyNetworkUrl', 'Company network URL'],
  ['company.appUrl', 'Company link'],
  ['steps.0.type', 'Steps type'],
  ['statusCounts.NOT_CHECKED', 'Status counts not checked'],
  ['features.split-ai', 'Feature split-ai'],
  ['Favourite colour', 'Favourite colour'],
  ['MQL', 'MQL'],
])('the field %s is called %s', (path, label) => expect(fieldLabel(path)).toBe(label));

test.each([
  ['KING', 'Prioritize'],
  ['ADD_CONTACTS_TO_LIST', 'Add contacts to list'],
  ['EXPORT_TO_CRM', 'Export to CRM'],
  ['PAUSED', 'Paused'],
  ['network_visit_profile', 'Network visit profile'],
  ['MERGED_NOOP', 'Unchanged'],
  ['readers', 'readers'],
  ['Acme Ltd', 'Acme Ltd'],
])('the value %s is called %s', (value, label) => expect(valueLabel(value)).toBe(label));

test('a status is good or bad whatever its case; other values are neither', () => {
  expect(['FAILED', 'ok', 'PAUSED', 'DRAFT', 'Acme', 7].map(toneOf)).toEqual([
    'bad',
    'good',
    'busy',
    'idle',
    null,
    null,
  ]);
});

test.each([
  ['campaigns', CAMPAIGN_STATUSES],
  ['contacts of a campaign', ENROLMENT_STATUSES],
  ['workflows', WORKFLOW_STATUSES],
  ['runs of workflows', WORKFLOW_RUN_STATUSES],
  ['records of a run', STEP_STATUSES],
  ['approvals', DECISIONS],
  ['runs of actions', RUN_STATUSES],
  ['records of actions', ITEM_STATUSES],
  ['conversations', CONVERSATION_STATUSES],
  ['messages', MESSAGE_STATUSES],
  ['mailboxes', MAILBOX_HEALTH],
  ['created and merged records', OUTCOMES],
])('every status of %s has a colour', (_, statuses) => {
  expect(statuses.filter((status) => toneOf(status) === null)).toEqual([]);
});
