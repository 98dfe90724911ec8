// What must hold for every campaign, not only for those someone thought of.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCampaign } from '../../../src/cli/files/campaign-file.ts';
import { located } from '../../../src/cli/files/checked-file.ts';
import { yamlText } from '../../../src/cli/files/yaml/text.ts';
import { CampaignInput } from '../../../src/contract/campaigns/endpoints.ts';
import type { Step } from '../../../src/contract/campaigns/steps.ts';
import { checkCampaign } from '../../../src/rules/campaigns/check.ts';
import { bodyOfFile } from '../../../src/rules/campaigns/file.ts';
import { keepIds } from '../../../src/rules/campaigns/identity.ts';
import type { StoredStep } from '../../../src/rules/campaigns/stored.ts';
import { inBodyOrder, type Problem } from '../../../src/rules/problem.ts';
import { anyCampaign } from './broken.ts';
import { carelessCampaign, type Json, type JsonObject, validCampaign } from './generator.ts';
import { schemaAccepts } from './schema.ts';
import { subjectsMissing, wronglyFollowing } from './ways.ts';

const errorsOf = (body: unknown): Problem[] => checkCampaign(body).filter(({ severity }) => severity === 'error');
const reported = (problems: readonly Problem[]) => problems.map(({ path, code }) => `${path} ${code}`);

/** Steps of a body that the rules accept, as the contract types them. */
function stepsOf(body: unknown): readonly Step[] {
  return CampaignInput.parse(body).steps;
}

function counter(start = 1): () => number {
  let next = start;
  return () => next++;
}

test('a campaign that is in order by construction has no errors', () => {
  fc.assert(
    fc.property(validCampaign(), (campaign) => {
      expect(reported(errorsOf(campaign))).toEqual([]);
    }),
  );
});

test('what the rules accept, the shapes of the contract accept', () => {
  fc.assert(
    fc.property(anyCampaign(), (campaign) => {
      if (errorsOf(campaign).length === 0) expect(CampaignInput.safeParse(campaign).error).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

/** What needs more than the step itself, or the workspace: no schema can say it. */
const BEYOND_A_SCHEMA =
  /subject required$|^\S+ (must_follow|cycle|unknown_placeholder|unknown_field|too_big|too_deep)$/;

test('the JSON Schema refuses exactly what the rules refuse, but for rules between steps and placeholders', () => {
  fc.assert(
    fc.property(anyCampaign(), (campaign) => {
      const errors = reported(errorsOf(bodyOfFile(campaign)));
      const accepted = schemaAccepts(campaign);
      if (errors.length === 0) expect(accepted).toEqual([]);
      else if (accepted.length === 0) expect(errors.filter((error) => !BEYOND_A_SCHEMA.test(error))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

describe('followed way by way, one after the other', () => {
  test('an email without a subject is refused exactly when it is the first on some way', () => {
    fc.assert(
      fc.property(fc.oneof(carelessCampaign(), anyCampaign(8)), (campaign) => {
        const found = errorsOf(campaign).filter(({ message }) => message.startsWith('this email needs a subject'));
        expect(new Set(found.map(({ path }) => path))).toEqual(subjectsMissing(campaign));
      }),
      { numRuns: 1000 },
    );
  });

  test('a condition on an event is refused exactly when some way does not come from a step it may follow', () => {
    fc.assert(
      fc.property(fc.oneof(carelessCampaign(), anyCampaign(8)), (campaign) => {
        const found = errorsOf(campaign).filter(({ code }) => code === 'must_follow');
        expect(new Set(found.map(({ path }) => path))).toEqual(wronglyFollowing(campaign));
      }),
      { numRuns: 1000 },
    );
  });
});

test('problems come in the order of the body, each at something that is there or belongs there', () => {
  fc.assert(
    fc.property(anyCampaign(), (campaign) => {
      const problems = checkCampaign(campaign);
      expect(inBodyOrder(problems, campaign)).toEqual(problems);
      for (const { at } of problems) {
        let here: Json | undefined = campaign;
        for (const part of at.slice(0, -1)) {
          // Of a span written as text and of what is missing, the parent may be no object; it is there all the same.
          if (typeof here !== 'object' || here === null) break;
          here = Array.isArray(here) ? here[Number(part)] : here[part];
          expect(here).not.toBeUndefined();
        }
      }
    }),
  );
});

test('every problem has a place inside the file, whatever style the file is written in', async () => {
  await fc.assert(
    fc.asyncProperty(anyCampaign(), fc.boolean(), async (campaign, asJson) => {
      const text = asJson ? JSON.stringify(campaign, null, 2) : await yamlText(campaign);
      const file = await parseCampaign('campaign.yaml', text);
      const lines = text.split('\n');
      for (const { line, column, endLine, endColumn } of located(file, checkCampaign(file.body))) {
        expect(line).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true);
      }
    }),
  );
});

describe('ids', () => {
  const stored = (campaign: JsonObject): StoredStep[] => keepIds(stepsOf(campaign), [], counter()).steps;
  const flat = (steps: readonly StoredStep[]): StoredStep[] =>
    steps.flatMap((step) => [
      step,
      ...(['onTrue', 'onFalse', 'onAccepted', 'onNotAccepted'] as const).flatMap((key) => {
        const branch: unknown = Reflect.get(step, key);
        return Array.isArray(branch) ? flat(branch) : [];
      }),
    ]);

  test('the same steps keep every id, and nothing is new', () => {
    fc.assert(
      fc.property(validCampaign(), (campaign) => {
        const before = stored(campaign);
        const kept = keepIds(stepsOf(campaign), before, counter(10_000));
        expect(kept).toEqual({ steps: before, added: [] });
      }),
    );
  });

  test('any other sequence: ids are used once, and a step has an old id only with its old content', () => {
    fc.assert(
      fc.property(validCampaign(), validCampaign(), (one, other) => {
        const before = stored(one);
        const { steps, added } = keepIds(stepsOf(other), before, counter(10_000));
        const [old, now] = [flat(before), flat(steps)];
        expect(new Set(now.map(({ stepId }) => stepId)).size).toBe(now.length);
        expect(new Set(now.map(({ connectionId }) => connectionId)).size).toBe(now.length);
        expect(now.filter(({ stepId }) => stepId >= 10_000).length).toBe(added.length);
        const oldIds = new Set(old.map(({ stepId }) => stepId));
        expect(now.filter(({ stepId }) => oldIds.has(stepId)).length).toBe(now.length - added.length);
        const own = (step: StoredStep) =>
          JSON.stringify(step, (key, value: unknown) => (/^on[A-Z]|connectionId/.test(key) ? undefined : value));
        const oldById = new Map(old.map((step) => [step.stepId, own(step)]));
        for (const step of now) if (step.stepId < 10_000) expect(own(step)).toBe(oldById.get(step.stepId));
      }),
    );
  });

  test('one step put in front: all others keep theirs', () => {
    fc.assert(
      fc.property(validCampaign(), (campaign) => {
        const before = stored(campaign);
        const visit: Step = { type: 'network_visit_profile', delay: { value: 77, unit: 'days' } };
        const { steps, added } = keepIds([visit, ...stepsOf(campaign)], before, counter(10_000));
        expect([steps.slice(1), added.length]).toEqual([before, 1]);
      }),
    );
  });
});
