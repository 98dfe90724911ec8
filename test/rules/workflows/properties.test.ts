// Whatever is sent: the rules answer, in the order of the body, and what they accept has the shape of the contract.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkflowInput } from '../../../src/contract/workflows/plan.ts';
import { refusalOf } from '../../../src/rules/problem.ts';
import { checkWorkflow } from '../../../src/rules/workflows/check.ts';
import { cyclesOf, graphOf } from '../../../src/rules/workflows/plan/graph.ts';
import { brokenWorkflow, validWorkflow } from './generator.ts';
import { schemaAccepts } from './schema.ts';

test('anything at all: an answer, never a crash', () => {
  const any = fc.oneof(fc.anything(), fc.record({ name: fc.anything(), plan: fc.anything(), trigger: fc.anything() }));
  fc.assert(
    fc.property(any, (body) => {
      for (const strictness of ['draft', 'publish'] as const) checkWorkflow(body, {}, strictness);
    }),
  );
});

test('in order by construction: no error, the shape of the contract, and of the JSON Schema', () => {
  fc.assert(
    fc.property(validWorkflow(), (body) => {
      expect(refusalOf(checkWorkflow(body))).toBeNull();
      expect(WorkflowInput.safeParse(body).error).toBeUndefined();
      expect(schemaAccepts(body)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('with things broken: what has no error has the shape; publishing refuses at least what a draft does', () => {
  let accepted = 0;
  fc.assert(
    fc.property(brokenWorkflow(), (body) => {
      const errorsOf = (strictness: 'draft' | 'publish') =>
        checkWorkflow(body, {}, strictness).flatMap(({ severity, path, code }) =>
          severity === 'error' ? `${path} ${code}` : [],
        );
      const [draft, publish] = [errorsOf('draft'), errorsOf('publish')];
      expect(draft.filter((one) => !publish.includes(one))).toEqual([]);
      if (draft.length > 0) return;
      accepted += 1;
      expect(WorkflowInput.safeParse(body).error).toBeUndefined();
      expect(schemaAccepts(body)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(5);
});

/** Whether the edges, without those that close a cycle, still hold one. */
function isAcyclic(next: readonly (readonly number[])[]): boolean {
  const state = new Map<number, boolean>();
  const visit = (node: number): boolean => {
    if (state.has(node)) return state.get(node) === true;
    state.set(node, false);
    const fine = (next[node] ?? []).every(visit);
    state.set(node, fine);
    return fine;
  };
  return next.every((_, node) => visit(node));
}

test('cycles: reported exactly when there is one, each once, and every one of them a ring', () => {
  const edges = fc
    .integer({ min: 1, max: 7 })
    .chain((size) =>
      fc.array(fc.array(fc.nat({ max: size - 1 }), { maxLength: 3 }), { minLength: size, maxLength: size }),
    );
  fc.assert(
    fc.property(edges, (next) => {
      const graph = graphOf(next.map((to, index) => ({ id: String(index), next: to.map(String) })));
      const { cycles } = cyclesOf(graph, 10_000);
      expect(cycles.length === 0).toBe(isAcyclic(next));
      const rings = cycles.map((cycle) => cycle.map(({ from }) => from).join(' '));
      expect(new Set(rings).size).toBe(rings.length);
      for (const cycle of cycles) {
        expect(new Set(cycle.map(({ from }) => from)).size).toBe(cycle.length);
        for (const [place, { to }] of cycle.entries()) expect(cycle[(place + 1) % cycle.length]?.from).toBe(to);
      }
      expect(rings.length).toBe(countRings(next));
    }),
  );
});

/** Elementary cycles, counted the slow way. */
function countRings(next: readonly (readonly number[])[]): number {
  const found = new Set<string>();
  const walk = (way: readonly number[]): void => {
    for (const to of next[way.at(-1) ?? 0] ?? []) {
      if (to === way[0]) found.add(way.join(' '));
      else if (to > (way[0] ?? 0) && !way.includes(to)) walk([...way, to]);
    }
  };
  for (let start = 0; start < next.length; start += 1) walk([start]);
  return found.size;
}
