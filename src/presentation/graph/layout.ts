// Where everything of the picture goes. A sequence is a column; the two ways of a branch are columns side by side below
// the step that branches, and come together again below both. Every part has a rectangle of its own, so that nothing
// overlaps, whatever is nested in what.

import { largest } from '../../contract/extremes.ts';
import { textWidth, wrapped } from './measure.ts';
import type { GraphStep, GraphWay, SequenceGraph } from './model.ts';

export const FONT = { day: 10, title: 13, detail: 12, way: 11, delay: 11 } as const;
const BOX_WIDTH = 244;
const END_WIDTH = 96;
/** Room inside a box left of its text, for the icon, and right of it. */
const TEXT_LEFT = 46;
const TEXT_RIGHT = 14;
const LINE = { day: 15, title: 17, detail: 16 } as const;
const PADDING = 11;
const GAP = 30;
const GAP_WITH_DELAY = 46;
/** From the step that branches down to the turn, and from there to the first step of a way. */
const STEM = 18;
const WAY_DROP = 46;
const MERGE_DROP = 22;
const BETWEEN_WAYS = 36;
const MARGIN = 28;

export interface Box {
  readonly step: GraphStep;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: readonly string[];
  readonly detail: readonly string[];
  readonly textX: number;
}

export type Point = readonly [x: number, y: number];

export interface Wire {
  readonly points: readonly Point[];
  readonly arrow: boolean;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** `way`: on its line, centred; `delay`: right of its line. */
  readonly kind: 'way' | 'delay';
  readonly width: number;
}

export interface SequenceLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly wires: readonly Wire[];
  readonly labels: readonly Label[];
  /** Where a way ends that has no steps. */
  readonly stops: readonly Point[];
}

interface Sized {
  /** How far it reaches left and right of its axis. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

interface MeasuredStep extends Sized {
  readonly step: GraphStep;
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly title: readonly string[];
  readonly detail: readonly string[];
  readonly ways: readonly [Way, Way] | null;
}

interface Way extends Sized {
  readonly label: string;
  readonly column: BranchColumn | null;
}

interface BranchColumn extends Sized {
  readonly blocks: readonly MeasuredStep[];
}

const gapBefore = (step: GraphStep) => (step.delay === null ? GAP : GAP_WITH_DELAY);

/** Between two steps of a column: the line, and before it the place where ways come together. */
function gapBetween(above: GraphStep | undefined, below: GraphStep): number {
  if (above === undefined) return 0;
  return gapBefore(below) + (above.ways.length > 0 ? MERGE_DROP : 0);
}

function columnOf(steps: readonly GraphStep[]): BranchColumn {
  const blocks = steps.map(blockOf);
  const gaps = steps.reduce((sum, step, index) => sum + gapBetween(steps[index - 1], step), 0);
  return {
    blocks,
    left: largest(blocks.map(({ left }) => left)),
    right: largest(blocks.map(({ right }) => right)),
    height: blocks.reduce((sum, { height }) => sum + height, gaps),
  };
}

function blockOf(step: GraphStep): MeasuredStep {
  const boxWidth = step.look === 'end' ? END_WIDTH : BOX_WIDTH;
  const room = boxWidth - TEXT_LEFT - TEXT_RIGHT;
  const title = wrapped(step.title, room, FONT.title, 2);
  const detail = wrapped(step.detail, room, FONT.detail, 2);
  const text = LINE.day + title.length * LINE.title + detail.length * LINE.detail;
  const boxHeight = text + 2 * PADDING;
  const box = { step, boxWidth, boxHeight, title, detail };
  const [first, second] = step.ways.map(wayOf);
  if (first === undefined || second === undefined) {
    return { ...box, ways: null, left: boxWidth / 2, right: boxWidth / 2, height: boxHeight };
  }
  const half = (first.right + BETWEEN_WAYS + second.left) / 2;
  return {
    ...box,
    ways: [first, second],
    left: Math.max(boxWidth / 2, half + first.left),
    right: Math.max(boxWidth / 2, half + second.right),
    height: boxHeight + STEM + Math.max(first.height, second.height),
  };
}

function labelWidth(text: string): number {
  return textWidth(text, FONT.way) + 18;
}

function wayOf({ label, steps }: GraphWay): Way {
  const least = labelWidth(label) / 2 + 4;
  if (steps === null) return { label, column: null, left: least, right: least, height: WAY_DROP };
  const column = columnOf(steps);
  const drop = WAY_DROP + (steps[0]?.delay ? GAP_WITH_DELAY - GAP : 0);
  return {
    label,
    column,
    left: Math.max(least, column.left),
    right: Math.max(least, column.right),
    height: drop + column.height,
  };
}

class Placing {
  readonly boxes: Box[] = [];
  readonly wires: Wire[] = [];
  readonly labels: Label[] = [];
  readonly stops: Point[] = [];

  /** Places a column; gives the points from which ways go on. What goes on from its last step is not brought together. */
  column({ blocks }: BranchColumn, axis: number, top: number, goesOn: boolean): readonly Point[] {
    let y = top;
    let leaving: readonly Point[] = [];
    for (const [index, block] of blocks.entries()) {
      const above = blocks[index - 1]?.step;
      const bottom = y;
      y += gapBetween(above, block.step);
      if (above !== undefined && leaving.length > 0) {
        const from = above.ways.length > 0 ? this.#merge(leaving, axis, bottom) : bottom;
        this.#lineTo(block, from, axis, y);
      }
      leaving = this.#block(block, axis, y, goesOn || index < blocks.length - 1);
      y += block.height;
    }
    return leaving;
  }

  /** Brings ways together on the axis; gives the height from which one line goes on. */
  #merge(ends: readonly Point[], axis: number, bottom: number): number {
    const level = bottom + MERGE_DROP / 2;
    const merged = bottom + MERGE_DROP;
    for (const end of ends) {
      const points: readonly Point[] =
        end[0] === axis ? [end, [axis, merged]] : [end, [end[0], level], [axis, level], [axis, merged]];
      this.wires.push({ points, arrow: false });
    }
    return merged;
  }

  #lineTo(block: MeasuredStep, from: number, axis: number, y: number): void {
    const points: readonly Point[] = [
      [axis, from],
      [axis, y],
    ];
    this.wires.push({ points, arrow: true });
    this.#delay(block, axis, y);
  }

  #delay({ step }: MeasuredStep, axis: number, y: number): void {
    if (step.delay === null) return;
    const text = `${step.delay} later`;
    this.labels.push({ x: axis + 8, y: y - 14, text, kind: 'delay', width: textWidth(text, FONT.delay) });
  }

  #block(block: MeasuredStep, axis: number, y: number, goesOn: boolean): readonly Point[] {
    const { step, boxWidth: width, boxHeight: height, title, detail } = block;
    const x = axis - width / 2;
    this.boxes.push({ step, x, y, width, height, title, detail, textX: x + TEXT_LEFT });
    const bottom: Point = [axis, y + height];
    const leaving = block.ways === null ? [bottom] : this.#ways(block.ways, bottom, goesOn);
    return step.type === 'end' || step.day === null ? [] : leaving;
  }

  #ways([first, second]: readonly [Way, Way], bottom: Point, goesOn: boolean): readonly Point[] {
    const [axis, y] = bottom;
    const half = (first.right + BETWEEN_WAYS + second.left) / 2;
    const turn = y + STEM;
    return [
      ...this.#way(first, axis - half, turn, bottom, goesOn),
      ...this.#way(second, axis + half, turn, bottom, goesOn),
    ];
  }

  #way(way: Way, axis: number, turn: number, from: Point, goesOn: boolean): readonly Point[] {
    const start: readonly Point[] = [from, [from[0], turn], [axis, turn]];
    this.labels.push({ x: axis, y: turn + 15, text: way.label, kind: 'way', width: labelWidth(way.label) });
    if (way.column === null) {
      const end: Point = [axis, turn + WAY_DROP];
      this.wires.push({ points: [...start, end], arrow: false });
      if (goesOn) return [end];
      this.stops.push(end);
      return [];
    }
    const top = turn + way.height - way.column.height;
    this.wires.push({ points: [...start, [axis, top]], arrow: true });
    const [block] = way.column.blocks;
    if (block !== undefined) this.#delay(block, axis, top);
    return this.column(way.column, axis, top, goesOn);
  }
}

/** Places the whole graph; `header` is the height kept free above it, `least` the width it has at least. */
export function layoutOf(graph: SequenceGraph, header: number, least: number): SequenceLayout {
  const column = columnOf(graph.steps);
  const width = Math.max(column.left + column.right + 2 * MARGIN, least);
  const spare = (width - column.left - column.right) / 2;
  const placing = new Placing();
  const top = MARGIN + header;
  placing.column(column, spare + column.left, top, false);
  const { boxes, wires, labels, stops } = placing;
  return { width, height: top + column.height + MARGIN, boxes, wires, labels, stops };
}
