import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dotOf, mermaidOf } from '../../../../src/cli/shared/print-graph.ts';
import { PLAIN } from '../../../../src/cli/terminal/formats/colour.ts';
import { workflowTree } from '../../../../src/cli/terminal/graph/tree.ts';
import { layered, spread } from '../../../../src/presentation/graph/layers.ts';
import { svgOf } from '../../../../src/presentation/graph/picture.ts';
import { workflowGraph, workflowPicture } from '../../../../src/presentation/graph/workflow-model.ts';
import { brokenWorkflow, validWorkflow } from '../../../rules/workflows/generator.ts';

const BODY = {
  name: 'Split "and" join',
  trigger: { type: 'WEBHOOK', inputs: [{ key: 'people', type: 'leadIds' }] },
  plan: {
    nodes: [
      { id: 'in', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: '__MANUAL_INPUT' }, next: ['ask'] },
      {
        id: 'ask',
        kind: 'CONDITIONAL',
        conditions: [
          { field: 'jobTitle', operator: 'CONTAINS', value: 'CTO' },
          { type: 'RANDOM_SPLIT', percentage: 25 },
        ],
        next: ['hold', 'end', ''],
      },
      { id: 'hold', kind: 'BLOCK', blockId: 'WAIT', inputs: { duration: { value: 2, unit: 'days' } }, next: ['end'] },
      { id: 'end', kind: 'BLOCK', blockId: 'END', next: [] },
    ],
  },
};

const counts = new Map([
  ['in', { SUCCEEDED: 4 }],
  ['hold', { WAITING: 1, FAILED: 1 }],
]);

describe('a workflow', () => {
  test('as a tree; a node that was shown is named', async () => {
    expect(
      await workflowTree(workflowGraph(BODY), PLAIN, null),
    ).toBe(`Split "and" join (4 nodes, on a webhook delivery of people)
▶ in  Contacts by id  Contact IDs: given by the run
◇ ask  Condition  Job title contains CTO; 25 %
├─ contains CTO
│  ◷ hold  Wait  Duration: 2 days
│  ■ end  End
├─ 25 % → end (above)
└─ otherwise → open
`);
  });

  test('with the counts of a run, in 50 columns', async () => {
    expect(
      await workflowTree(workflowGraph(BODY, counts), PLAIN, 50),
    ).toBe(`Split "and" join (4 nodes, on a webhook delivery …
▶ in  Contacts by id  4 succeeded  Contact IDs: g…
◇ ask  Condition  Job title contains CTO; 25 %
├─ contains CTO
│  ◷ hold  Wait  1 waiting, 1 failed  Duration: 2…
│  ■ end  End
├─ 25 % → end (above)
└─ otherwise → open
`);
  });

  test('as Mermaid and DOT', () => {
    expect(mermaidOf(workflowPicture(workflowGraph(BODY, counts)))).toBe(`flowchart TD
  n1(["Contacts by id<br/>in<br/>Contact IDs: given by the run<br/>4 succeeded"])
  n2{"Condition<br/>ask<br/>Job title contains CTO; 25 %"}
  n3["Wait<br/>hold<br/>Duration: 2 days<br/>1 waiting, 1 failed"]
  n4(["End<br/>end"])
  n1 --> n2
  n2 -->|"contains CTO"| n3
  n2 -->|"25 %"| n4
  n2 -->|"otherwise"| o2_2["open"]
  n3 --> n4
`);
    expect(
      dotOf(workflowPicture(workflowGraph(BODY)))
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      'digraph "Split \\"and\\" join" {',
      '  label="Split \\"and\\" join"; labelloc=t; fontname="Helvetica"',
      '  node [shape=box style=rounded fontname="Helvetica" fontsize=11]',
    ]);
  });

  test('a cycle is drawn and named as one', async () => {
    const ring = {
      name: 'Ring',
      plan: { nodes: [{ id: 'a', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', next: ['a'] }] },
    };
    expect(await workflowTree(workflowGraph(ring), PLAIN, null)).toContain('→ back to a: a cycle');
    expect(svgOf(workflowPicture(workflowGraph(ring)))).toContain('stroke-dasharray="5 4"');
  });

  test('text of any kind cannot leave its place', () => {
    const evil = { name: '<script>&"', plan: { nodes: [{ id: '"];a', kind: 'BLOCK', blockId: 'END', next: [] }] } };
    expect(svgOf(workflowPicture(workflowGraph(evil)))).not.toContain('<script>');
    expect(mermaidOf(workflowPicture(workflowGraph(evil)))).toContain('#34;#93;;a');
    expect(dotOf(workflowPicture(workflowGraph(evil)))).toContain('digraph "<script>&\\""');
  });
});

test('anything can be drawn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(validWorkflow(), brokenWorkflow(), fc.anything()), async (body) => {
      const graph = workflowGraph(body);
      await workflowTree(graph, PLAIN, 80);
      const picture = workflowPicture(graph);
      expect(svgOf(picture)).not.toMatch(/NaN|undefined|Infinity/);
      mermaidOf(picture);
      dotOf(picture);
    }),
    { numRuns: 200 },
  );
});

const acyclic = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.record({
    items: fc.array(fc.record({ width: fc.integer({ min: 20, max: 240 }), height: fc.integer({ min: 10, max: 90 }) }), {
      minLength: size,
      maxLength: size,
    }),
    edges: fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 20 }),
  }),
);

test('boxes never overlap, and every line leads down', () => {
  fc.assert(
    fc.property(acyclic, ({ items, edges: pairs }) => {
      const edges = pairs.filter(([from, to]) => from < to).map(([from, to]) => ({ from, to, width: 40 }));
      const gaps = { between: 70, beside: 30 };
      const { places, width, height } = layered(items, edges, gaps);
      const boxes = items.map((item, index) => ({
        ...item,
        x: (places[index]?.x ?? 0) - item.width / 2,
        y: places[index]?.y ?? 0,
      }));
      for (const [index, box] of boxes.entries()) {
        expect([box.x >= -0.01, box.x + box.width <= width + 0.01, box.y + box.height <= height + 0.01]).toEqual([
          true,
          true,
          true,
        ]);
        for (const other of boxes.slice(index + 1)) {
          const apart = box.x + box.width <= other.x + 0.01 || other.x + other.width <= box.x + 0.01;
          expect(apart || box.y + box.height <= other.y || other.y + other.height <= box.y).toBe(true);
        }
      }
      for (const { from, to } of edges)
        expect(places[to]?.y).toBeGreaterThan((places[from]?.y ?? 0) + (items[from]?.height ?? 0));
    }),
    { numRuns: 200 },
  );
});

test('places as near to the wanted ones as distances allow', () => {
  expect(spread([0, 0, 0], [10, 10])).toEqual([-10, 0, 10]);
  expect(spread([0, 100, 101], [10, 10])).toEqual([0, 95.5, 105.5]);
  expect(spread([], [])).toEqual([]);
});
