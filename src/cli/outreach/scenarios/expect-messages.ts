// Expectations about messages: which were sent, to whom, when and how many.

import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Expectation, ExpectedMessage } from '../../../rules/scenarios/schema.ts';
import { having } from '../../shared/answer.ts';
import { isMessage } from '../../shared/timeline/until.ts';
import { dayOf, type ScenarioOutcome } from './outcome.ts';

/** `1 message to ada@example.com by EMAIL on day 4` */
function wanted({ to, channel, campaign, subject, contains, owner, on }: ExpectedMessage): string {
  return [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(channel === undefined ? [] : [`by ${channel}`]),
    ...(campaign === undefined ? [] : [`of ${campaign}`]),
    ...(subject === undefined ? [] : [`with the subject ${JSON.stringify(subject)}`]),
    ...(contains === undefined ? [] : [`containing ${JSON.stringify(contains)}`]),
    ...(owner === undefined ? [] : [`for ${owner}`]),
    ...(on === undefined ? [] : [`on ${on}`]),
  ].join(' ');
}

const isOn = (outcome: ScenarioOutcome, event: WorkspaceEvent, on: string) =>
  on.startsWith('day ') ? dayOf(outcome, event) === Number(on.slice('day '.length)) : event.at.startsWith(on);

/** Whether the task of the message is for the owner. */
async function isFor({ stage, steps }: ScenarioOutcome, owner: string, event: WorkspaceEvent): Promise<boolean> {
  const step = await steps.find(event.campaignId, event.stepId);
  const { owners } = await stage.api.tasks.owners();
  const named = having(owners, 'id').find(({ name, email }) => name === owner || email === owner);
  return named !== undefined && String(step?.fields['ownerId']) === String(named.id);
}

async function matching(outcome: ScenarioOutcome, filter: ExpectedMessage): Promise<WorkspaceEvent[]> {
  const { on, owner } = filter;
  const found: WorkspaceEvent[] = [];
  for (const event of outcome.events) {
    if (!isMessage(filter, event) || (on !== undefined && !isOn(outcome, event, on))) continue;
    if (owner === undefined || (await isFor(outcome, owner, event))) found.push(event);
  }
  return found;
}

/** The one thing that kept the nearest message from being the wanted one. */
async function nearMiss(outcome: ScenarioOutcome, filter: ExpectedMessage): Promise<string> {
  for (const key of ['on', 'owner', 'contains', 'subject', 'channel', 'campaign'] as const) {
    if (filter[key] === undefined) continue;
    const [near] = await matching(outcome, { ...filter, [key]: undefined });
    if (near === undefined) continue;
    const is = { on: `day ${dayOf(outcome, near)}`, contains: near.text, subject: near.subject, ...NOT_ASKED };
    const value = key === 'channel' ? near.channel : key === 'campaign' ? near.campaign : is[key];
    return value === '' ? '' : `; one differs in ${key}: ${JSON.stringify(value)}`;
  }
  return '';
}

const NOT_ASKED = { owner: 'another owner' };

/** What is wrong; null where it is as expected. */
export async function checkMessage(
  outcome: ScenarioOutcome,
  { count, ...filter }: NonNullable<Expectation['message']>,
): Promise<string | null> {
  const found = await matching(outcome, filter);
  if (count === undefined ? found.length > 0 : found.length === count) return null;
  const number = count === undefined ? 'a message' : counted(count, 'message');
  const near = found.length === 0 ? await nearMiss(outcome, filter) : '';
  return `expected ${number} ${wanted(filter)}, got ${found.length === 0 ? 'none' : found.length}${near}`;
}

export async function checkNoMessage(outcome: ScenarioOutcome, filter: ExpectedMessage): Promise<string | null> {
  const [first, ...others] = await matching(outcome, filter);
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `expected no message ${wanted(filter)}, got one on day ${dayOf(outcome, first)}${more}`;
}

type Messages = NonNullable<Expectation['messages']>;
type Range = NonNullable<Messages['total']>;

function outOf(range: Range, number: number): string | null {
  const { min, max } = typeof range === 'number' ? { min: range, max: range } : range;
  if (min !== undefined && number < min) return `${min === max ? '' : 'at least '}${counted(min, 'message')}`;
  if (max !== undefined && number > max) return `${min === max ? '' : 'at most '}${counted(max, 'message')}`;
  return null;
}

export async function checkMessages(
  outcome: ScenarioOutcome,
  { total, per_day: perDay, per_contact: perContact, ...filter }: Messages,
): Promise<string | null> {
  const sent = await matching(outcome, filter);
  const wrong: string[] = [];
  const check = (range: Range | undefined, number: number, what = '') => {
    const wanted = range === undefined ? null : outOf(range, number);
    if (wanted !== null) wrong.push(`expected ${wanted}${what}, got ${number}`);
  };
  check(total, sent.length);
  if (sent.length === 0) for (const range of [perDay, perContact]) check(range, 0);
  const byDay = groupBy(sent, (event) => dayOf(outcome, event));
  for (const [day, events] of byDay) check(perDay, events.length, ` on day ${day}`);
  const byContact = groupBy(sent, ({ contactId, email, contact }) => email ?? contact ?? String(contactId));
  for (const [who, events] of byContact) check(perContact, events.length, ` to ${who}`);
  return wrong.length === 0 ? null : wrong.join('; ');
}
