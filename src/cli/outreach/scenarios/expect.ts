// What a scenario expects, compared with what happened.

import { listPages } from '../../../client/answers/pages.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { Api } from '../../../contract/table.ts';
import type { StepStatus } from '../../../contract/workflows/enums.ts';
import type { Expectation } from '../../../rules/scenarios/schema.ts';
import { having } from '../../shared/answer.ts';
import { workflowIdOf } from '../../shared/lookup/by-name.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { isStep } from '../../shared/timeline/campaign-steps.ts';
import { isOf } from '../../shared/timeline/until.ts';
import { checkMessage, checkMessages, checkNoMessage } from './expect-messages.ts';
import { assertContact, assertKnown, type ScenarioOutcome } from './outcome.ts';

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
  const { runs: read } = await api.workflows.runs({ params: { workflowId } });
  const runs = having(read, 'runId');
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
