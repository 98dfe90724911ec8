// Issue: for any two playbooks, what is sent turns the one into the other as far as the interface allows, touches
// nothing else, and what it cannot do it says. The real service, in memory.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLAYBOOK_SECTIONS } from '../../../src/contract/playbook/sections.ts';
import { checkUpdate } from '../../../src/rules/playbook/check.ts';
import {
  contentOf,
  contentOfFile,
  keptOf,
  overlaid,
  type PlaybookContent,
} from '../../../src/rules/playbook/content.ts';
import { differences, type PlaybookChange } from '../../../src/rules/playbook/differences.ts';
import { checkPlaybookFile } from '../../../src/rules/playbook/file.ts';
import { planUpdate } from '../../../src/rules/playbook/plan-update.ts';
import { worldForAllTests } from '../../opened.ts';
import { content } from './generator.ts';

const world = worldForAllTests();

let count = 0;
/** A workspace of its own, and what is asked of it. */
async function workspace() {
  count += 1;
  const key = await world.newKey(['ALL'], 'key', `Workspace ${count}`);
  const call = async (method: string, body?: unknown) => {
    const reply = await world.call(method, '/v1/ai-playbook', { key, ...(body !== undefined && { body }) });
    expect([reply.status, reply.body.message, reply.body.details]).toEqual([200, expect.any(String), undefined]);
    return reply.body.data;
  };
  return {
    read: async () => keptOf(await call('GET')),
    /** Sends what a plan says, each body held against the rules before. */
    send: async (wanted: PlaybookContent, prune: boolean) => {
      const live = keptOf(await call('GET'));
      const plan = planUpdate(live, wanted, { prune });
      let answer: unknown;
      for (const body of plan.requests) {
        expect(checkUpdate(body)).toEqual([]);
        answer = await call('PUT', body);
      }
      return { plan, live, answer };
    },
  };
}

const names = (changes: readonly PlaybookChange[]) =>
  changes.flatMap(({ section, key, fields }) => [
    `${section} ${key}`,
    ...fields.map(({ field }) => `${section} ${key} ${field}`),
  ]);

describe('two playbooks', () => {
  test('A becomes B as far as the interface allows; nothing else is touched; what cannot be done is reported', async () => {
    await fc.assert(
      fc.asyncProperty(content(), content({ gaps: true }), fc.boolean(), async (a, b, prune) => {
        const { send, read } = await workspace();
        await send(contentOfFile(a), false);
        const wanted = contentOfFile(b);
        const { plan, live } = await send(wanted, prune);
        const after = contentOf(await read());
        expect(after).toEqual(plan.after);

        // What is left is said, each with its reason, and nothing is said that was done.
        const left = differences(after, wanted);
        expect(plan.leftovers.length).toBe(
          left.reduce((sum, { change, fields }) => sum + (change === 'delete' ? 1 : fields.length), 0),
        );
        const removable = left.filter(({ change }) => change === 'delete');
        expect(prune ? removable : []).toEqual([]);
        for (const { why, field } of plan.leftovers) {
          expect([why, field]).toEqual(
            why === 'kept'
              ? [why, '']
              : why === 'main_product'
                ? [why, 'isMainProduct']
                : ['cannot_clear', expect.any(String)],
          );
          expect([why, field]).not.toEqual(['cannot_clear', 'jobTitles']);
        }

        // Nothing is touched that B does not speak of or has as A has it; but for the one main product.
        const before = contentOf(live);
        const meant = new Set(names(differences(before, wanted)));
        const touched = names(differences(before, after)).filter((name) => !/isMainProduct$/.test(name));
        const isMainOnly = (name: string) =>
          differences(before, after).some(
            ({ section, key, fields }) =>
              name === `${section} ${key}` && fields.every(({ field }) => field === 'isMainProduct'),
          );
        expect(touched.filter((name) => !meant.has(name) && !isMainOnly(name))).toEqual([]);
        expect(plan.changes.map(({ section, key }) => `${section} ${key}`)).toEqual(
          differences(before, after).map(({ section, key }) => `${section} ${key}`),
        );

        // Once more sends nothing.
        expect(planUpdate(await read(), wanted, { prune }).requests.length === 0 || plan.leftovers.length > 0).toBe(
          true,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('the same over items that were removed before, whatever they brought back', async () => {
    await fc.assert(
      fc.asyncProperty(content(), content(), async (a, b) => {
        const { send, read } = await workspace();
        await send(contentOfFile(a), true);
        await send({ ...contentOfFile({}), ...Object.fromEntries(PLAYBOOK_SECTIONS.map((name) => [name, []])) }, true);
        const { plan } = await send(contentOfFile(b), true);
        expect(contentOf(await read())).toEqual({ ...plan.after, ...inOrderOf(plan.after, contentOf(await read())) });
        expect(plan.leftovers.filter(({ why }) => why === 'kept')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('A as it is sends nothing, whole or in part', async () => {
    await fc.assert(
      fc.asyncProperty(content(), async (a) => {
        const { send, read } = await workspace();
        await send(contentOfFile(a), false);
        const live = await read();
        const whole = contentOf(live);
        expect(planUpdate(live, whole, { prune: true })).toEqual({
          requests: [],
          changes: [],
          leftovers: [],
          after: whole,
        });
        const part = overlaid(whole, { faqs: whole.faqs.map(({ question }) => ({ question })), company: {} });
        expect(planUpdate(live, part, { prune: true }).requests).toEqual([]);
        expect(checkPlaybookFile(whole)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

/** Restored items stand where they once stood: the same items, in another order. */
function inOrderOf(planned: Required<PlaybookContent>, actual: Required<PlaybookContent>) {
  return Object.fromEntries(
    PLAYBOOK_SECTIONS.map((section) => {
      expect(differences({ [section]: planned[section] }, { [section]: actual[section] })).toEqual([]);
      return [section, actual[section]];
    }),
  );
}

const kept = keptOf({
  company: { companyIndustry: 'Food', companyOverview: 'We bake', companyName: null, strange: 'kept' },
  allCompanyProductsServices: [
    { id: 1, name: 'A', description: 'a', isMainProduct: true, createdAt: 'x' },
    { id: 2, name: 'B', description: 'b', isMainProduct: false },
  ],
  idealCustomerProfiles: [
    {
      id: 3,
      name: 'P',
      companyIndustry: 'Food',
      companySize: '5',
      keyPainPoints: 'x',
      jobTitles: ['CEO'],
      linkedInFilters: {},
    },
  ],
  competitors: [],
  testimonials: [],
  faqs: [{ id: 4, question: 'Q', answer: 'A' }],
});
const live = contentOf(kept);

describe('the smallest update', () => {
  test.each<[string, PlaybookContent, readonly unknown[], readonly string[]]>([
    [
      'one field',
      { ...live, faqs: [{ question: 'Q', answer: 'B' }] },
      [{ faqs: { upsert: [{ question: 'Q', answer: 'B' }] } }],
      [],
    ],
    [
      'a company field that the contract does not name',
      { company: { ...live.company, strange: 'new' } },
      [{ company: { strange: 'new' } }],
      [],
    ],
    [
      'an emptied company field and an emptied text',
      { company: { companyIndustry: '', strange: 'kept' }, faqs: [{ question: 'Q', answer: null }] },
      [],
      [
        'companyIndustry cannot be cleared: it stays as it is',
        'companyOverview cannot be cleared: it stays as it is',
        'answer of the FAQ "Q" cannot be cleared: it stays as it is',
      ],
    ],
    [
      'a list can be emptied',
      { idealCustomerProfiles: [{ name: 'P', companyIndustry: 'Food', companySize: '5', keyPainPoints: 'x' }] },
      [{ idealCustomerProfiles: { upsert: [{ name: 'P', jobTitles: [] }] } }],
      [],
    ],
    [
      'another main product',
      {
        productsServices: [
          { name: 'A', description: 'a' },
          { name: 'B', description: 'b', isMainProduct: true },
        ],
      },
      [{ productsServices: { upsert: [{ name: 'B', isMainProduct: true }] } }],
      [],
    ],
    [
      'no main product',
      {
        productsServices: [
          { name: 'A', description: 'a' },
          { name: 'B', description: 'b' },
        ],
      },
      [],
      ['"A" is the main product: there is always one, until another is'],
    ],
    [
      'a renamed question is a new one; the old one is removed',
      { faqs: [{ question: 'Why?', answer: 'A' }] },
      [{ faqs: { upsert: [{ question: 'Why?', answer: 'A' }], deleteIds: [4] } }],
      [],
    ],
    [
      'the main product is removed: the first that is sent becomes it',
      { productsServices: [{ name: 'B', description: 'new' }] },
      [{ productsServices: { upsert: [{ name: 'B', description: 'new' }], deleteIds: [1] } }],
      ['"B" is the main product: there is always one, until another is'],
    ],
    ['a section that is not spoken of', {}, [], []],
  ])('%s', (_, wanted, requests, leftovers) => {
    const plan = planUpdate(kept, wanted, { prune: true });
    expect([plan.requests, plan.leftovers.map(({ message }) => message)]).toEqual([requests, leftovers]);
  });

  test('without prune, what is gone stays and is named', () => {
    const plan = planUpdate(kept, { faqs: [{ question: 'Why?', answer: 'A' }], competitors: [] });
    expect(plan.requests).toEqual([{ faqs: { upsert: [{ question: 'Why?', answer: 'A' }] } }]);
    expect(plan.changes).toMatchObject([{ change: 'create', item: 'Why?', renamedFrom: 'Q' }]);
    expect(plan.leftovers).toEqual([
      { section: 'faqs', item: 'Q', field: '', why: 'kept', message: 'the FAQ "Q" is not in the text and stays' },
    ]);
  });

  test('more than 50 items go in several requests: new ones first, the main one ahead, removals last', () => {
    const many = Array.from({ length: 120 }, (_, index) => ({ name: `N${index}`, description: 'd' }));
    const all = many.map((item, index) => (index === 119 ? { ...item, isMainProduct: true } : item));
    const { requests } = planUpdate(kept, { productsServices: all, faqs: [] }, { prune: true });
    const sizes = requests.map(({ productsServices, faqs }) => [
      [productsServices?.['upsert']].flat().length,
      productsServices?.['deleteIds'],
      faqs?.['deleteIds'],
    ]);
    expect(sizes).toEqual([
      [50, undefined, undefined],
      [50, undefined, undefined],
      [20, [1, 2], [4]],
    ]);
    expect([requests[0]?.['productsServices']?.['upsert']].flat()[0]).toEqual({ ...many[119], isMainProduct: true });
  });
});
