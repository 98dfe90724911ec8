// The graph for other programs: Mermaid (what Git hosts draw in Markdown) and DOT (Graphviz).

import { allSteps, edgesOf, type GraphStep, type SequenceGraph } from '../../../presentation/graph/model.ts';
import { cut } from '../formats/width.ts';

const DETAIL_CHARACTERS = 60;

const detailOf = ({ detail }: GraphStep): string => cut(detail, DETAIL_CHARACTERS, (text) => text.length);

/** Mermaid knows entities of its own kind: a hash, a number or name, a semicolon. */
export function mermaidText(text: string): string {
  return text.replace(/[#"<>&`\\{}[\]|]/g, (character) => `#${character.charCodeAt(0)};`);
}

export function mermaidOf(graph: SequenceGraph): string {
  const lines = ['flowchart TD'];
  for (const step of allSteps(graph.steps)) {
    const day = step.day === null ? 'never' : step.day;
    const parts = [step.title, detailOf(step), day].filter((part) => part !== '').map(mermaidText);
    const label = `"${parts.join('<br/>')}"`;
    const shape = step.look === 'condition' ? `{${label}}` : step.look === 'end' ? `([${label}])` : `[${label}]`;
    lines.push(`  s${step.number}${shape}`);
  }
  for (const { from, to, label } of edgesOf(graph.steps)) {
    lines.push(`  s${from.number} -->${label === null ? '' : `|"${mermaidText(label)}"|`} s${to.number}`);
  }
  return `${lines.join('\n')}\n`;
}

export function dotText(text: string): string {
  return text.replace(/[\\"]/g, (character) => `\\${character}`);
}

export function dotOf(graph: SequenceGraph): string {
  const name = dotText(graph.name === '' ? 'campaign' : graph.name);
  const lines = [
    `digraph "${name}" {`,
    `  label="${name}"; labelloc=t; fontname="Helvetica"`,
    '  node [shape=box style=rounded fontname="Helvetica" fontsize=11]',
    '  edge [fontname="Helvetica" fontsize=10]',
  ];
  for (const step of allSteps(graph.steps)) {
    const parts = [step.title, detailOf(step), step.day ?? 'never'].filter((part) => part !== '').map(dotText);
    const shape = step.look === 'condition' ? ' shape=diamond style=solid' : step.look === 'end' ? ' shape=oval' : '';
    lines.push(`  s${step.number} [label="${parts.join('\\n')}"${shape}]`);
  }
  for (const { from, to, label } of edgesOf(graph.steps)) {
    lines.push(`  s${from.number} -> s${to.number}${label === null ? '' : ` [label="${dotText(label)}"]`}`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}
