// The graph as a tree in a terminal: days on the left, branches under the step that takes them.

import { largest } from '../../../contract/extremes.ts';
import { allSteps, type GraphStep, type Look, type SequenceGraph } from '../../../presentation/graph/model.ts';
import type { Paint } from '../formats/colour.ts';
import { cut, pad, widthFor } from '../formats/width.ts';

const MARKS: Readonly<Record<Look, string>> = {
  email: '✉',
  network: '●',
  whatsapp: '●',
  task: '☐',
  condition: '◇',
  campaign: '→',
  end: '■',
  unknown: '?',
};

interface TreeLine {
  readonly day: string;
  /** Rails of the branches around it. */
  readonly rails: string;
  readonly mark: string;
  readonly title: string;
  readonly detail: string;
  readonly look: Look | 'way';
}

const NEVER = 'never';

function linesOf(graph: SequenceGraph): TreeLine[] {
  const lines: TreeLine[] = [];

  function sequence(steps: readonly GraphStep[], rails: string, goesOnAfter: boolean): void {
    for (const [index, step] of steps.entries()) {
      const { title, detail, look, delay } = step;
      const after = delay === null ? '' : ` (${delay} later)`;
      const day = step.day ?? NEVER;
      lines.push({ day, rails, mark: MARKS[look], title: `${title}${after}`, detail, look });
      branch(step, rails, index < steps.length - 1 || goesOnAfter);
    }
  }

  function branch(step: GraphStep, rails: string, goesOn: boolean): void {
    for (const [index, { label, steps }] of step.ways.entries()) {
      const last = index === step.ways.length - 1;
      const rest = steps === null ? (goesOn ? ': goes on' : ': ends here') : '';
      const title = `${last ? '└' : '├'}─ ${label}${rest}`;
      lines.push({ day: '', rails, mark: '', title, detail: '', look: 'way' });
      if (steps !== null) sequence(steps, `${rails}${last ? '   ' : '│  '}`, goesOn);
    }
  }

  sequence(graph.steps, '', false);
  return lines;
}

function painted(line: TreeLine, title: string, paint: Paint): string {
  switch (line.look) {
    case 'email':
    case 'network':
    case 'whatsapp':
    case 'task':
      return paint.cyan(title);
    case 'condition':
      return paint.yellow(title);
    case 'unknown':
      return paint.red(title);
    case 'campaign':
    case 'end':
    case 'way':
      return paint.dim(title);
  }
}

/** The whole tree, ending in a newline; lines are cut to `room` columns, `null` = never. */
export async function treeText(graph: SequenceGraph, paint: Paint, room: number | null): Promise<string> {
  const lines = linesOf(graph);
  const widthOf = await widthFor([
    graph.name,
    ...[...allSteps(graph.steps)].flatMap((step) => [step.title, step.detail]),
  ]);
  const dayWidth = Math.max(0, largest(lines.map(({ day }) => day.length)));
  const steps = `${graph.count} ${graph.count === 1 ? 'step' : 'steps'}`;
  const days = `${graph.days} ${graph.days === 1 ? 'day' : 'days'}`;
  const heading = graph.name === '' ? `${steps}, ${days}` : `${graph.name} (${steps}, ${days})`;
  const rows = lines.map((line) => {
    const rails = `${pad(line.day, dayWidth, widthOf)}  ${line.rails}`;
    const mark = line.mark === '' ? '' : `${line.mark} `;
    const left = (room ?? Number.POSITIVE_INFINITY) - rails.length - mark.length;
    const title = cut(line.title, left, widthOf);
    const rest = left - widthOf(title) - 2;
    const detail = line.detail === '' || rest < 4 ? '' : `  ${cut(line.detail, rest, widthOf)}`;
    return `${paint.dim(rails)}${painted(line, `${mark}${title}`, paint)}${detail}`.trimEnd();
  });
  return `${[paint.bold(cut(heading, room ?? Number.POSITIVE_INFINITY, widthOf)), ...rows].join('\n')}\n`;
}
