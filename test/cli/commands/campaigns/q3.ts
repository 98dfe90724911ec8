// A campaign as a file and as the body of a request.

export const FILE = `name: Q3
identityId: 1
steps:
  - type: email
    subject: Hello {firstName}
    content: |
      Two lines for {companyName},
      as they are written.
  - type: condition
    condition: { type: email_opened, waitFor: 2 days }
    onFalse:
      - type: email
        delay: 1 day
        content: Did you see it?
`;

export const BODY = {
  name: 'Q3',
  identityId: 1,
  steps: [
    { type: 'email', subject: 'Hello {firstName}', content: 'Two lines for {companyName},\nas they are written.\n' },
    {
      type: 'condition',
      condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } },
      onFalse: [{ type: 'email', delay: { value: 1, unit: 'days' }, content: 'Did you see it?' }],
    },
  ],
};

export const LINK = 'https://app.reach.invalid/campaigns';
