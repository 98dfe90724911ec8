// A workflow as a tree in a terminal. A node that several lead to stands where it is met first; elsewhere it is named.

import {
  countsText,
  type NodeLook,
  type WorkflowGraph,
  type WorkflowNodeFace,
} from '../../../presentation/graph/workflow-model.ts';
import type { Paint } from '../formats/colour.ts';
import { statusPaint } from '../formats/status.ts';
import { cut, widthFor } from '../formats/width.ts';

const MARKS: Readonly<Record<NodeLook, string>> = {
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

interface WorkflowTreeLine {
  /** Rails of the branches around it. */
  readonly rails: string;
  readonly mark: string;
  readonly title: string;
  readonly detail: string;
  readonly counts: string;
  readonly look: NodeLook | 'way' | 'open' | 'back';
}

function linesOf({ nodes, roots }: WorkflowGraph): WorkflowTreeLine[] {
  const lines: WorkflowTreeLine[] = [];
  const displayed = new Set<number>();

  const plain = (rails: string, title: string, look: WorkflowTreeLine['look']): void => {
    lines.push({ rails, mark: '', title, detail: '', counts: '', look });
  };

  function show(place: number, rails: string): void {
    const node = nodes[place];
    if (node === undefined) return;
    displayed.add(place);
    const { id, title, detail, look, counts } = node;
    lines.push({ rails, mark: MARKS[look], title: `${id}  ${title}`, detail, counts: countsText(counts), look });
    leave(node, rails);
  }

  /** Where one way leads, in a few words, when it is not drawn below. */
  function elsewhere(to: number | null, isBack: boolean): { text: string; look: WorkflowTreeLine['look'] } | null {
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
      if (there !== null) plain(`${rails}   `, `→ ${there.text}`, there.look);
      else if (only.to !== null) show(only.to, rails);
      return;
    }
    for (const [slot, { label, to, isBack }] of ways.entries()) {
      const last = slot === ways.length - 1;
      const there = elsewhere(to, isBack);
      const rest = there === null ? '' : ` → ${there.text}`;
      plain(rails, `${last ? '└' : '├'}─ ${label ?? `slot ${slot + 1}`}${rest}`, there?.look ?? 'way');
      if (there === null && to !== null) show(to, `${rails}${last ? '   ' : '│  '}`);
    }
  }

  for (const root of roots) show(root, '');
  return lines;
}

function painted({ look }: WorkflowTreeLine, text: string, paint: Paint): string {
  switch (look) {
    case 'condition':
    case 'king':
      return paint.yellow(text);
    case 'unknown':
    case 'back':
    case 'open':
      return paint.red(text);
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

/** The whole tree, ending in a newline; lines are cut to `room` columns, `null` = never. */
export async function workflowTree(graph: WorkflowGraph, paint: Paint, room: number | null): Promise<string> {
  const lines = linesOf(graph);
  const widthOf = await widthFor([graph.name, ...lines.flatMap(({ title, detail }) => [title, detail])]);
  const most = room ?? Number.POSITIVE_INFINITY;
  const count = `${graph.nodes.length} ${graph.nodes.length === 1 ? 'node' : 'nodes'}, ${graph.trigger}`;
  const heading = graph.name === '' ? count : `${graph.name} (${count})`;
  const rows = lines.map((line) => {
    const mark = line.mark === '' ? '' : `${line.mark} `;
    const left = most - line.rails.length - mark.length;
    const counts = line.counts === '' ? '' : `  ${line.counts}`;
    const title = cut(line.title, Math.max(8, left - counts.length), widthOf);
    const rest = left - widthOf(title) - counts.length - 2;
    const detail = line.detail === '' || rest < 4 ? '' : `  ${cut(line.detail, rest, widthOf)}`;
    return `${paint.dim(line.rails)}${painted(line, `${mark}${title}`, paint)}${inStatusColours(counts, paint)}${detail}`.trimEnd();
  });
  return `${[paint.bold(cut(heading, most, widthOf)), ...rows].join('\n')}\n`;
}
