// A folder without a mistake, and typing mistakes in it: a word or a key that is none, and what was meant.

import { sleep } from '../../../../src/contract/timers.ts';
import type { WireRequest } from '../../../../src/contract/wire.ts';
import { type Listener, listen } from '../../../../src/service/http/listener.ts';
import type { Reach } from '../../world.ts';

export const FOLDER: Readonly<Record<string, string>> = {
  'lists/people.yaml': 'name: People\nentity: CONTACT\n',
  'playbook.yaml': `company:
  companyOverview: We sell pumps
productsServices:
  - name: Pump
    description: It pumps
faqs:
  - question: Why?
    answer: Because
`,
  'ai-variables/size.yaml': `name: Size in words
entity: CONTACT
prompt: How large is {companyName}?
outputSchema:
  type: text
`,
  'ai-messages/hello.yaml': 'name: Hello\nchannel: EMAIL\ntone: Direct\nprompt: Greet {firstName}\n',
  'campaigns/welcome.yaml': `name: Welcome
description: First contact
steps:
  - type: email
    subject: Hello {firstName}
    content: One
  - type: network_message_bundle
    delay: { value: 2, unit: days }
    messages:
      - attachment: uploads/a.pdf
        contentType: FILE
  - type: network_like_last_post
    reactionType: PRAISE
  - type: network_connection
  - type: condition
    condition:
      type: lead_field
      field: jobTitle
      operator: NOT_EQUALS
      value: CEO
    onTrue:
      - type: task
        taskType: CALL
        title: Call
        owner: noor.haddad@outreach.example
    onFalse:
      - type: condition
        condition:
          type: connection_accepted
          waitFor: { value: 3, unit: hours }
        onTrue:
          - type: end
`,
  'workflows/check.yaml': `name: Check
trigger:
  type: SCHEDULE
  definition: WEEKLY
  startsAt: '2026-12-01T09:00:00Z'
  timezone: Europe/Berlin
  recurrence:
    interval: 2
plan:
  nodes:
    - id: list
      kind: BLOCK
      blockId: SELECT_LEADS_FROM_LIST
      inputs: { list: People }
      next: [verify]
    - id: verify
      kind: BLOCK
      blockId: VERIFY_LEAD_EMAIL
      next: [choose]
    - id: choose
      kind: CONDITIONAL
      conditions:
        - field: jobTitle
          operator: CONTAINS
          value: Sales
        - type: RANDOM_SPLIT
          percentage: 50
      fallbackName: Rest
      next: [end, end, end]
    - id: end
      kind: BLOCK
      blockId: END
      next: []
`,
};

/** File, what it says, the mistake, and what was meant where that is not what it says. */
type Mistake = readonly [file: string, said: string, mistake: string, meant: string];

const TYPED: readonly (readonly [file: string, said: string, mistake: string, meant?: string])[] = [
  ['campaigns/welcome.yaml', 'type: email', 'type: emial', 'email'],
  ['campaigns/welcome.yaml', 'network_like_last_post', 'network_like_last_posts'],
  ['campaigns/welcome.yaml', 'type: condition', 'type: conditon', 'condition'],
  ['campaigns/welcome.yaml', 'network_message_bundle', 'network-message-bundle'],
  ['campaigns/welcome.yaml', 'type: lead_field', 'type: leadfield', 'lead_field'],
  ['campaigns/welcome.yaml', 'connection_accepted', 'conection_accepted'],
  ['campaigns/welcome.yaml', 'NOT_EQUALS', 'NOT_EQAULS'],
  ['campaigns/welcome.yaml', 'unit: hours', 'unit: hour', 'hours'],
  ['campaigns/welcome.yaml', 'unit: days', 'unit: dasy', 'days'],
  ['campaigns/welcome.yaml', 'contentType: FILE', 'contentType: file', 'FILE'],
  ['campaigns/welcome.yaml', 'reactionType: PRAISE', 'reactionType: PRIASE', 'PRAISE'],
  ['campaigns/welcome.yaml', 'taskType: CALL', 'taskType: CAL', 'CALL'],
  ['campaigns/welcome.yaml', 'delay:', 'dealy:', 'delay'],
  ['campaigns/welcome.yaml', 'onTrue:', 'onTreu:', 'onTrue'],
  ['campaigns/welcome.yaml', 'description:', 'descripton:', 'description'],
  ['campaigns/welcome.yaml', '{firstName}', '{firstNmae}', 'firstName'],
  ['campaigns/welcome.yaml', 'field: jobTitle', 'field: jobTitel', 'jobTitle'],
  ['workflows/check.yaml', 'type: SCHEDULE', 'type: SCHEDUEL', 'SCHEDULE'],
  ['workflows/check.yaml', 'WEEKLY', 'WEEKYL'],
  ['workflows/check.yaml', 'Europe/Berlin', 'Europe/Berln'],
  ['workflows/check.yaml', 'recurrence:', 'recurence:', 'recurrence'],
  ['workflows/check.yaml', 'kind: CONDITIONAL', 'kind: CONDITIONALS', 'CONDITIONAL'],
  ['workflows/check.yaml', 'VERIFY_LEAD_EMAIL', 'VERIFY_LEAD_EMIAL'],
  ['workflows/check.yaml', 'SELECT_LEADS_FROM_LIST', 'SELECT_LEAD_FROM_LIST'],
  ['workflows/check.yaml', 'operator: CONTAINS', 'operator: CONTAIN', 'CONTAINS'],
  ['workflows/check.yaml', 'RANDOM_SPLIT', 'RANDOM_SPILT'],
  ['workflows/check.yaml', 'field: jobTitle', 'field: jobTitel', 'jobTitle'],
  ['ai-messages/hello.yaml', 'channel: EMAIL', 'channel: EMIAL', 'EMAIL'],
  ['ai-variables/size.yaml', 'type: text', 'type: txet', 'text'],
  ['ai-variables/size.yaml', 'entity: CONTACT', 'entity: CONTACTS', 'CONTACT'],
  ['ai-variables/size.yaml', '{companyName}', '{companyNam}', 'companyName'],
  ['playbook.yaml', 'productsServices', 'productServices'],
  ['playbook.yaml', 'description:', 'descripton:', 'description'],
  ['lists/people.yaml', 'entity: CONTACT', 'entity: CONTCAT', 'CONTACT'],
];

export const MISTAKES = TYPED.map(
  ([file, message, mistake, meant = message]): Mistake => [file, message, mistake, meant],
);

export interface Served {
  /** The environment of a profile of its own. */
  readonly env: Readonly<Record<string, string>>;
  /** What was asked since it was last emptied, as `METHOD path`. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** The service of a test behind an address: a profile that is not `local`. */
export async function served(reach: Reach): Promise<Served> {
  const requests: string[] = [];
  const { service } = reach.world;
  const handler: Parameters<typeof listen>[0] = {
    ...service,
    handle: (request: WireRequest) => {
      requests.push(`${request.method} ${request.path}`);
      return service.handle(request);
    },
  };
  const server: Listener = await listen(handler, { host: '127.0.0.1', port: 0, drainMs: 1_000, sleep });
  return {
    env: { REACH_BASE_URL: server.url, REACH_API_KEY: reach.world.key },
    requests,
    close: async () => void (await server.close()),
  };
}
