// The sample workspace's workflows: one to run, one started by a web form, one draft. Existing ones (by name) are kept.

import type { Context } from '../core/context.ts';
import { campaignNames } from '../resources/campaigns/queries/campaigns.ts';
import { listEntities } from '../resources/lists/queries/lists.ts';
import { createWorkflow } from '../resources/workflows/create.ts';
import { isWorkflowName } from '../resources/workflows/queries/workflows.ts';

/** Ids of what the plans name: lists and campaigns of the sample workspace. */
interface SampleNames {
  readonly list: (name: string) => number;
  readonly campaign: (name: string) => number;
}

interface SampleWorkflow {
  readonly name: string;
  readonly body: (names: SampleNames) => Readonly<Record<string, unknown>>;
}

const block = (id: string, blockId: string, inputs: Readonly<Record<string, unknown>>, ...next: readonly string[]) => ({
  id,
  kind: 'BLOCK',
  blockId,
  inputs,
  next,
});

const SAMPLE_WORKFLOWS: readonly SampleWorkflow[] = [
  {
    name: 'Newsletter, verified',
    body: ({ list, campaign }) => ({
      publish: true,
      maxCreditsPerRun: 1000,
      plan: {
        nodes: [
          block('readers', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: list('Newsletter') }, 'verify'),
          block('verify', 'VERIFY_LEAD_EMAIL', {}, 'reachable'),
          {
            id: 'reachable',
            kind: 'CONDITIONAL',
            conditions: [{ field: 'emailVerificationStatus', operator: 'EQUALS', value: 'VALID', name: 'Verified' }],
            fallbackName: 'Not verified',
            next: ['welcome', 'stop'],
          },
          block(
            'welcome',
            'ADD_LEADS_TO_CAMPAIGN',
            { campaignId: campaign('Newsletter welcome'), excludeContactedLeads: true },
            'stop',
          ),
          block('stop', 'END', {}),
        ],
      },
    }),
  },
  {
    name: 'Sign-ups from the web form',
    body: () => ({
      publish: true,
      trigger: {
        type: 'WEBHOOK',
        inputs: [{ key: 'company', type: 'companyPayload', label: 'The company that signed up' }],
      },
      plan: {
        nodes: [
          block('company', 'IMPORT_COMPANY_FROM_PAYLOAD', { companyPayload: { webhookInputKey: 'company' } }, 'page'),
          block('page', 'COMPANY_NETWORK_FROM_NAME', { matchOnlyExactDomain: true }, 'stop'),
          block('stop', 'END', {}),
        ],
      },
    }),
  },
  {
    name: 'Decision makers, every Monday',
    body: ({ list, campaign }) => ({
      trigger: {
        type: 'SCHEDULE',
        definition: 'WEEKLY',
        startsAt: '2026-11-23T09:00:00+01:00',
        timezone: 'Europe/Berlin',
        recurrence: { byWeekday: [1] },
      },
      plan: {
        nodes: [
          block('people', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: list('Decision makers') }, 'ask'),
          block('ask', 'WAIT_FOR_APPROVAL', {}, 'write', 'stop'),
          block(
            'write',
            'ADD_LEADS_TO_CAMPAIGN',
            { campaignId: campaign('Decision makers, first contact'), excludeContactedLeads: true },
            'stop',
          ),
          block('stop', 'END', {}),
        ],
      },
    }),
  },
];

/** After lists and campaigns. */
export async function loadWorkflows(context: Context): Promise<void> {
  const { tx, principal } = context;
  const lists = [...(await listEntities(tx, principal.workspaceId)).values()];
  const campaigns = await campaignNames(tx, principal.workspaceId);
  const idOf = (named: readonly { id: number; name: string }[]) => (name: string) =>
    named.find((one) => one.name === name)?.id ?? 0;
  const names = { list: idOf(lists), campaign: idOf(campaigns) };
  for (const { name, body } of SAMPLE_WORKFLOWS) {
    if (await isWorkflowName(tx, principal.workspaceId, name)) continue;
    await createWorkflow(context, { name, ...body(names) });
  }
}
