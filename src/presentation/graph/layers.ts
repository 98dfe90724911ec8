// Where the nodes of a directed graph go: layers from top to bottom, each node below all that lead to it. An edge that
// passes layers has a place of its own in each of them, so that no line crosses a box.

import { largest, smallest } from '../../contract/extremes.ts';

export interface LayerItem {
  readonly width: number;
  readonly height: number;
}

export interface LayerEdge {
  readonly from: number;
  readonly to: number;
  /** Room for what is written on it, where it passes a layer; 0 for nothing. */
  readonly width: number;
}

interface PlacedNode {
  /** Of the middle. */
  readonly x: number;
  /** Of the upper edge. */
  readonly y: number;
}

export interface LayeredGraph {
  readonly width: number;
  readonly height: number;
  /** One for each item. */
  readonly places: readonly PlacedNode[];
  /** For each edge the points it passes between its ends: middle of each layer in between. */
  readonly bends: readonly (readonly { readonly x: number; readonly y: number; readonly height: number }[])[];
}

export interface LayerGaps {
  readonly between: number;
  readonly beside: number;
}

interface Cell {
  /** Item, or edge that passes. */
  readonly item: number | null;
  readonly width: number;
  readonly above: number[];
  readonly below: number[];
}

const SWEEPS = 12;
const PASSING_WIDTH = 24;

/** The layer of each item: one below the lowest that leads to it. Edges lead forward: there is no cycle. */
function layersOf(count: number, edges: readonly LayerEdge[]): number[] {
  const into = Array.from({ length: count }, (): number[] => []);
  for (const { from, to } of edges) into[to]?.push(from);
  const known = new Map<number, number>();
  const layer = (item: number): number => {
    const before = known.get(item);
    if (before !== undefined) return before;
    known.set(item, 0);
    const own = Math.max(-1, largest((into[item] ?? []).map(layer))) + 1;
    known.set(item, own);
    return own;
  };
  return Array.from({ length: count }, (_, item) => layer(item));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Positions as near to the wanted ones as the distances between neighbours allow: those that would overlap are pooled. */
export function spread(wanted: readonly number[], distances: readonly number[]): number[] {
  let shift = 0;
  const shifts = wanted.map((_, index) => {
    shift += index === 0 ? 0 : (distances[index - 1] ?? 0);
    return shift;
  });
  const pools: { value: number; size: number }[] = [];
  for (const [index, value] of wanted.entries()) {
    pools.push({ value: value - (shifts[index] ?? 0), size: 1 });
    for (;;) {
      const [before, last] = [pools.at(-2), pools.at(-1)];
      if (before === undefined || last === undefined || before.value <= last.value) break;
      const size = before.size + last.size;
      pools.splice(-2, 2, { value: (before.value * before.size + last.value * last.size) / size, size });
    }
  }
  return pools
    .flatMap(({ value, size }) => Array.from({ length: size }, () => value))
    .map((value, index) => value + (shifts[index] ?? 0));
}

/** Lays a graph without cycles out. */
export function layered(items: readonly LayerItem[], edges: readonly LayerEdge[], gaps: LayerGaps): LayeredGraph {
  const layers = layersOf(items.length, edges);
  const cells: Cell[] = items.map(({ width }, item) => ({ item, width, above: [], below: [] }));
  const rows: number[][] = Array.from({ length: Math.max(0, largest(layers)) + 1 }, () => []);
  for (const [item, layer] of layers.entries()) rows[layer]?.push(item);
  const passing = edges.map(({ from, to, width }) => {
    const way: number[] = [];
    let last = from;
    for (let layer = (layers[from] ?? 0) + 1; layer < (layers[to] ?? 0); layer += 1) {
      const own = way.length === 0 ? Math.max(PASSING_WIDTH, width) : PASSING_WIDTH;
      const cell = cells.push({ item: null, width: own, above: [last], below: [] }) - 1;
      cells[last]?.below.push(cell);
      rows[layer]?.push(cell);
      way.push(cell);
      last = cell;
    }
    cells[last]?.below.push(to);
    cells[to]?.above.push(last);
    return way;
  });
  ordered(rows, cells);
  const xs = placed(rows, cells, gaps.beside);
  const heights = rows.map((row) =>
    Math.max(0, largest(row.map((cell) => items[cells[cell]?.item ?? -1]?.height ?? 0))),
  );
  const tops = heights.map((_, row) => heights.slice(0, row).reduce((sum, height) => sum + height + gaps.between, 0));
  const left = cells.length === 0 ? 0 : smallest(cells.map(({ width }, cell) => (xs[cell] ?? 0) - width / 2));
  const right = cells.length === 0 ? 0 : largest(cells.map(({ width }, cell) => (xs[cell] ?? 0) + width / 2));
  const rowOf = new Map(rows.flatMap((row, index) => row.map((cell) => [cell, index] as const)));
  return {
    width: right - left,
    height: (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0),
    places: items.map((_, item) => ({ x: (xs[item] ?? 0) - left, y: tops[layers[item] ?? 0] ?? 0 })),
    bends: passing.map((way) =>
      way.map((cell) => {
        const row = rowOf.get(cell) ?? 0;
        return { x: (xs[cell] ?? 0) - left, y: tops[row] ?? 0, height: heights[row] ?? 0 };
      }),
    ),
  };
}

/** Puts what belongs together side by side: each row by the middle of its neighbours, up and down, a few times. */
function ordered(rows: number[][], cells: readonly Cell[]): void {
  const place = new Map<number, number>();
  const note = (row: readonly number[]) => {
    for (const [index, cell] of row.entries()) place.set(cell, index);
  };
  for (const row of rows) note(row);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : rows.toReversed()) {
      const key = new Map(
        row.map((cell) => {
          const near = (down ? cells[cell]?.above : cells[cell]?.below) ?? [];
          return [
            cell,
            near.length === 0 ? (place.get(cell) ?? 0) : mean(near.map((one) => place.get(one) ?? 0)),
          ] as const;
        }),
      );
      row.sort((a, b) => (key.get(a) ?? 0) - (key.get(b) ?? 0));
      note(row);
    }
  }
}

/** Middles from left to right: each below the middle of what leads to it, as far as there is room. */
function placed(rows: readonly (readonly number[])[], cells: readonly Cell[], beside: number): number[] {
  const xs = cells.map(() => 0);
  const align = (row: readonly number[], near: (cell: Cell) => readonly number[]): void => {
    const distances = row
      .slice(1)
      .map((cell, index) => ((cells[cell]?.width ?? 0) + (cells[row[index] ?? 0]?.width ?? 0)) / 2 + beside);
    const wanted = row.map((cell) => {
      const others = cells[cell] === undefined ? [] : near(cells[cell]);
      return others.length === 0 ? (xs[cell] ?? 0) : mean(others.map((one) => xs[one] ?? 0));
    });
    for (const [index, x] of spread(wanted, distances).entries()) xs[row[index] ?? 0] = x;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of rows) align(row, ({ above }) => above);
    for (const row of rows.toReversed()) align(row, ({ above, below }) => [...above, ...below]);
  }
  return xs;
}
