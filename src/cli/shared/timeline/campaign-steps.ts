// The steps of a campaign as scenarios count them: in reading order, branches included, from 1.

import { branchKeysOf, STEP_TYPES } from '../../../contract/campaigns/enums.ts';
import { pathText } from '../../../contract/envelope.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import type { Api } from '../../../contract/table.ts';

export interface NumberedStep {
  readonly stepId: number;
  readonly number: number;
  /** `steps[1].onTrue[0]` */
  readonly path: string;
  readonly fields: JsonObject;
}

function numbered(steps: unknown, at: readonly (string | number)[], found: NumberedStep[]): NumberedStep[] {
  for (const [index, step] of (Array.isArray(steps) ? steps : []).entries()) {
    if (!isObject(step)) continue;
    const path = [...at, index];
    found.push({ stepId: Number(step['stepId']), number: found.length + 1, path: pathText(path), fields: step });
    const type = STEP_TYPES.find((name) => name === step['type']) ?? null;
    for (const key of branchKeysOf(type)) numbered(getOwn(step, key), [...path, key], found);
  }
  return found;
}

/** Reads each campaign once. */
export class CampaignSteps {
  readonly #api: Api;
  readonly #known = new Map<string, readonly NumberedStep[]>();

  constructor(api: Api) {
    this.#api = api;
  }

  async of(campaignId: AnyId): Promise<readonly NumberedStep[]> {
    const known = this.#known.get(String(campaignId));
    if (known !== undefined) return known;
    const { steps } = await this.#api.campaigns.get({ params: { campaignId } });
    const read = numbered(steps, ['steps'], []);
    this.#known.set(String(campaignId), read);
    return read;
  }

  /** The step that `stepId` is; undefined for one that the campaign no longer has. */
  async find(campaignId: AnyId | null, stepId: number | null): Promise<NumberedStep | undefined> {
    if (campaignId === null || stepId === null) return undefined;
    return (await this.of(campaignId)).find((step) => step.stepId === stepId);
  }
}

/** Whether a scenario's word for a step, a number or a path, means this one. */
export const isStep = (word: number | string, step: NumberedStep | undefined): boolean =>
  step !== undefined && (typeof word === 'number' ? step.number === word : step.path === word);
