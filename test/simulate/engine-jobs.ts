// Jobs in which more than one store is written, or the server works on by itself: runs of workflows with approvals, webhooks and schedules, and campaigns.

import { create, everyPage, type Found, numbers, onceEach, same } from './checks.ts';
import type { Job } from './job.ts';
import { HOME, type World } from './world.ts';

const PEOPLE = 6;
const IDS = numbers(PEOPLE).map((at) => at + 1);
const DAY = 86_400_000;

const people = async (world: World) => {
  await create(
    world,
    'contacts',
    IDS.map((id) => ({ firstName: 'Ada', lastName: `Nr${id}`, professionalEmail: `a${id}@x.example` })),
  );
  for (const name of ['From', 'To']) await world.ask('POST', '/v1/lists', { name, entity: 'CONTACT' });
  await world.ask('POST', '/v1/lists/1/members', { contactIds: IDS });
};

const workflow = (trigger: string, entry: string, steps = '') => `name: Flow
publish: true
${trigger}nodes:
  - { id: who, kind: BLOCK, ${entry}, next: [${steps === '' ? 'keep' : 'review'}] }
${steps}  - { id: keep, kind: BLOCK, blockId: ADD_LEADS_TO_GROUP, inputs: { list: To }, next: [] }
`;
const FROM_LIST = 'blockId: SELECT_LEADS_FROM_LIST, inputs: { list: From }';
const REVIEW =
  '  - { id: review, kind: BLOCK, blockId: WAIT_FOR_APPROVAL, next: [keep, end] }\n  - { id: end, kind: BLOCK, blockId: END, next: [] }\n';
const CREATE = ['workflow create flow.yaml --yes'];

/** As many runs as there were starts, each ended well and with each record once at its last step; each record once in the list. */
async function ranOnce(world: World, { least, most }: Starts): Promise<string[]> {
  const runs = await everyPage(world, '/v1/workflow/1/runs', 'runs');
  const wrong = same('runs', runs.length, Math.min(Math.max(runs.length, least), most));
  for (const { runId, status } of runs) {
    wrong.push(...same(`run ${runId}`, status, 'SUCCEEDED'));
    const { steps } = await world.ask('GET', `/v1/workflow-runs/${runId}`);
    const kept = steps.find(({ stepId }: Found) => stepId === 'keep');
    wrong.push(...same(`records at the last step of run ${runId}`, kept?.statusCounts?.SUCCEEDED, PEOPLE));
  }
  const members = await everyPage(world, '/v1/contacts?listId=2', 'contacts');
  if (runs.length > 0)
    wrong.push(
      ...onceEach(
        'member',
        members.map(({ id }) => id),
        IDS,
      ),
    );
  return wrong;
}

interface Starts {
  readonly least: number;
  readonly most: number;
}

const exactly = (count: number): Starts => ({ least: count, most: count });

/** Requests with the path that were accepted, and those with which the server was killed: they may have been carried out. */
function accepted(world: World, path: RegExp): Starts {
  const sent = world.arrivals.filter(({ method, path: to }) => method === 'POST' && path.test(to));
  const least = sent.filter(({ status }) => status !== null && status < 300).length;
  return { least, most: least + sent.filter(({ status }) => status === null).length };
}

export const ENGINE_JOBS: readonly Job[] = [
  {
    name: 'clone',
    start: people,
    lines: ['local clone --yes --json'],
    // Not everything can be read of a workspace.
    ends: [1],
    check: async (world) => {
      const twin = await world.stored(`${HOME}/data/twins/twin`, '/v1/contacts?pageSize=100');
      return onceEach(
        'contact of the twin',
        (twin?.contacts ?? []).map((one: Found) => `${one.lastName} ${one.professionalEmail}`),
        IDS.map((id) => `Nr${id} a${id}@x.example`),
      );
    },
  },
  {
    name: 'run with approvals',
    start: people,
    files: { 'flow.yaml': workflow('', FROM_LIST, REVIEW) },
    before: [...CREATE, 'workflow run 1 --yes'],
    lines: ['workflow approve 1 --yes --json'],
    done: /no record waits for approval/,
    worksMs: 3_600_000,
    check: (world) => ranOnce(world, exactly(1)),
  },
  {
    name: 'runs by hand',
    start: people,
    files: { 'flow.yaml': workflow('', FROM_LIST) },
    before: CREATE,
    lines: ['workflow run 1 --yes --json'],
    worksMs: 3_600_000,
    check: (world) => ranOnce(world, accepted(world, /^\/v1\/workflow\/1\/run$/)),
  },
  {
    name: 'webhooks',
    start: people,
    files: {
      'flow.yaml': workflow(
        'trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds, label: People }] }\n',
        'blockId: SELECT_LEADS, inputs: { leadIds: __MANUAL_INPUT }',
      ),
    },
    before: CREATE,
    lines: [`workflow trigger 1 -f people=${IDS.join(',')} --json`],
    worksMs: 3_600_000,
    check: (world) => ranOnce(world, accepted(world, /^\/wf\//)),
  },
  {
    name: 'schedules',
    start: people,
    files: {
      'flow.yaml': workflow(
        "trigger: { type: SCHEDULE, definition: DAILY, startsAt: '2026-11-22T08:00:00Z', timezone: UTC }\n",
        FROM_LIST,
      ),
    },
    before: CREATE,
    lines: ['workflow list --json'],
    worksMs: 4 * DAY,
    check: (world) => ranOnce(world, exactly(4)),
  },
  {
    name: 'campaign',
    start: people,
    files: {
      'twice.yaml':
        'name: Twice\nidentityId: 1\nsteps:\n  - type: email\n    subject: Hello {firstName}\n    content: First\n    delay: 1 hour\n  - type: email\n    content: Second\n    delay: 2 days\n',
    },
    before: ['campaign create twice.yaml', 'campaign add-list 1 From --yes'],
    lines: ['campaign status 1 active --yes --json'],
    worksMs: 12 * DAY,
    check: async (world) => {
      const threads = await everyPage(world, '/v1/inboxes', 'inboxes');
      const counts: unknown[] = [];
      for (const { contactId } of threads) {
        const messages = await everyPage(world, `/v1/inboxes/${contactId}/messages`, 'messages');
        const sent = messages.filter((one) => !/in/i.test(String(one.direction)));
        counts.push(`${contactId}: ${sent.map((one) => one.message ?? one.content).sort()}`);
      }
      return onceEach(
        'thread',
        counts,
        IDS.map((id) => `${id}: First,Second`),
      );
    },
  },
];
