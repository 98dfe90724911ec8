// What the definition of a service says of bodies, place by place, in place of what this build chose.

import { describe, expect, test } from 'vitest';
import { bodiesOf } from '../../../../src/client/compatibility/definitions/bodies.ts';
import { compareDefinitions } from '../../../../src/client/compatibility/definitions/compare.ts';
import { readDefinitions } from '../../../../src/client/compatibility/definitions/read.ts';
import { concluded, Problems } from '../../../../src/rules/problem.ts';

const body = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } } });
const bulk = (items: object) => ({
  paths: {
    '/v1/contacts': {
      get: { parameters: [{ name: 'pageSize', in: 'query', schema: { type: 'integer', maximum: items ? 50 : 100 } }] },
      post: body({ type: 'object', properties: { contacts: { type: 'array', ...items } } }),
    },
  },
});

const text = (maxLength?: number) => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A campaign: an email has steps of its own inside, a call has no subject. */
const LIVE = {
  components: {
    schemas: {
      Step: { anyOf: [ref('Email'), ref('Call')] },
      Email: {
        properties: {
          ...{ subject: text(10), content: text(500), onTrue: { type: 'array', items: ref('Step') } },
          type: { const: 'email' },
        },
      },
      Call: { properties: { type: { enum: ['call', 'fax'] }, content: text(40), note: text() } },
    },
  },
  paths: {
    '/v1/campaigns': {
      post: body({ properties: { name: text(80), subject: text(3), steps: { maxItems: 2, items: ref('Step') } } }),
    },
    '/v1/lists': { post: body({ properties: { name: text(5) } }) },
  },
};
const OUR_CAMPAIGN = {
  paths: {
    '/v1/campaigns': { post: body({ properties: { name: text(), subject: text(), steps: { type: 'array' } } }) },
  },
};
const CAMPAIGN = { method: 'POST', path: '/v1/campaigns' };

describe('the rules of a body, where a definition is known', () => {
  const [campaign] = readDefinitions(LIVE);
  const bodies = bodiesOf(LIVE, new Map(campaign === undefined ? [] : [['POST /v1/campaigns', campaign]]));
  const file = {
    name: 'x'.repeat(81),
    subject: 'long',
    steps: [
      { type: 'fax', content: 'y'.repeat(50), note: 'z'.repeat(999), onTrue: [{ subject: 'eleven chars' }] },
      { type: 'pigeon', subject: 'ten 😀😀😀😀😀😀' },
      {},
    ],
  };
  const found = () => {
    const problems = Problems.none();
    for (const at of [
      ['steps', 0, 'content'],
      ['steps', 0, 'note'],
    ])
      problems.undocumented(at, 'too_big', 'ours');
    for (const at of [
      ['steps', 0, 'type'],
      ['steps', 1, 'type'],
    ])
      problems.undocumented(at, 'unknown_step_type', 'ours');
    problems.error(['subject'], 'too_big', 'documented');
    return problems;
  };
  const paths = (row = CAMPAIGN) =>
    concluded(found(), file, { undocumentedRules: 'warn', bodies }, row).map(({ path, message }) => [
      path,
      message.replace(' (the service may accept it all the same)', ''),
    ]);
  const says = 'the definition of the service says at most';

  test('lengths and words count at their own place, however deep, the loosest of alternatives', () => {
    expect(paths()).toEqual([
      ['name', `name has 81 characters; ${says} 80`],
      ['subject', 'documented'],
      ['subject', `subject has 4 characters; ${says} 3`],
      ['steps', `steps has 3 entries; ${says} 2`],
      ['steps[0].note', 'ours'],
      ['steps[0].onTrue[0].subject', `subject has 12 characters; ${says} 10`],
      ['steps[1].type', 'ours'],
    ]);
  });

  test('of a request that the definition does not have, ours count', () => {
    expect(paths({ method: 'PATCH', path: '/v1/campaign/{campaignId}' }).map(([path]) => path)).toEqual([
      ...['subject', 'steps[0].type', 'steps[0].content', 'steps[0].note', 'steps[1].type'],
    ]);
  });

  test('what is no definition says nothing', () => {
    const ours = readDefinitions(OUR_CAMPAIGN);
    for (const odd of [null, 7, [], { paths: 7 }, { paths: { '/v1/campaigns': { post: { requestBody: [] } } } }])
      expect(compareDefinitions(ours, odd).learned.bodies).toEqual({ places: [], requests: {} });
  });
});

test('what differs is reported with both values, and kept by request', () => {
  const ours = readDefinitions(bulk({ maxItems: 100 }));
  const { maxima, learned } = compareDefinitions(ours, bulk({ maxItems: 40 }));
  expect(maxima).toEqual([{ request: 'POST /v1/contacts', part: 'body', name: 'contacts', ours: 100, theirs: 40 }]);
  expect(learned.requests['POST /v1/contacts']?.maxItems).toEqual({ contacts: 40 });
});
