// What a scenario expects, compared with what happened.

import { collected, listPages } from '../../../client/answers/pages.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Api } from '../../../contract/table.ts';
import type { StepStatus } from '../../../contract/workflows/enums.ts';
import type { Expectation, ExpectedMessage } from '../../../rules/scenarios/schema.ts';
import { having } from '../../shared/answer.ts';
import { workflowIdOf } from '../../shared/lookup/by-name.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { isMessage, isOf, isStep } from '../../shared/timeline.ts';
import { assertContact, assertKnown, dayOf, ownerNamed, type ScenarioOutcome } from './outcome.ts';

const quoted = (value: unknown) => JSON.stringify(value) ?? 'nothing';

async function isField({ contacts }: Api, name: string): Promise<boolean> {
  const { fields = [] } = await contacts.fields();
  return fields.some(({ id, label }) => id === name || label === name);
}

async function checkContact(
  { stage, events, steps }: ScenarioOutcome,
  { who, campaign, status, step, reason, fields }: NonNullable<Expectation['contact']>,
): Promise<string | null> {
  const contactId = await recordIdOf(stage.session, 'contact', who);
  const wrong: string[] = [];
  const contact: unknown = await stage.api.contacts.get({ params: { contactId } });
  for (const [key, value] of Object.entries(fields ?? {})) {
    const found = isObject(contact) ? getOwn(contact, key) : undefined;
    if (found === undefined && !(await isField(stage.api, key))) wrong.push(`contacts have no field ${quoted(key)}`);
    else if (quoted(found ?? null) !== quoted(value))
      wrong.push(`expected ${key} ${quoted(value)}, got ${quoted(found ?? null)}`);
  }
  const happened = events.filter(
    (event) => event.contactId === contactId && (campaign === undefined || event.campaign === campaign),
  );
  const campaigns = new Map(
    happened.flatMap((event) => (event.campaignId === null ? [] : [[event.campaignId, event.campaign]])),
  );
  if (campaigns.size > 1 && (status ?? reason ?? step) !== undefined) {
    wrong.push(
      `${who} was in ${campaigns.size} campaigns (${[...campaigns.values()].join(', ')}): say which with campaign`,
    );
    return wrong.join('; ');
  }
  const ended = happened.findLast(({ kind }) => kind === 'ended' || kind === 'added');
  if (status !== undefined || reason !== undefined || campaign !== undefined) {
    const actual = ended === undefined ? null : (ended.outcome ?? 'ACTIVE');
    if (actual === null) wrong.push(`${who} was never added to ${campaign ?? 'a campaign'}`);
    else if (status !== undefined && actual !== status) wrong.push(`expected status ${status}, got ${actual}`);
    if (reason !== undefined && !(ended?.reason ?? '').includes(reason))
      wrong.push(`expected the reason ${quoted(reason)}, got ${quoted(ended?.reason ?? null)}`);
  }
  if (step !== undefined) {
    const last = happened.findLast(({ kind }) => kind === 'step');
    const actual = last === undefined ? undefined : await steps.find(last.campaignId, last.stepId);
    const is = typeof step === 'number' ? actual?.number : actual?.path;
    if (!isStep(step, actual)) wrong.push(`expected step ${step} to be the last, got ${is ?? 'none'}`);
  }
  return wrong.length === 0 ? null : wrong.join('; ');
}

/** How a record has left a run: by the worst of its steps. */
const WORST_FIRST: readonly StepStatus[] = ['FAILED', 'CANCELLED', 'WAITING', 'PENDING', 'SKIPPED', 'SUCCEEDED'];

async function recordsOf({ stage }: ScenarioOutcome, runId: string | number): Promise<Map<StepStatus, number>> {
  const { call } = await stage.session.client();
  const worst = new Map<string, number>();
  for await (const record of listPages(call, 'workflows', 'runRecords', { params: { runId } })) {
    const rank = WORST_FIRST.indexOf(record.status ?? 'SUCCEEDED');
    const id = String(record.id);
    worst.set(id, Math.min(worst.get(id) ?? WORST_FIRST.length - 1, rank));
  }
  const counts = new Map<StepStatus, number>();
  for (const rank of worst.values()) {
    const status = WORST_FIRST[rank] ?? 'SUCCEEDED';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

async function checkRun(
  outcome: ScenarioOutcome,
  { workflow, status, count, records, steps }: NonNullable<Expectation['run']>,
): Promise<string | null> {
  const { api, session } = outcome.stage;
  const workflowId = await workflowIdOf(session, workflow);
  const { call } = await session.client();
  const runs = having(await collected(listPages(call, 'workflows', 'runs', { params: { workflowId } })), 'runId');
  if (count !== undefined && runs.length !== count) return `expected ${count} runs of ${workflow}, got ${runs.length}`;
  const [last] = runs;
  if (last === undefined) return count === 0 ? null : `${workflow} was never run`;
  const wrong: string[] = [];
  if (status !== undefined && last.status !== status) wrong.push(`expected status ${status}, got ${last.status}`);
  const actual = records === undefined ? null : await recordsOf(outcome, last.runId);
  for (const [word, number] of Object.entries(records ?? {})) {
    const got = [...(actual ?? [])].find(([key]) => key === word)?.[1] ?? 0;
    if (got !== number) wrong.push(`expected ${number} ${word} records, got ${got}`);
  }
  if (steps !== undefined) {
    const run = await api.workflows.getRun({ params: { runId: last.runId } });
    for (const [stepId, counts] of Object.entries(steps)) {
      const step = run.steps?.find((one) => one.stepId === stepId);
      if (step === undefined)
        wrong.push(
          `the run has no step ${stepId}: ${having(run.steps, 'stepId')
            .map((one) => one.stepId)
            .join(', ')}`,
        );
      for (const [word, number] of Object.entries(counts)) {
        const got = getOwn(step?.statusCounts ?? {}, word) ?? 0;
        if (step !== undefined && got !== number) wrong.push(`expected ${number} ${word} at ${stepId}, got ${got}`);
      }
    }
  }
  return wrong.length === 0 ? null : wrong.join('; ');
}

async function checkList(
  outcome: ScenarioOutcome,
  { name, has = [], lacks = [], count }: NonNullable<Expectation['list']>,
): Promise<string | null> {
  const { session } = outcome.stage;
  for (const who of lacks) await assertContact(outcome, who);
  const listId = await listIdOf(session, name, 'CONTACT');
  const { call } = await session.client();
  const members: { contactId: number; contact: string; email: string | null }[] = [];
  for await (const { id, firstName, lastName, professionalEmail } of listPages(call, 'contacts', 'list', {
    query: { listId },
  })) {
    const contact = `${firstName ?? ''} ${lastName ?? ''}`.trim();
    members.push({ contactId: id ?? 0, contact, email: professionalEmail ?? null });
  }
  const isIn = (who: string) => members.some((member) => isOf(who, member));
  const wrong = [
    ...has.filter((who) => !isIn(who)).map((who) => `expected ${who} in ${name}`),
    ...lacks.filter(isIn).map((who) => `expected ${who} not in ${name}`),
    ...(count === undefined || members.length === count ? [] : [`expected ${count} in ${name}, got ${members.length}`]),
  ];
  return wrong.length === 0 ? null : wrong.join('; ');
}

/** What is wrong; null where all is as expected. */
export async function compare(outcome: ScenarioOutcome, expectation: Expectation): Promise<string | null> {
  const { message, no_message: none, contact, run, messages, list } = expectation;
  await assertKnown(outcome, message ?? none ?? contact ?? messages ?? {});
  if (message !== undefined) return await checkMessage(outcome, message);
  if (none !== undefined) return await checkNoMessage(outcome, none);
  if (contact !== undefined) return await checkContact(outcome, contact);
  if (run !== undefined) return await checkRun(outcome, run);
  if (messages !== undefined) return await checkMessages(outcome, messages);
  return list === undefined ? null : await checkList(outcome, list);
}

/** The contact whose timeline explains a failure. */
export function contactOf({ message, no_message: none, contact }: Expectation): string | null {
  return message?.to ?? none?.to ?? contact?.who ?? null;
}

// Expectations about messages: which were sent, to whom, when and how many.

/** `1 message to ada@example.com by EMAIL on day 4` */
function wanted({ to, channel, campaign, subject, contains, owner, on }: ExpectedMessage): string {
  const parts = [
    ['to', to],
    ['by', channel],
    ['of', campaign],
    ['with the subject', JSON.stringify(subject)],
    ['containing', JSON.stringify(contains)],
    ['for', owner],
    ['on', on],
  ];
  return parts.flatMap(([word, value]) => (value === undefined ? [] : `${word} ${value}`)).join(' ');
}

const isOn = (outcome: ScenarioOutcome, event: WorkspaceEvent, on: string) =>
  on.startsWith('day ') ? dayOf(outcome, event) === Number(on.slice('day '.length)) : event.at.startsWith(on);

/** Whether the task of the message is for the owner. */
async function isFor({ stage, steps }: ScenarioOutcome, owner: string, event: WorkspaceEvent): Promise<boolean> {
  const step = await steps.find(event.campaignId, event.stepId);
  const named = await ownerNamed(stage.api, owner);
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
async function checkMessage(
  outcome: ScenarioOutcome,
  { count, ...filter }: NonNullable<Expectation['message']>,
): Promise<string | null> {
  const found = await matching(outcome, filter);
  if (count === undefined ? found.length > 0 : found.length === count) return null;
  const number = count === undefined ? 'a message' : counted(count, 'message');
  const near = found.length === 0 ? await nearMiss(outcome, filter) : '';
  return `expected ${number} ${wanted(filter)}, got ${found.length === 0 ? 'none' : found.length}${near}`;
}

async function checkNoMessage(outcome: ScenarioOutcome, filter: ExpectedMessage): Promise<string | null> {
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

async function checkMessages(
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
  for (const events of groupBy(sent, ({ contactId }) => contactId).values()) {
    const [{ email = null, contact = null, contactId = null } = {}] = events;
    check(perContact, events.length, ` to ${email ?? contact ?? contactId}`);
  }
  return wrong.length === 0 ? null : wrong.join('; ');
}
