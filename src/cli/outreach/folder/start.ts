// What a new folder begins with: settings and examples, every line of them explained.

import { FOLDER_OF } from '../../../rules/outreach/kinds.ts';
import { modeline } from '../../files/yaml/text.ts';
import { schemaPath } from './written.ts';

export const SETTINGS_TEXT = `${modeline(schemaPath('outreach'))}# The defaults of this folder; no secrets.
#
#   reach lint      finds every mistake, offline
#   reach plan      shows what apply would do
#   reach apply     brings the files into the workspace
#   reach pull      brings the workspace into the files

# profile: staging        the profile to use, unless --profile or REACH_PROFILE names another
# prune: true             always delete what no file has any more

# What a workspace calls otherwise than the files do, by profile:
# names:
#   production:
#     identity: { Robin Hale: Outreach Team }
#     tone: { House style: Friendly }
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
name: Company summary
entity: COMPANY
search: true
prompt: Say in two sentences what {name} ({domain}) sells, and to whom.
`;

/** Path inside the folder → text. `playbook`: that of the samples of the package. */
export function startFiles(playbook: string): ReadonlyMap<string, string> {
  const nested = (
    kind: Exclude<Parameters<typeof schemaPath>[0], 'playbook' | 'outreach'>,
    name: string,
    text: string,
  ) => [`${FOLDER_OF[kind]}/${name}.yaml`, `${modeline(`../${schemaPath(kind)}`)}${text}`] as const;
  return new Map([
    ['reach.yaml', SETTINGS_TEXT],
    ['playbook.yaml', `${modeline(schemaPath('playbook'))}${playbook}`],
    nested('list', 'icp-dach', LIST),
    nested('ai-variable', 'company-summary', VARIABLE),
    nested('campaign', 'welcome', CAMPAIGN),
    nested('workflow', 'verify-and-enrol', WORKFLOW),
  ]);
}
