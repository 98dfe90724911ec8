// Bodies of campaigns for tests, and what most of those tests ask.

import type { Call, World } from '../../world.ts';

export const email = { type: 'email', subject: 'Hello {firstName}', content: 'How are you?' };
export const followUp = { type: 'email', content: 'Did you see my email?' };
export const visit = { type: 'network_visit_profile' };
export const end = { type: 'end' };

export const days = (value: number) => ({ value, unit: 'days' });

/** Branches of a condition, and of a connection request inside; a step after them that they share. */
export const nested = [
  email,
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: days(2) },
    onTrue: [
      {
        type: 'network_connection',
        waitForAcceptance: days(5),
        onAccepted: [{ type: 'network_message', content: 'Thank you' }],
        onNotAccepted: [followUp, end],
      },
    ],
    onFalse: [followUp],
  },
  visit,
];

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
type Data = any;

/** What a refused call says, without its request id. */
export async function refused(world: World, method: string, path: string, call?: Call): Promise<Data> {
  const { status, body } = await world.call(method, path, call);
  const { message, code, details } = body;
  return { status, code, message, ...(details && { details }) };
}

export function create(world: World, body: object, key?: string): Promise<Data> {
  return world.done('POST', '/v1/campaigns', {
    body: { name: 'A campaign', steps: [email], ...body },
    ...(key && { key }),
  });
}

/** Status and, of each problem, path and code. */
export async function problems(world: World, method: string, path: string, body: unknown): Promise<Data> {
  const reply = await world.call(method, path, { body });
  const issues: { path: string; code: string }[] = reply.body.details?.issues ?? [];
  return [reply.status, ...issues.map((issue) => `${issue.path} ${issue.code}`)];
}

/** Ids and types of steps, as nested as the steps: [stepId, connectionId, nextConnectionId, type, ...branches]. */
export function places(steps: Data): Data {
  return steps.map(({ stepId, connectionId, nextConnectionId, type, ...rest }: Data) => [
    stepId,
    connectionId,
    nextConnectionId,
    type,
    ...['onTrue', 'onFalse', 'onAccepted', 'onNotAccepted'].flatMap((key) =>
      rest[key] ? [{ [key]: places(rest[key]) }] : [],
    ),
  ]);
}
