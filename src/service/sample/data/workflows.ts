// The sample workspace's workflows: one to run, one that a web form starts, one that is still a draft.

/** Ids of what the plans name: lists and campaigns of the sample workspace. */
interface SampleNames {
  readonly list: (name: string) => number;
  readonly campaign: (name: string) => number;
}

export interface SampleWorkflow {
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

export const SAMPLE_WORKFLOWS: readonly SampleWorkflow[] = [
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
