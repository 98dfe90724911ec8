// The way through a sequence: whatever happens on it, it ends, and passes only forward.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CampaignInput } from '../../../src/contract/campaigns/endpoints.ts';
import { keepIds } from '../../../src/rules/campaigns/identity.ts';
import { delayMsOf, routeOf } from '../../../src/rules/campaigns/route.ts';
import { readForm } from '../../../src/rules/campaigns/stored.ts';
import { validCampaign } from './generator.ts';

test('every way, whichever branches it takes, goes forward through places of the sequence and ends', () => {
  fc.assert(
    fc.property(validCampaign(), fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (body, turns) => {
      let last = 0;
      const { steps } = keepIds(CampaignInput.parse(body).steps, [], () => {
        last += 1;
        return last;
      });
      const route = routeOf(readForm(steps));
      let place = route.first;
      let before = 0;
      for (let at = 0; place !== null; at += 1) {
        const step = route.step(place);
        if (step === undefined) throw new Error(`place ${place} is nowhere`);
        expect(place).toBeGreaterThan(before);
        expect(delayMsOf(step)).toBeGreaterThanOrEqual(0);
        before = place;
        if (step.type === 'end') break;
        const turn = turns[at % turns.length] ?? false;
        const isBranching = step.type === 'condition' || step.type === 'network_connection';
        place = isBranching ? route.branch(step, turn) : step.nextConnectionId;
      }
    }),
  );
});

const visit = { type: 'network_visit_profile' } as const;

test('a branch that is not written continues after its step', () => {
  const condition = { type: 'has_network_profile' } as const;
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const { steps } = keepIds([{ type: 'condition', condition, onTrue: [visit] }, visit], [], next);
  const route = routeOf(readForm(steps));
  const [first, second] = steps;
  const asked = route.step(first?.connectionId ?? 0);
  if (asked?.type !== 'condition') throw new Error('the first step is the condition');
  expect(route.branch(asked, false)).toBe(second?.connectionId);
  expect(route.step(route.branch(asked, true) ?? 0)?.nextConnectionId).toBe(second?.connectionId);
});
