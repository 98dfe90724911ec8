// What a scenario has led to, read once for all that is expected of it.

import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import type { Scenario } from '../../../rules/scenarios/schema.ts';
import { CampaignSteps } from '../../shared/timeline/campaign-steps.ts';
import { timelineSince } from '../../shared/timeline/events.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 86_400_000;

export interface ScenarioOutcome {
  readonly stage: Stage;
  readonly events: readonly WorkspaceEvent[];
  readonly steps: CampaignSteps;
  /** What the scenario itself speaks of before it expects anything, in lower case. */
  readonly named: string;
}

export async function outcomeOf(stage: Stage, { given, when }: Scenario): Promise<ScenarioOutcome> {
  // Faults are for what happens; reading is the scenario's own.
  await stage.api.local.clearFaults();
  const { events } = await timelineSince(stage.api, new Date(stage.startedAt).toISOString());
  return { stage, events, steps: new CampaignSteps(stage.api), named: JSON.stringify([given, when]).toLowerCase() };
}

/** The day of the scenario, the first being 1. */
export const dayOf = ({ stage }: Pick<ScenarioOutcome, 'stage'>, { at }: Pick<WorkspaceEvent, 'at'>): number =>
  Math.floor((Date.parse(at) - stage.startedAt) / DAY_MS) + 1;
