import { expect, test } from 'vitest';
import { percentileOf } from '../../../../../src/service/resources/workflows/execution/steps.ts';
import { end, from, membersOf, ran } from './running.ts';
import { openStepWorld, toList, when, world } from './step-world.ts';

openStepWorld();

const isAdded = async (condition: object): Promise<number[]> => {
  await ran(world, [from('when'), when([condition], 'add', 'stop'), toList('add'), end('stop')]);
  const members = await membersOf(world, 2);
  if (members.length > 0) await world.call('DELETE', '/v1/lists/2/members', { body: { contactIds: members } });
  return members;
};

test('the first condition that holds decides, the fallback takes the rest', async () => {
  const conditions = [
    { field: 'jobTitle', operator: 'EQUALS', value: 'T1' },
    { field: 'jobTitle', operator: 'IS_ANY_OF', value: ['T1', 'T2'] },
  ];
  const nodes = [from('when'), when(conditions, 'a', 'b', 'c'), end('a'), end('b'), end('c')];
  expect(await ran(world, nodes)).toMatchObject({
    when: { SUCCEEDED: 12 },
    a: { SUCCEEDED: 4 },
    b: { SUCCEEDED: 4 },
    c: { SUCCEEDED: 4 },
  });
});

test('lists, campaigns, companies, custom fields, flags and moments can be asked', async () => {
  await world.call('PATCH', '/v1/contacts/7', { body: { shirt: 'XL' } });
  await world.call('POST', '/v1/contact', {
    body: { networkProfileUrl: 'https://network.example/in/p2', company: { name: 'Engines', numberOfEmployees: 40 } },
  });
  expect(await isAdded({ field: 'platform.listIds', operator: 'CONTAINS', value: 1 })).toHaveLength(12);
  expect(await isAdded({ field: 'platform.listIds', operator: 'CONTAINS', value: 2 })).toEqual([]);
  expect(await isAdded({ field: 'shirt', operator: 'EQUALS', value: 'xl' })).toEqual([7]);
  expect(await isAdded({ field: 'numberOfEmployees', operator: 'GREATER_THAN', value: 39 })).toEqual([2]);
  expect(await isAdded({ field: 'network.hasProfile', operator: 'EQUALS', value: true })).toHaveLength(12);
  expect(await isAdded({ field: 'engagement.hasReplied', operator: 'EQUALS', value: true })).toEqual([]);
  expect(await isAdded({ field: 'activity.lastActivityAt', operator: 'IS_NOT_EMPTY' })).toEqual([]);
  expect(await isAdded({ field: 'createdAt', operator: 'WITHIN_LAST_DAYS', value: 1 })).toHaveLength(12);
  expect(await isAdded({ field: 'run.triggerType', operator: 'EQUALS', value: 'MANUAL' })).toHaveLength(12);
});

test('random splits send their share, the same records each time they are asked of a run', async () => {
  const rolls = [...Array(20_000).keys()].map((id) => percentileOf(3, 'split', id));
  expect(rolls.every((roll) => roll >= 0 && roll < 100)).toBe(true);
  for (const [low, high] of [
    [0, 30],
    [30, 70],
    [70, 100],
  ] as const) {
    const share = rolls.filter((roll) => roll >= low && roll < high).length / rolls.length;
    expect(Math.abs(share * 100 - (high - low))).toBeLessThan(1.5);
  }
  expect(rolls).toEqual([...Array(20_000).keys()].map((id) => percentileOf(3, 'split', id)));
  const nodes = [from('when'), when([{ type: 'RANDOM_SPLIT', percentage: 100 }], 'a', 'b'), end('a'), end('b')];
  expect(await ran(world, nodes)).toMatchObject({ a: { SUCCEEDED: 12 }, b: {} });
});
