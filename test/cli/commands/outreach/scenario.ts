// A folder with one campaign, and scenarios of it.

import type { Reach } from '../../world.ts';

const CAMPAIGN = `name: Welcome
identity: Robin Hale
steps:
  - type: email
    subject: Hello {firstName}
    content: Hi {firstName}, shall we talk?
  - type: condition
    condition: { type: email_opened, waitFor: 3 days }
    onTrue:
      - { type: email, subject: Second, content: Thank you for reading }
    onFalse:
      - { type: task, taskType: CALL, title: Call }
`;

export const GIVEN = `name: a lead who opens
given:
  folder: .
  identities: [{ name: Robin Hale, email: robin@sender.example }]
  contacts:
    - { firstName: Ada, professionalEmail: ada@example.com, contactCountry: France, list: Fair }
    - { firstName: Bob, professionalEmail: bob@example.com, list: Fair }
`;

export const WHEN = `when:
  - start: { campaign: Welcome, list: Fair }
  - advance: 1d
  - event: { email_opened: { contact: ada@example.com } }
  - advance: 10d
`;

export function place(reach: Reach, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries({ 'reach.yaml': '', 'campaigns/welcome.yaml': CAMPAIGN, ...files }))
    reach.write(path, text);
}

/** A scenario that expects this; what it prints. */
export async function expecting(reach: Reach, lines: string, when = WHEN): Promise<[number, string]> {
  place(reach, { 'tests/a.yaml': `${GIVEN}${when}expect:\n${lines}` });
  const { code, stdout } = await reach.run('test');
  return [code, stdout];
}
