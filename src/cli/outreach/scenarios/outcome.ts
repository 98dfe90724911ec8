// What scenarios name, and only the workspace can know: of what nothing knows, nothing happens, and that says nothing.

import { counted } from '../../../contract/english.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Api } from '../../../contract/table.ts';
import type { ExpectedMessage, Scenario, Until } from '../../../rules/scenarios/schema.ts';
import { having } from '../../shared/answer.ts';
import { campaignIdOf, findCampaign, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { foldedName, recordIdOf } from '../../shared/lookup/record.ts';
import { CampaignSteps, isOf, isStep, timelineSince } from '../../shared/timeline.ts';
import { wordsOf } from '../../terminal/command-line.ts';
import { CliError } from '../../terminal/exit.ts';
import type { Stage } from './stage.ts';

type NamedIn = Pick<Stage, 'api' | 'session'>;

const unknown = (message: string) => new CliError('notFound', 'unknown_name', message);

async function assertCampaign({ session }: NamedIn, word: string): Promise<void> {
  const { name } = await findCampaign(session, word);
  if (name !== word) throw unknown(`the campaign is called ${JSON.stringify(name)}, not ${JSON.stringify(word)}`);
}

async function assertRecord({ session, api }: NamedIn, who: string): Promise<void> {
  await api.contacts.get({ params: { contactId: await recordIdOf(session, 'contact', who) } });
}

const PART_OF_WORD = /[\p{L}\p{N}@._+-]/u;

/**
 * Whether it speaks of the contact before it expects anything: by an address anywhere, a name that is given, or first and last name
 * in a command.
 */
function speaksOf({ given, when }: Scenario, who: string): boolean {
  const people = given?.contacts?.map(({ firstName = '', lastName = '' }) => `${firstName} ${lastName}`) ?? [];
  const lines = when.map(({ command = '' }) => (typeof command === 'string' ? command : command.run));
  const words = lines.flatMap(wordsOf).filter((word) => word.includes(' '));
  if (!who.includes('@')) return [...people, ...words].some((word) => foldedName(word) === who);
  const text = JSON.stringify([given, when]).toLowerCase();
  for (let at = text.indexOf(who); at >= 0; at = text.indexOf(who, at + 1))
    if (!PART_OF_WORD.test(text.charAt(at - 1)) && !PART_OF_WORD.test(text.charAt(at + who.length))) return true;
  return false;
}

/** Whom the scenario speaks of may be gone, or kept out. */
export async function assertContact({ stage, events, scenario }: ScenarioOutcome, who: string): Promise<void> {
  if (speaksOf(scenario, foldedName(who)) || events.some((event) => isOf(who, event))) return;
  await assertRecord(stage, who);
}

export async function ownerNamed({ tasks }: Api, word: string) {
  const { owners } = await tasks.owners();
  return having(owners, 'id').find(({ name, email }) => name === word || email === word);
}

async function assertDay(outcome: ScenarioOutcome, on: string): Promise<void> {
  const [first, last] = [outcome.stage.startedAt, Date.parse((await outcome.stage.api.local.clock()).now)];
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const days = dayOf(outcome, { at: new Date(last).toISOString() });
  const [day] = on.match(/(?<=^day )\d+/) ?? [];
  if (day === undefined ? on < dateOf(first) || on > dateOf(last) : Number(day) > days)
    throw unknown(`${on} is no day of the scenario, which is from ${dateOf(first)} to ${dateOf(last)}, day ${days}`);
}

/** Throws for a campaign, a contact or an owner that is not there, and for a day that the scenario does not have. */
export async function assertKnown(
  outcome: ScenarioOutcome,
  { campaign, to, owner, on }: ExpectedMessage,
): Promise<void> {
  const { stage, events } = outcome;
  if (campaign !== undefined && !events.some((event) => event.campaign === campaign))
    await assertCampaign(stage, campaign);
  if (to !== undefined) await assertContact(outcome, to);
  if (owner !== undefined && (await ownerNamed(stage.api, owner)) === undefined)
    throw unknown(`no owner ${JSON.stringify(owner)}`);
  if (on !== undefined) await assertDay(outcome, on);
}

/** Throws for a campaign, a step, a contact or a workflow that is not there: it could not be waited for. */
export async function assertUntil(workspace: NamedIn, until: Until): Promise<void> {
  if (typeof until === 'string') return;
  const { campaign, contact, step, run, message, ...events } = until;
  for (const word of [campaign, message?.campaign]) if (word !== undefined) await assertCampaign(workspace, word);
  const people = [contact, message?.to, ...Object.values(events).map((event) => event?.contact)];
  for (const who of people) if (who !== undefined) await assertRecord(workspace, who);
  if (run !== undefined) await workflowIdOf(workspace.session, run.workflow);
  if (campaign === undefined || step === undefined) return;
  const steps = await new CampaignSteps(workspace.api).of(await campaignIdOf(workspace.session, campaign));
  if (steps.some((one) => isStep(step, one))) return;
  throw unknown(`${campaign} has no step ${step}: it has ${counted(steps.length, 'step')}`);
}

// What a scenario has led to, read once for all that is expected of it.

const DAY_MS = 86_400_000;

export interface ScenarioOutcome {
  readonly stage: Stage;
  readonly events: readonly WorkspaceEvent[];
  readonly steps: CampaignSteps;
  /** Read where one that is expected is not there. */
  readonly scenario: Scenario;
}

export async function outcomeOf(stage: Stage, scenario: Scenario): Promise<ScenarioOutcome> {
  // Faults are for what happens; reading is the scenario's own.
  await stage.api.local.clearFaults();
  const { events } = await timelineSince(stage.api, new Date(stage.startedAt).toISOString());
  return { stage, events, steps: new CampaignSteps(stage.api), scenario };
}

/** The day of the scenario, the first being 1. */
export const dayOf = ({ stage }: Pick<ScenarioOutcome, 'stage'>, { at }: Pick<WorkspaceEvent, 'at'>): number =>
  Math.floor((Date.parse(at) - stage.startedAt) / DAY_MS) + 1;
