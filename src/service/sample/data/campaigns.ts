// The sample workspace's campaigns, and who sends them: invented people under names that are reserved for examples.

export const SAMPLE_IDENTITIES = [
  { name: 'Robin Hale', email: 'robin.hale@outreach.example' },
  { name: 'Sasha Brandt', email: 'sasha.brandt@outreach.example' },
] as const;

/** Each belongs to an identity of SAMPLE_IDENTITIES, by index. */
export const SAMPLE_VOICES = [
  { identity: 0, name: 'Robin, at the desk', language: 'en' },
  { identity: 1, name: 'Sasha, on the phone', language: 'de' },
] as const;

export const SAMPLE_OWNERS = [
  { name: 'Noor Haddad', email: 'noor.haddad@outreach.example' },
  { name: 'Pavel Novak', email: 'pavel.novak@outreach.example' },
] as const;

/** `identity` by index; `runsFor`: the list that is added when it is started; null for one that stays a draft. */
export interface SampleCampaign {
  readonly name: string;
  readonly description: string;
  readonly identity: number;
  readonly runsFor: string | null;
  readonly steps: (ownerId: number | undefined) => readonly unknown[];
}

const days = (value: number) => ({ value, unit: 'days' });

export const SAMPLE_CAMPAIGNS: readonly SampleCampaign[] = [
  {
    name: 'Newsletter welcome',
    description: 'Two emails for people who signed up',
    identity: 1,
    runsFor: null,
    steps: () => [
      {
        type: 'email',
        subject: 'Welcome, {firstName}',
        content: 'Hello {firstName},\n\ngood to have you with us. What brought you here?\n\n{identity.name}',
      },
      {
        type: 'condition',
        condition: { type: 'email_opened', waitFor: days(3) },
        onTrue: [
          { type: 'email', content: 'One more thing, {firstName}: what would help {companyName} most this year?' },
        ],
        onFalse: [{ type: 'end' }],
      },
    ],
  },
  {
    name: 'Decision makers, first contact',
    description: 'Connect, write, call',
    identity: 0,
    runsFor: 'Decision makers',
    steps: (ownerId) => [
      { type: 'network_visit_profile' },
      {
        type: 'network_connection',
        delay: days(1),
        content: 'Hello {firstName}, I follow what {companyName} does and would like to connect.',
        waitForAcceptance: days(5),
        onAccepted: [
          { type: 'network_message', delay: days(1), content: 'Thank you, {firstName}. May I ask how you buy today?' },
        ],
        onNotAccepted: [
          {
            type: 'email',
            subject: 'A question about {companyName}',
            content: 'Hello {firstName},\n\nmay I ask how you buy today?\n\n{identity.name}',
          },
        ],
      },
      {
        type: 'task',
        delay: days(3),
        taskType: 'CALL',
        title: 'Call, if there was no answer',
        ...(ownerId !== undefined && { ownerId }),
      },
    ],
  },
];
