// Campaigns as records: created, read, changed, cloned.

import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { create, days, done, email, end, followUp, nested, places, problems, refused, visit } from './bodies.ts';

const world = worldForEachTest();

const get = (id: number) => done(world, 'GET', `/v1/campaign/${id}`);
const patch = (id: number, body: unknown) => done(world, 'PATCH', `/v1/campaign/${id}`, { body });

describe('a created campaign', () => {
  test('is a draft and comes back whole', async () => {
    const body = {
      name: 'Spring',
      description: 'x',
      identityId: 1,
      trackOpens: true,
      trackClicks: false,
      steps: [email],
    };
    const made = await done(world, 'POST', '/v1/campaigns', { body });
    expect(made).toEqual({
      id: 1,
      appUrl: 'https://app.reach.invalid/campaigns/1',
      name: 'Spring',
      description: 'x',
      identityId: 1,
      status: 'DRAFT',
      trackOpens: true,
      trackClicks: false,
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      progress: {
        ...{ contacts: 0, active: 0, completed: 0, replied: 0, failed: 0, stopped: 0 },
        ...{ sent: 0, opened: 0, clicked: 0, viewed: 0 },
      },
      steps: [{ ...email, stepId: 1, connectionId: 2, nextConnectionId: null }],
    });
    expect(await get(1)).toEqual(made);
  });

  test('tracks opens and clicks unless told otherwise, and no one writes', async () => {
    expect(await create(world, {})).toMatchObject({
      description: null,
      identityId: null,
      trackOpens: true,
      trackClicks: true,
    });
  });

  test('shows for every step its own ids and the place that comes after it, branches included', async () => {
    const { steps } = await create(world, { steps: nested });
    expect(places(steps)).toEqual([
      [1, 2, 4, 'email'],
      [
        3,
        4,
        16,
        'condition',
        {
          onTrue: [
            [
              5,
              6,
              16,
              'network_connection',
              { onAccepted: [[7, 8, 16, 'network_message']] },
              {
                onNotAccepted: [
                  [9, 10, 12, 'email'],
                  [11, 12, null, 'end'],
                ],
              },
            ],
          ],
        },
        { onFalse: [[13, 14, 16, 'email']] },
      ],
      [15, 16, null, 'network_visit_profile'],
    ]);
  });

  test('keeps {company}, {companyName} and {companyDomain} as {name} and {domain}, in content and subject', async () => {
    const { steps } = await create(world, {
      steps: [
        { type: 'email', subject: '{company}?', content: '{companyName} {companyDomain} {firstName} {identity.name}' },
        { type: 'network_message_bundle', messages: [{ content: 'at {company}' }] },
        { type: 'task', taskType: 'TODO', title: '{company}' },
      ],
    });
    expect(steps).toMatchObject([
      { subject: '{name}?', content: '{name} {domain} {firstName} {identity.name}' },
      { messages: [{ content: 'at {name}' }] },
      { title: '{company}' },
    ]);
  });

  test('never shares an id of a step with another campaign', async () => {
    await create(world, { steps: [email, visit] });
    const second = await create(world, { steps: [email] });
    expect(places(second.steps)).toEqual([[5, 6, null, 'email']]);
  });
});

describe('a refused campaign', () => {
  test('names every problem at once with its path, and nothing is stored', async () => {
    const body = {
      name: ' ',
      colour: 'red',
      steps: [
        { type: 'email', content: 'x' },
        {
          type: 'condition',
          condition: { type: 'task_completed', waitFor: { value: 0, unit: 'weeks' } },
          onTrue: [{ type: 'email', content: 'Hi {firstNme}' }, { type: 'emial' }],
          onFalse: [],
        },
      ],
    };
    expect(await problems(world, 'POST', '/v1/campaigns', body)).toEqual([
      400,
      'name too_small',
      'colour unknown_key',
      'steps[0].subject required',
      'steps[1].condition.type must_follow',
      'steps[1].condition.waitFor.value too_small',
      'steps[1].condition.waitFor.unit invalid_value',
      'steps[1].onTrue[0].content unknown_placeholder',
      'steps[1].onTrue[1].type unknown_step_type',
      'steps[1].onFalse too_small',
    ]);
    expect((await done(world, 'GET', '/v1/campaigns')).total).toBe(0);
  });

  test('is 422 when nothing but placeholders is unknown', async () => {
    const body = { name: 'x', steps: [{ ...email, content: 'Hi {firstNme} {Shoe size} {{lastName}}' }] };
    expect(await refused(world, 'POST', '/v1/campaigns', { body })).toEqual({
      status: 422,
      code: 'unprocessable',
      message: 'steps[0].content: unknown placeholder {firstNme}; did you mean {firstName}? (and 2 more)',
      details: {
        issues: [
          {
            path: 'steps[0].content',
            code: 'unknown_placeholder',
            message: 'unknown placeholder {firstNme}; did you mean {firstName}?',
            token: '{firstNme}',
          },
          {
            path: 'steps[0].content',
            code: 'unknown_placeholder',
            message: 'unknown placeholder {Shoe size}',
            token: '{Shoe size}',
          },
          {
            path: 'steps[0].content',
            code: 'unknown_placeholder',
            message: 'a placeholder has single braces: write {lastName}',
            token: '{{lastName}}',
          },
        ],
      },
    });
  });

  test('a field that the workspace has is not an unknown placeholder', async () => {
    const steps = [{ ...email, content: 'Size {Shoe size}?' }];
    expect((await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps }))[0]).toBe(422);
    await done(world, 'POST', '/v1/contact', { body: { firstName: 'A', 'Shoe size': '43' } });
    expect((await create(world, { steps })).steps[0].content).toBe('Size {Shoe size}?');
  });

  test.each([
    ['no body', undefined, [400, 'name required', 'steps required']],
    ['no object', [], [400, ' invalid_type']],
    ['no steps', { name: 'x', steps: [] }, [400, 'steps too_small']],
    ['an identity of nobody', { name: 'x', identityId: 7, steps: [email] }, [400, 'identityId unknown_identity']],
    [
      'an unknown voice',
      { name: 'x', steps: [{ type: 'network_voice_message', content: 'x', voiceId: 'nobody' }] },
      [400, 'steps[0].voiceId unknown_voice'],
    ],
    [
      'an unknown AI message',
      { name: 'x', steps: [{ type: 'email', aiMessageId: 99 }] },
      [400, 'steps[0].aiMessageId unknown_ai_message'],
    ],
    [
      'an AI message for another channel',
      { name: 'x', steps: [{ type: 'network_message', aiMessageId: 'lib-email-first' }] },
      [400, 'steps[0].aiMessageId channel_mismatch'],
    ],
    [
      'a campaign that does not exist',
      { name: 'x', steps: [{ type: 'add_to_another_campaign', campaignId: 9 }] },
      [400, 'steps[0].campaignId unknown_campaign'],
    ],
    [
      'links that run in a circle',
      {
        name: 'x',
        steps: [
          { ...email, stepId: 1, connectionId: 2, nextConnectionId: 4 },
          { ...visit, stepId: 3, connectionId: 4, nextConnectionId: 2 },
        ],
      },
      [400, 'steps[1].nextConnectionId cycle'],
    ],
  ])('%s', async (_, body, answer) => {
    expect(await problems(world, 'POST', '/v1/campaigns', body)).toEqual(answer);
  });

  test('400 wins over 422', async () => {
    const steps = [{ type: 'email', content: '{firstNme}' }];
    expect((await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps }))[0]).toBe(400);
  });
});

describe('campaigns that lead to campaigns', () => {
  const to = (campaignId: number) => ({ type: 'add_to_another_campaign', campaignId });

  test('must not come back to where they began, over any number of others', async () => {
    const a = await create(world, { name: 'a' });
    const b = await create(world, { name: 'b', steps: [email, to(a.id)] });
    const c = await create(world, { name: 'c', steps: [to(b.id)] });
    const path = `/v1/campaign/${a.id}`;
    expect(await problems(world, 'PATCH', path, { steps: [to(a.id)] })).toEqual([400, 'steps[0].campaignId cycle']);
    expect(await problems(world, 'PATCH', path, { steps: [to(b.id)] })).toEqual([400, 'steps[0].campaignId cycle']);
    expect(await refused(world, 'PATCH', path, { body: { steps: [visit, to(c.id)] } })).toMatchObject({
      details: {
        issues: [{ path: 'steps[1].campaignId', message: 'campaign 3 leads to 2 leads to 1, which is this one' }],
      },
    });
    await patch(b.id, { steps: [email] });
    expect((await patch(a.id, { steps: [to(c.id)] })).steps).toMatchObject([to(c.id)]);
  });

  test('must be of the same workspace', async () => {
    const key = await world.newKey(['ALL'], 'other', 'Elsewhere');
    const { id } = await create(world, {}, key);
    expect(await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps: [to(id)] })).toEqual([
      400,
      'steps[0].campaignId unknown_campaign',
    ]);
    expect((await world.call('GET', `/v1/campaign/${id}`)).status).toBe(404);
    expect((await world.call('PATCH', `/v1/campaign/${id}`, { body: { name: 'mine' } })).status).toBe(404);
    expect((await world.call('POST', `/v1/campaign/${id}/clone`)).status).toBe(404);
    expect((await done(world, 'GET', '/v1/campaigns')).total).toBe(0);
  });
});

describe('PATCH', () => {
  test('changes what is sent and nothing else', async () => {
    const made = await create(world, { description: 'old', identityId: 1 });
    world.clock.advance(1000);
    const changed = await patch(1, { name: 'New', description: null });
    expect(changed).toEqual({ ...made, name: 'New', description: null, updatedAt: '2026-11-21T09:00:01.000Z' });
  });

  test('accepts and ignores what only reading shows', async () => {
    const made = await create(world, { steps: nested });
    world.clock.advance(1000);
    expect(await patch(1, { ...made, stepCount: 99, id: 77, status: 'COMPLETED' })).toEqual(made);
    expect(await patch(1, {})).toEqual(made);
  });

  test('keeps the ids of steps that did not change, wherever new ones come between', async () => {
    await create(world, { steps: [email, visit, followUp] });
    const { steps } = await patch(1, { steps: [visit, email, { ...visit, delay: days(1) }, followUp] });
    expect(places(steps).map(([stepId, , , type]: unknown[]) => [type, stepId])).toEqual([
      ['network_visit_profile', 3],
      ['email', 1],
      ['network_visit_profile', expect.any(Number)],
      ['email', 5],
    ]);
    const again = await patch(1, { steps: [visit, email, { ...visit, delay: days(1) }, followUp] });
    expect(again.steps).toEqual(steps);
  });

  test('a new step never gets an id that a step of the campaign had', async () => {
    await create(world, { steps: [email, visit] });
    await patch(1, { steps: [email] });
    const { steps } = await patch(1, { steps: [email, visit] });
    expect(steps[1].stepId).toBeGreaterThan(4);
  });

  test('a refused one changes nothing', async () => {
    const made = await create(world, {});
    const body = { name: 'New', steps: [{ type: 'email' }] };
    expect(await problems(world, 'PATCH', '/v1/campaign/1', body)).toEqual([
      400,
      'steps[0].content required',
      'steps[0].subject required',
    ]);
    expect(await get(1)).toEqual(made);
  });

  test('409 whatever is sent when the campaign is not a draft', async () => {
    await create(world, { identityId: 1 });
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    for (const body of [{ name: 'x' }, {}, { nonsense: true }]) {
      expect(await refused(world, 'PATCH', '/v1/campaign/1', { body })).toEqual({
        status: 409,
        code: 'conflict',
        message: 'Campaign 1 is ACTIVE, and only a DRAFT can be edited: clone it and edit the clone',
        details: { status: 'ACTIVE' },
      });
    }
  });

  test('409 for new steps on a draft that has sent; its settings can be changed', async () => {
    await create(world, { identityId: 1 });
    await done(world, 'POST', '/v1/contact', { body: { firstName: 'A', professionalEmail: 'a@b.example' } });
    await done(world, 'POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
    for (const status of ['ACTIVE', 'PAUSED', 'DRAFT']) {
      await done(world, 'POST', '/v1/campaign/1/status', { body: { status } });
    }
    expect(await refused(world, 'PATCH', '/v1/campaign/1', { body: { steps: [email] } })).toEqual({
      status: 409,
      code: 'conflict',
      message:
        'Campaign 1 has been sending since 2026-11-21T09:00:00.000Z, so its steps cannot be replaced: clone it and edit the clone',
      details: { status: 'DRAFT', sendsBeganAt: '2026-11-21T09:00:00.000Z' },
    });
    expect((await patch(1, { name: 'New' })).name).toBe('New');
  });

  test('404 for one that does not exist', async () => {
    expect(await refused(world, 'PATCH', '/v1/campaign/5', { body: { name: 'x' } })).toEqual({
      status: 404,
      code: 'not_found',
      message: 'There is no campaign 5',
    });
  });
});

describe('a clone', () => {
  test('is a draft with the same settings and steps under ids of its own', async () => {
    const made = await create(world, {
      name: 'Spring',
      description: 'x',
      identityId: 1,
      trackOpens: false,
      steps: nested,
    });
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    world.clock.advance(1000);
    const clone = await done(world, 'POST', '/v1/campaign/1/clone');
    expect(clone).toMatchObject({
      id: 2,
      name: 'Spring (copy)',
      description: 'x',
      identityId: 1,
      trackOpens: false,
      status: 'DRAFT',
      createdAt: '2026-11-21T09:00:01.000Z',
    });
    expect(written(clone.steps)).toEqual(written(made.steps));
    expect(places(clone.steps)[0]).toEqual([17, 18, 20, 'email']);
  });

  test('gets a name that no other has, or the one that is asked for', async () => {
    await create(world, { name: 'Spring' });
    const names = [];
    for (const body of [undefined, undefined, { name: 'Summer' }]) {
      names.push((await done(world, 'POST', '/v1/campaign/1/clone', { body })).name);
    }
    expect(names).toEqual(['Spring (copy)', 'Spring (copy 2)', 'Summer']);
    await create(world, { name: 'x'.repeat(200) });
    const long = (await done(world, 'POST', '/v1/campaign/5/clone')).name;
    expect([long.length, long.endsWith('x (copy)')]).toEqual([200, true]);
  });

  test('has no contacts and no history, so its steps can be replaced', async () => {
    await create(world, { identityId: 1 });
    await done(world, 'POST', '/v1/contact', { body: { firstName: 'A', professionalEmail: 'a@b.example' } });
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    await done(world, 'POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
    await done(world, 'POST', '/v1/campaign/1/clone');
    expect((await patch(2, { steps: [email, followUp, end] })).steps).toHaveLength(3);
    const found = await done(world, 'POST', '/v1/contacts/search', { body: { include: { campaigns: [2] } } });
    expect(found.total).toBe(0);
  });
});

/** Steps without what only reading shows. */
function written(steps: unknown): unknown {
  return JSON.parse(
    JSON.stringify(steps, (key, value) => (/^(stepId|(next)?[cC]onnectionId)$/.test(key) ? undefined : value)),
  );
}

describe('the list', () => {
  test('counts steps with those of all branches, oldest first, by status and exact name', async () => {
    await create(world, { name: 'a', steps: nested, identityId: 1 });
    await create(world, { name: 'b' });
    await done(world, 'POST', '/v1/campaign/1/status', { body: { status: 'ACTIVE' } });
    const list = async (query: Record<string, string | number>) => {
      const { campaigns, ...page } = await done(world, 'GET', '/v1/campaigns', { query });
      return [campaigns.map(({ id, stepCount }: Record<string, number>) => [id, stepCount]), page];
    };
    const page = { page: 1, pageSize: 25, total: 1, hasNextPage: false };
    expect(await list({})).toEqual([
      [
        [1, 8],
        [2, 1],
      ],
      { ...page, total: 2 },
    ]);
    expect(await list({ status: 'ACTIVE' })).toEqual([[[1, 8]], page]);
    expect(await list({ name: 'b' })).toEqual([[[2, 1]], page]);
    expect(await list({ pageSize: 1 })).toEqual([[[1, 8]], { page: 1, pageSize: 1, total: 2, hasNextPage: true }]);
    expect((await world.call('GET', '/v1/campaigns', { query: { status: 'LATER' } })).status).toBe(400);
  });
});

test('scopes: CAMPAIGNS_READ reads, CAMPAIGNS_WRITE writes and reads, OWNERS_READ is its own', async () => {
  await create(world, {});
  const [read, write] = [await world.newKey(['CAMPAIGNS_READ']), await world.newKey(['CAMPAIGNS_WRITE'])];
  const status = async (key: string, method: string, path: string) => (await world.call(method, path, { key })).status;
  expect([await status(read, 'GET', '/v1/campaigns'), await status(write, 'GET', '/v1/campaign/1')]).toEqual([
    200, 200,
  ]);
  expect([
    await status(read, 'POST', '/v1/campaign/1/clone'),
    await status(write, 'POST', '/v1/campaign/1/clone'),
  ]).toEqual([403, 200]);
  expect(await status(write, 'GET', '/v1/tasks/owners')).toBe(403);
});
