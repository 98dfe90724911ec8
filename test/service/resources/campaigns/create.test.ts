import { describe, expect, test } from 'vitest';
import { create, email, nested, places, problems, refused, visit } from './bodies.ts';
import { get, openCampaignWorld, patch, world } from './campaign-world.ts';

openCampaignWorld();

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
    const made = await world.done('POST', '/v1/campaigns', { body });
    expect(made).toEqual({
      ...{ id: 1, appUrl: 'https://app.reach.invalid/campaigns/1', name: 'Spring', description: 'x' },
      ...{ identityId: 1, status: 'DRAFT', trackOpens: true, trackClicks: false },
      ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z' },
      progress: {
        ...{ contacts: 0, active: 0, completed: 0, replied: 0, failed: 0, stopped: 0 },
        ...{ sent: 0, opened: 0, clicked: 0, viewed: 0 },
      },
      steps: [{ ...email, stepId: 1, connectionId: 2, nextConnectionId: null }],
    });
    expect(await get(1)).toEqual(made);
  });

  test('tracks opens and clicks unless asked to otherwise, and no one writes', async () => {
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
    await world.done('POST', '/v1/contact', { body: { firstName: 'A', 'Shoe size': '43' } });
    expect((await create(world, { steps })).steps[0].content).toBe('Size {Shoe size}?');
  });

  test.each([
    ['no body', undefined, [400, 'name required', 'steps required']],
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
  ])('%s', async (_, body, answer) => expect(await problems(world, 'POST', '/v1/campaigns', body)).toEqual(answer));
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
    expect((await world.done('GET', '/v1/campaigns')).total).toBe(0);
  });
});
