// What happens in a scenario, step by step.

import { listPages } from '../../../client/answers/pages.ts';
import { durationMs, parseDuration } from '../../../contract/durations.ts';
import type { EntityName } from '../../../contract/entities.ts';
import type { Api } from '../../../contract/table.ts';
import type { ScenarioEvent, ScenarioStep } from '../../../rules/scenarios/schema.ts';
import { TIMELINE_KIND_OF } from '../../../rules/scenarios/words.ts';
import { having } from '../../shared/answer.ts';
import { campaignIdOf, identityIdOf, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { findList, listIdOf } from '../../shared/lookup/list.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { isMessage, moveUntil, timelineSince } from '../../shared/timeline.ts';
import { CliError } from '../../terminal/exit.ts';
import { assertUntil } from './outcome.ts';
import type { Stage } from './stage.ts';

const failed = (message: string) => new CliError('bad', 'step_failed', message);

const OF_CONTACTS: EntityName = 'CONTACT';

async function start(
  { session, api }: Stage,
  { campaign, list, contacts = [], from }: NonNullable<ScenarioStep['start']>,
): Promise<void> {
  const campaignId = await campaignIdOf(session, campaign);
  if (from !== undefined) {
    const identityId = await identityIdOf(session, from);
    await api.campaigns.update({ params: { campaignId }, body: { identityId } });
  }
  if (list !== undefined) {
    const contactGroupId = await listIdOf(session, list, OF_CONTACTS);
    await api.campaigns.addContactGroup({ body: { campaignId, contactGroupId } });
  }
  for (const who of contacts) {
    await api.campaigns.addContact({ body: { campaignId, contactId: await recordIdOf(session, 'contact', who) } });
  }
  const { status } = await api.campaigns.get({ params: { campaignId } });
  if (status !== 'ACTIVE') await api.campaigns.setStatus({ params: { campaignId }, body: { status: 'ACTIVE' } });
}

/** A reply has a text. */
const { replied: _, ...EMITTED } = TIMELINE_KIND_OF;

async function deliver(stage: Stage, { workflow, payload = {} }: NonNullable<ScenarioEvent['webhook']>) {
  const { api, session } = stage;
  const workflowId = await workflowIdOf(session, workflow);
  const { trigger } = await api.workflows.get({ params: { workflowId } });
  const address = trigger?.type === 'WEBHOOK' ? trigger.webhookUrl : null;
  if (address == null) throw failed(`workflow "${workflow}" has no webhook: it is not published with one`);
  const inputs = trigger?.type === 'WEBHOOK' ? having(trigger.webhookInputs, 'key') : [];
  const contacts = new Set(inputs.filter(({ type }) => type === 'leadIds').map(({ key }) => key));
  const body = await withIds(stage, payload, contacts);
  await api.workflows.deliver({ params: { webhookId: address.split('/').at(-1) ?? '' }, body });
}

async function signal(
  { api, session }: Stage,
  { kind, contact, company, list, field }: NonNullable<ScenarioEvent['signal']>,
): Promise<void> {
  const body = {
    ...{ kind: 'signal' as const, signal: kind },
    ...(contact !== undefined && { contactId: await recordIdOf(session, 'contact', contact) }),
    ...(company !== undefined && { companyId: await recordIdOf(session, 'company', company) }),
    ...(list !== undefined && { listId: (await findList(session, list)).id }),
    ...(field !== undefined && { field }),
  };
  await api.local.emit({ body });
}

/** For the service a completed task may be one that no campaign has created; in a scenario it is a mistake. */
async function assertTask(api: Api, contactId: number): Promise<void> {
  const { events } = await timelineSince(api, null);
  const isTask = events.some((one) => isMessage({ channel: 'TASK' }, one) && one.contactId === contactId);
  if (!isTask) throw failed(`no task has been created for contact ${contactId} yet`);
}

async function happen(stage: Stage, event: ScenarioEvent): Promise<void> {
  const { api, session } = stage;
  if (event.webhook !== undefined) return await deliver(stage, event.webhook);
  if (event.signal !== undefined) return await signal(stage, event.signal);
  if (event.replied !== undefined) {
    const { contact, text = 'Thank you for your message.', subject } = event.replied;
    const contactId = await recordIdOf(session, 'contact', contact);
    await api.local.emit({ body: { kind: 'reply', contactId, text, ...(subject !== undefined && { subject }) } });
    return;
  }
  for (const word of Object.keys(EMITTED) as (keyof typeof EMITTED)[]) {
    const done = event[word];
    if (done === undefined) continue;
    const contactId = await recordIdOf(session, 'contact', done.contact);
    if (word === 'task_completed') await assertTask(api, contactId);
    await api.local.emit({ body: { kind: EMITTED[word], contactId } });
  }
}

/** The last run of a workflow that waits for approval, and the step where it waits. */
async function waitingRun({ api, session }: Stage, workflow: string) {
  const workflowId = await workflowIdOf(session, workflow);
  const { call } = await session.client();
  const query = { status: 'RUNNING' } as const;
  for await (const { runId } of listPages(call, 'workflows', 'runs', { params: { workflowId }, query })) {
    if (runId === undefined) continue;
    const { steps } = await api.workflows.getRun({ params: { runId } });
    const waiting = steps?.find(
      ({ stepType, statusCounts }) => stepType === 'WAIT_FOR_APPROVAL' && (statusCounts?.['WAITING'] ?? 0) > 0,
    );
    if (waiting?.stepId !== undefined) return { runId, stepId: waiting.stepId };
  }
  throw failed(`no run of "${workflow}" waits for approval`);
}

async function decide(
  stage: Stage,
  decision: 'APPROVED' | 'REJECTED',
  { workflow, contacts }: NonNullable<ScenarioStep['approve']>,
): Promise<void> {
  const { runId, stepId } = await waitingRun(stage, workflow);
  const ids = [];
  for (const who of contacts ?? []) ids.push(await recordIdOf(stage.session, 'contact', who));
  const some = contacts === undefined ? {} : { ids };
  await stage.api.workflows.decide({ params: { runId }, body: { stepId, decision, ...some } });
}

/** Inputs of runs that are contacts. */
const CONTACT_INPUTS: ReadonlySet<string> = new Set(['leadId', 'leadIds']);
const LIST_INPUTS: ReadonlySet<string> = new Set(['contactListId', 'leadsGroupId']);

/** Lists and contacts by name become their ids; numbers are ids already. */
async function withIds(
  { session }: Stage,
  input: Readonly<Record<string, unknown>>,
  contacts: ReadonlySet<string> = CONTACT_INPUTS,
): Promise<Record<string, unknown>> {
  const idOf = async (key: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return await Promise.all(value.map((one) => idOf(key, one)));
    if (typeof value !== 'string') return value;
    if (LIST_INPUTS.has(key)) return await listIdOf(session, value, OF_CONTACTS);
    return contacts.has(key) ? await recordIdOf(session, 'contact', value) : value;
  };
  const resolved: [string, unknown][] = [];
  for (const [key, value] of Object.entries(input)) resolved.push([key, await idOf(key, value)]);
  return Object.fromEntries(resolved);
}

async function runCommand(stage: Stage, command: NonNullable<ScenarioStep['command']>): Promise<void> {
  const { run, exit = 0, stdout, stderr } = typeof command === 'string' ? { run: command } : command;
  const ran = await stage.run(run);
  if (ran.exit !== exit) {
    throw failed(`expected exit ${exit} of reach ${run}, got ${ran.exit}: ${(ran.stderr || ran.stdout).trim()}`);
  }
  for (const [name, part] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    if (part === undefined || ran[name].includes(part)) continue;
    throw failed(
      `expected ${JSON.stringify(part)} in ${name} of reach ${run}, got: ${ran[name].trim() || '(nothing)'}`,
    );
  }
}

const YEAR_MS = 366 * 86_400_000;

/** Does one step of `when`. Throws with what kept it from being done. */
export async function perform(stage: Stage, step: ScenarioStep): Promise<void> {
  const { api, session } = stage;
  const { advance, until, event, run, approve, reject, fault, command } = step;
  if (step.start !== undefined) await start(stage, step.start);
  if (advance !== undefined) {
    const duration = parseDuration(advance);
    if (duration !== null) await api.local.setClock({ body: { advance: `${durationMs(duration)}ms` } });
  }
  if (until !== undefined) {
    await assertUntil(stage, until);
    const move = moveUntil(api, until, YEAR_MS, stage.known);
    for await (const _ of move.events());
    if (!move.result()?.isReached) throw failed('this does not happen within a year');
  }
  if (advance !== undefined || until !== undefined) {
    const { now } = await api.local.clock();
    stage.known = new Set((await timelineSince(api, now)).events.map(({ key }) => key));
  }
  if (event !== undefined) await happen(stage, event);
  if (run !== undefined) {
    const workflowId = await workflowIdOf(session, run.workflow);
    const body = run.input === undefined ? {} : { input: await withIds(stage, run.input) };
    await api.workflows.run({ params: { workflowId }, body });
  }
  if (approve !== undefined) await decide(stage, 'APPROVED', approve);
  if (reject !== undefined) await decide(stage, 'REJECTED', reject);
  if (fault !== undefined) await api.local.addFault({ body: fault });
  if (command !== undefined) await runCommand(stage, command);
}
