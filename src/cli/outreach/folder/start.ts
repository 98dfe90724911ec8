// What a new folder begins with: settings and examples, every line of them explained.

import { FOLDER_OF } from '../../../rules/outreach/kinds.ts';
import { modeline } from '../../files/yaml/text.ts';
import { schemaPath } from './written.ts';

export const SETTINGS_TEXT = `${modeline(schemaPath('outreach'))}# The defaults of this folder; no secrets.
#
#   reach lint      finds every mistake, offline
#   reach plan      shows what apply would do
#   reach test      plays the scenarios in tests/ on a service in memory
#   reach apply     brings the files into the workspace
#   reach pull      brings the workspace into the files

# profile: staging        the profile to use, unless --profile or REACH_PROFILE names another
# prune: true             always delete what no file has any more

# What no plan may do; plan and lint report it, apply refuses it:
# policy:
#   maximumPeople: 500
#   notFromCi: [Welcome]
#   requiredFields: { campaign: [description] }
#   senders: [Robin Hale]

# What a workspace calls otherwise than the files do, by profile:
# names:
#   production:
#     identity: { Robin Hale: Outreach Team }
#     tone: { House style: Friendly }
`;

// What the sample workspace has not: the first apply to it has no conflict.
const PLAYBOOK = `# What the AI knows of your company when it writes. A file may speak of some of it only: the rest stays as it is.
# Its sections: company, productsServices, idealCustomerProfiles, competitors, testimonials, faqs.
faqs:
  # Matched by question.
  - question: Who answers when something goes wrong?
    answer: The person who wrote to you, on the same working day.
`;

const LIST = `# A list of contacts (or of companies: entity: COMPANY). Who is on it is not in Git.
name: ICP-DACH
`;

const CAMPAIGN = `# A campaign: what is sent to each contact, step by step. Other records are named, never numbered:
# identity, campaign, aiMessage, owner, voice.
name: Welcome
description: First contact by email.
steps:
  - type: email
    subject: A question about {companyName}
    content: |
      Hi {firstName},

      may I ask how you choose suppliers today?
  # A condition on an event directly follows its step, and waits for it at most this long.
  - type: condition
    condition:
      type: email_opened
      waitFor: 3 days
    onTrue:
      - type: email
        content: |
          Hi {firstName}, shall we talk next week?
    onFalse:
      - type: end
`;

const WORKFLOW = `# A workflow: who begins, and where records go from there. next names the nodes that follow, [] ends the path.
name: Verify and enrol
nodes:
  - id: people
    kind: BLOCK
    blockId: SELECT_LEADS_FROM_LIST
    inputs:
      list: ICP-DACH # the list of lists/icp-dach.yaml
    next: [verify]
  - id: verify
    kind: BLOCK
    blockId: VERIFY_LEAD_EMAIL
    next: [enrol]
  - id: enrol
    kind: BLOCK
    blockId: ADD_LEADS_TO_CAMPAIGN
    inputs:
      campaign: Welcome # the campaign of campaigns/welcome.yaml
    next: []
# publish: true           apply publishes it, when nothing is left open
`;

const VARIABLE = `# An AI variable: research that becomes a field. Prompts name fields in braces.
name: Company news
entity: COMPANY
search: true
prompt: Say in two sentences what is new at {name} ({domain}) this quarter.
`;

const WELCOME_TEST = `# A scenario: reach test plays it on a service in memory, whose clock it moves.
name: who opens the first email gets a second one, who does not gets nothing more
given:
  folder: . # applied to an empty workspace
  contacts:
    - { firstName: Ada, professionalEmail: ada@example.com, companyName: Analytical Engines, list: ICP-DACH }
    - { firstName: Ben, professionalEmail: ben@example.com, companyName: Harbor, list: ICP-DACH }
when:
  - start: { campaign: Welcome, list: ICP-DACH, from: Admin } # from: the sender, where the file names none
  - advance: 1d
  - event: { email_opened: { contact: ada@example.com } }
  - until: idle
expect:
  - message: { to: ada@example.com, channel: EMAIL, contains: next week, on: day 2, count: 1 }
  - message: { to: ben@example.com, subject: A question about Harbor, count: 1 }
  - contact: { who: ben@example.com, campaign: Welcome, status: COMPLETED, step: 2 }
  - messages: { total: 3, per_contact: { max: 2 } }
`;

const WORKFLOW_TEST = `# A scenario of a workflow. reach help outreach-as-code lists all that can be given, happen and be expected.
name: the people of the list are verified and enrolled
given:
  folder: .
  contacts:
    - { firstName: Ada, professionalEmail: ada@example.com, list: ICP-DACH }
when:
  - command: workflow publish "Verify and enrol"
  - run: { workflow: Verify and enrol }
  - until: idle
expect:
  - run: { workflow: Verify and enrol, status: SUCCEEDED, steps: { enrol: { SUCCEEDED: 1 } } }
`;

/** Path inside the folder → text. */
export function startFiles(): ReadonlyMap<string, string> {
  const nested = (
    kind: Exclude<Parameters<typeof schemaPath>[0], 'playbook' | 'outreach' | 'search'>,
    name: string,
    text: string,
  ) =>
    [
      `${kind === 'test' ? 'tests' : FOLDER_OF[kind]}/${name}.yaml`,
      `${modeline(`../${schemaPath(kind)}`)}${text}`,
    ] as const;
  return new Map([
    ['reach.yaml', SETTINGS_TEXT],
    ['playbook.yaml', `${modeline(schemaPath('playbook'))}${PLAYBOOK}`],
    nested('list', 'icp-dach', LIST),
    nested('ai-variable', 'company-news', VARIABLE),
    nested('campaign', 'welcome', CAMPAIGN),
    nested('workflow', 'verify-and-enrol', WORKFLOW),
    nested('test', 'welcome', WELCOME_TEST),
    nested('test', 'verify-and-enrol', WORKFLOW_TEST),
  ]);
}
