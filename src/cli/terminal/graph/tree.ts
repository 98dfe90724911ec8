// A graph as a tree in a terminal. Of a campaign with days on the left, and branches under the step that takes them; of a
// workflow with a node that several lead to where it is met first: elsewhere it is named.

import { counted } from '../../../contract/english.ts';
import { largest } from '../../../contract/extremes.ts';
import type { GraphStep, SequenceGraph } from '../../../presentation/graph/model.ts';
import type { PictureNode } from '../../../presentation/graph/picture.ts';
import { countsText, type WorkflowGraph, type WorkflowNodeFace } from '../../../presentation/graph/workflow-model.ts';
import type { Paint } from '../formats/colour.ts';
import { statusPaint } from '../formats/status.ts';
import { cut, pad, widthFor } from '../formats/width.ts';

const MARKS: Readonly<Record<PictureNode['look'], string>> = {
  email: '✉',
  network: '●',
  whatsapp: '●',
  task: '☐',
  campaign: '→',
  entry: '▶',
  enrichment: '●',
  outreach: '✉',
  list: '▤',
  crm: '⇄',
  wait: '◷',
  condition: '◇',
  king: '♛',
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
  readonly counts: string;
  readonly look: PictureNode['look'] | 'way' | 'open' | 'back';
}

const wayLine = (rails: string, title: string, look: TreeLine['look'] = 'way'): TreeLine => ({
  day: '',
  rails,
  mark: '',
  title,
  detail: '',
  counts: '',
  look,
});

function campaignLines(graph: SequenceGraph): TreeLine[] {
  const lines: TreeLine[] = [];

  function sequence(steps: readonly GraphStep[], rails: string, goesOnAfter: boolean): void {
    for (const [index, step] of steps.entries()) {
      const { detail, look, delay } = step;
      const title = `${step.title}${delay === null ? '' : ` (${delay} later)`}`;
      lines.push({ day: step.day ?? 'never', rails, mark: MARKS[look], title, detail, counts: '', look });
      branch(step, rails, index < steps.length - 1 || goesOnAfter);
    }
  }

  function branch(step: GraphStep, rails: string, goesOn: boolean): void {
    for (const [index, { label, steps }] of step.ways.entries()) {
      const last = index === step.ways.length - 1;
      const rest = steps === null ? (goesOn ? ': goes on' : ': ends here') : '';
      lines.push(wayLine(rails, `${last ? '└' : '├'}─ ${label}${rest}`));
      if (steps !== null) sequence(steps, `${rails}${last ? '   ' : '│  '}`, goesOn);
    }
  }

  sequence(graph.steps, '', false);
  return lines;
}

function workflowLines({ nodes, roots }: WorkflowGraph): TreeLine[] {
  const lines: TreeLine[] = [];
  const displayed = new Set<number>();

  function show(place: number, rails: string): void {
    const node = nodes[place];
    if (node === undefined) return;
    displayed.add(place);
    const { id, title, detail, look, counts } = node;
    const line = { mark: MARKS[look], title: `${id}  ${title}`, detail, counts: countsText(counts), look };
    lines.push({ day: '', rails, ...line });
    leave(node, rails);
  }

  /** Where one way leads, in a few words, when it is not drawn below. */
  function elsewhere(to: number | null, isBack: boolean): { text: string; look: TreeLine['look'] } | null {
    if (to === null) return { text: 'open', look: 'open' };
    const id = nodes[to]?.id ?? '?';
    if (isBack) return { text: `back to ${id}: a cycle`, look: 'back' };
    return displayed.has(to) ? { text: `${id} (above)`, look: 'way' } : null;
  }

  function leave(node: WorkflowNodeFace, rails: string): void {
    const { ways } = node;
    const [only] = ways;
    if (only !== undefined && ways.length === 1 && only.label === null) {
      const there = elsewhere(only.to, only.isBack);
      if (there !== null) lines.push(wayLine(`${rails}   `, `→ ${there.text}`, there.look));
      else if (only.to !== null) show(only.to, rails);
      return;
    }
    for (const [slot, { label, to, isBack }] of ways.entries()) {
      const last = slot === ways.length - 1;
      const there = elsewhere(to, isBack);
      const rest = there === null ? '' : ` → ${there.text}`;
      lines.push(wayLine(rails, `${last ? '└' : '├'}─ ${label ?? `slot ${slot + 1}`}${rest}`, there?.look));
      if (there === null && to !== null) show(to, `${rails}${last ? '   ' : '│  '}`);
    }
  }

  for (const root of roots) show(root, '');
  return lines;
}

function painted({ look }: TreeLine, text: string, paint: Paint): string {
  switch (look) {
    case 'condition':
    case 'king':
      return paint.yellow(text);
    case 'unknown':
    case 'back':
    case 'open':
      return paint.red(text);
    case 'campaign':
    case 'end':
    case 'way':
      return paint.dim(text);
    default:
      return paint.cyan(text);
  }
}

/** `19 succeeded, 2 failed`, each part in the colour of its status. */
function inStatusColours(counts: string, paint: Paint): string {
  return counts
    .split(', ')
    .map((part) => statusPaint(part.slice(part.lastIndexOf(' ') + 1), paint)(paint.bold(part)))
    .join(', ');
}

/** A whole tree, ending in a newline; lines are cut to `room` columns, `null` = never. */
async function drawn(name: string, about: string, lines: TreeLine[], paint: Paint, room: number | null) {
  const widthOf = await widthFor([name, ...lines.flatMap(({ title, detail }) => [title, detail])]);
  const most = room ?? Number.POSITIVE_INFINITY;
  const dayWidth = largest(lines.map(({ day }) => day.length));
  const rows = lines.map((line) => {
    const rails = dayWidth > 0 ? `${pad(line.day, dayWidth, widthOf)}  ${line.rails}` : line.rails;
    const mark = line.mark === '' ? '' : `${line.mark} `;
    const left = most - rails.length - mark.length;
    const counts = line.counts === '' ? '' : `  ${line.counts}`;
    const title = cut(line.title, Math.max(8, left - counts.length), widthOf);
    const rest = left - widthOf(title) - counts.length - 2;
    const detail = line.detail === '' || rest < 4 ? '' : `  ${cut(line.detail, rest, widthOf)}`;
    return `${paint.dim(rails)}${painted(line, `${mark}${title}`, paint)}${inStatusColours(counts, paint)}${detail}`.trimEnd();
  });
  const heading = name === '' ? about : `${name} (${about})`;
  return `${[paint.bold(cut(heading, most, widthOf)), ...rows].join('\n')}\n`;
}

export const treeText = (graph: SequenceGraph, paint: Paint, room: number | null): Promise<string> =>
  drawn(
    graph.name,
    `${counted(graph.count, 'step')}, ${counted(graph.days, 'day')}`,
    campaignLines(graph),
    paint,
    room,
  );

export const workflowTree = (graph: WorkflowGraph, paint: Paint, room: number | null): Promise<string> =>
  drawn(graph.name, `${counted(graph.nodes.length, 'node')}, ${graph.trigger}`, workflowLines(graph), paint, room);
