// A workflow for other programs: Mermaid (what Git hosts draw in Markdown) and DOT (Graphviz).

import { countsText, type WorkflowGraph, type WorkflowNodeFace } from '../../../presentation/graph/workflow-model.ts';
import { cut } from '../formats/width.ts';
import { dotText, mermaidText } from './text-formats.ts';

const DETAIL_CHARACTERS = 60;

function partsOf({ id, title, detail, counts }: WorkflowNodeFace): string[] {
  const short = cut(detail, DETAIL_CHARACTERS, (text) => text.length);
  return [title, id, short, countsText(counts)].filter((part) => part !== '');
}

export function workflowMermaid({ nodes }: WorkflowGraph): string {
  const lines = ['flowchart TD'];
  for (const node of nodes) {
    const label = `"${partsOf(node).map(mermaidText).join('<br/>')}"`;
    const branches = node.look === 'condition' || node.look === 'king';
    const round = node.look === 'end' || node.look === 'entry';
    lines.push(`  n${node.number}${branches ? `{${label}}` : round ? `([${label}])` : `[${label}]`}`);
  }
  for (const { number, ways } of nodes) {
    for (const [slot, { label, to }] of ways.entries()) {
      const arrow = label === null ? '-->' : `-->|"${mermaidText(label)}"|`;
      if (to !== null) lines.push(`  n${number} ${arrow} n${to + 1}`);
      else lines.push(`  n${number} ${arrow} o${number}_${slot}["open"]`);
    }
  }
  return `${lines.join('\n')}\n`;
}

export function workflowDot(graph: WorkflowGraph): string {
  const name = dotText(graph.name === '' ? 'workflow' : graph.name);
  const lines = [
    `digraph "${name}" {`,
    `  label="${name}"; labelloc=t; fontname="Helvetica"`,
    '  node [shape=box style=rounded fontname="Helvetica" fontsize=11]',
    '  edge [fontname="Helvetica" fontsize=10]',
  ];
  for (const node of graph.nodes) {
    const branches = node.look === 'condition' || node.look === 'king';
    const shape = branches ? ' shape=diamond style=solid' : node.look === 'end' ? ' shape=oval' : '';
    lines.push(`  n${node.number} [label="${partsOf(node).map(dotText).join('\\n')}"${shape}]`);
  }
  for (const { number, ways } of graph.nodes) {
    for (const [slot, { label, to, isBack }] of ways.entries()) {
      const about = [
        ...(label === null ? [] : [`label="${dotText(label)}"`]),
        ...(isBack ? ['color=red constraint=false'] : []),
      ];
      const more = about.length === 0 ? '' : ` [${about.join(' ')}]`;
      if (to !== null) lines.push(`  n${number} -> n${to + 1}${more}`);
      else
        lines.push(`  o${number}_${slot} [label="open" shape=plaintext]`, `  n${number} -> o${number}_${slot}${more}`);
    }
  }
  return `${[...lines, '}'].join('\n')}\n`;
}
