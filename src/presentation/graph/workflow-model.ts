// A workflow as something that can be drawn: what every node says, and what its slots lead to.

import { durationOf } from '../../contract/campaigns/enums.ts';
import { durationText } from '../../contract/durations.ts';
import { counted } from '../../contract/english.ts';
import { pathText } from '../../contract/envelope.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { Checking } from '../../rules/workflows/checking.ts';
import { cyclesOf, graphOf } from '../../rules/workflows/plan/graph.ts';
import { type ReadNode, readNodes } from '../../rules/workflows/plan/read.ts';
import { fieldLabel, isEnumerated, valueLabel } from '../labels.ts';
import { oneLine } from '../text.ts';
import type { Picture, PictureNode } from './picture.ts';

/** How a node looks: what its block is for, or that it decides, or that it ends. */
type NodeLook = Exclude<PictureNode['look'], 'email' | 'network' | 'whatsapp' | 'task' | 'campaign'>;

export interface WorkflowNodeFace {
  /** From 1, in the order of the plan. */
  readonly number: number;
  readonly path: string;
  readonly id: string;
  readonly look: NodeLook;
  readonly title: string;
  /** What it is set to. May be empty. */
  readonly detail: string;
  /** Slots in order. A `to` of null is one that leads nowhere yet. */
  readonly ways: readonly WorkflowWay[];
  /** In a run: step status → records; null where no run is shown. */
  readonly counts: Readonly<Record<string, number>> | null;
}

interface WorkflowWay {
  /** Null for the one way of a node that has just one. */
  readonly label: string | null;
  /** Place of the node in `nodes`, or null. */
  readonly to: number | null;
  /** Whether it closes a cycle. */
  readonly isBack: boolean;
}

export interface WorkflowGraph {
  readonly name: string;
  /** What starts it, in words. */
  readonly trigger: string;
  readonly nodes: readonly WorkflowNodeFace[];
  /** Where drawing begins: what nothing points to, or the first node of a ring. */
  readonly roots: readonly number[];
}

const words = (value: unknown): string => {
  if (Array.isArray(value)) return value.length > 3 ? `${value.length} values` : value.map(words).join(', ');
  if (isObject(value)) {
    const span = durationOf(value);
    const key = getOwn(value, 'webhookInputKey');
    return span !== null ? durationText(span) : typeof key === 'string' ? `‹${oneLine(key)}›` : '{…}';
  }
  return value === '__MANUAL_INPUT' ? 'given by the run' : oneLine(String(value ?? ''));
};

/** Draws what can be read of a workflow body; what is wrong with it says lint. `counts`: of a run, by node id. */
export function workflowGraph(
  body: unknown,
  counts: ReadonlyMap<string, Readonly<Record<string, number>>> | null = null,
): WorkflowGraph {
  const workflow = isObject(body) ? body : {};
  const plan = getOwn(workflow, 'plan');
  const checking = new Checking({}, 'draft');
  const nodes = readNodes(checking, isObject(plan) ? getOwn(plan, 'nodes') : [], ['plan', 'nodes']);
  const graph = graphOf(nodes);
  const closing = new Set(
    cyclesOf(graph).cycles.flatMap((cycle) => {
      const last = cycle.at(-1);
      return last === undefined ? [] : [`${last.from} ${last.to}`];
    }),
  );
  const name = getOwn(workflow, 'name');
  const places = new Map<unknown, number>();
  for (const [index, { id }] of nodes.entries()) if (id !== null && !places.has(id)) places.set(id, index);
  const faces = nodes.map((node, index): WorkflowNodeFace => {
    const labels = labelsOf(node);
    return {
      number: index + 1,
      path: pathText(node.at),
      id: oneLine(node.id ?? '?'),
      ...faceOf(node),
      ways: node.next.map((id, slot) => {
        const to = places.get(id) ?? null;
        return { label: labels[slot] ?? null, to, isBack: to !== null && closing.has(`${index} ${to}`) };
      }),
      counts: counts === null ? null : (counts.get(node.id ?? '') ?? {}),
    };
  });
  return {
    name: typeof name === 'string' ? oneLine(name) : '',
    trigger: triggerText(getOwn(workflow, 'trigger')),
    nodes: faces,
    roots: rootsOf(faces, graph.roots),
  };
}

/** Every node is reached from one of them: rings that nothing leads into begin at their first node. */
function rootsOf(nodes: readonly WorkflowNodeFace[], free: readonly number[]): number[] {
  const roots: number[] = [];
  const seen = new Set<number>();
  const visit = (node: number): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const { to } of nodes[node]?.ways ?? []) if (to !== null) visit(to);
  };
  for (const start of [...free, ...nodes.keys()]) {
    if (seen.has(start)) continue;
    roots.push(start);
    visit(start);
  }
  return roots;
}

function labelsOf({ kind, block, fields }: ReadNode): readonly string[] {
  if (kind === 'KING') return ['prioritized', 'remaining'];
  if (kind === 'BLOCK') return block !== null && block.slots.length > 1 ? block.slots : [];
  const conditions = getOwn(fields, 'conditions');
  if (kind !== 'CONDITIONAL' || !Array.isArray(conditions)) return [];
  const fallback = getOwn(fields, 'fallbackName');
  const asked = new Set(
    conditions.map((one) => (isObject(one) ? getOwn(one, 'field') : undefined)).filter((one) => one !== undefined),
  );
  return [
    // Where all ask the same field, the node says which.
    ...conditions.map((one) => (isObject(one) ? conditionText(one, asked.size > 1) : '?')),
    typeof fallback === 'string' && fallback.trim() !== '' ? oneLine(fallback) : 'otherwise',
  ];
}

const OPERATORS: Readonly<Record<string, string>> = {
  EQUALS: 'is',
  NOT_EQUALS: 'is not',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'does not contain',
  STARTS_WITH: 'starts with',
  ENDS_WITH: 'ends with',
  IS_ANY_OF: 'is one of',
  IS_NONE_OF: 'is none of',
  GREATER_THAN: '>',
  LESS_THAN: '<',
  GREATER_THAN_OR_EQUALS: '≥',
  LESS_THAN_OR_EQUALS: '≤',
  BETWEEN: 'between',
  WITHIN_LAST_DAYS: 'in the last days:',
  NOT_WITHIN_LAST_DAYS: 'not in the last days:',
  IS_EMPTY: 'is empty',
  IS_NOT_EMPTY: 'is not empty',
};

/** Its name, or what it asks. */
function conditionText(condition: JsonObject, withField = true): string {
  const name = getOwn(condition, 'name');
  if (typeof name === 'string' && name.trim() !== '') return oneLine(name);
  if (getOwn(condition, 'type') !== undefined) return `${words(getOwn(condition, 'percentage'))} %`;
  const operator = words(getOwn(condition, 'operator'));
  const asked = words(getOwn(condition, 'field'));
  const compared = words(getOwn(condition, 'value'));
  const value = operator.endsWith('EMPTY') ? '' : ` ${isEnumerated(asked) ? valueLabel(compared) : compared}`;
  const field = withField ? `${fieldLabel(asked)} ` : '';
  return `${field}${getOwn(OPERATORS, operator) ?? operator}${value}`;
}

function faceOf({ kind, block, fields }: ReadNode): {
  readonly look: NodeLook;
  readonly title: string;
  readonly detail: string;
} {
  if (kind === 'KING') {
    const limit = getOwn(fields, 'limit') ?? 1;
    const [group, order] = ['groupBy', 'orderBy'].map((key) => fieldLabel(words(getOwn(fields, key))) || '?');
    const detail = `first ${words(limit)} of each ${group} by ${order}`;
    return { look: 'king', title: 'Prioritize', detail };
  }
  if (kind === 'CONDITIONAL') return { look: 'condition', title: 'Condition', detail: askedText(fields) };
  if (kind === null) return { look: 'unknown', title: words(getOwn(fields, 'kind')) || 'no node', detail: '' };
  if (block === null) return { look: 'unknown', title: words(getOwn(fields, 'blockId')) || 'no block', detail: '' };
  const inputs = getOwn(fields, 'inputs');
  const set = isObject(inputs) ? Object.entries(inputs) : [];
  const parts = set
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${oneLine(fieldLabel(key))}: ${words(value)}`);
  return { look: lookOf(block), title: block.label, detail: parts.join(', ') };
}

function lookOf({ group, blockId, isEntry }: { group: string; blockId: string; isEntry: boolean }): NodeLook {
  if (isEntry) return 'entry';
  if (blockId === 'END') return 'end';
  if (group === 'flow') return 'wait';
  return group === 'outreach' || group === 'list' || group === 'crm' ? group : 'enrichment';
}

/** What a CONDITIONAL asks, where its conditions have names of their own. */
function askedText(fields: JsonObject): string {
  const conditions = getOwn(fields, 'conditions');
  const asked = (Array.isArray(conditions) ? conditions : []).filter(isObject);
  return asked.map(({ name: _name, ...rest }) => conditionText(rest)).join('; ');
}

function triggerText(trigger: unknown): string {
  const type = isObject(trigger) ? words(getOwn(trigger, 'type')) : '';
  if (!isObject(trigger) || type === '' || type === 'MANUAL') return 'started by hand';
  if (type === 'API') return 'started by an API call';
  if (type === 'WEBHOOK') {
    const inputs = getOwn(trigger, 'inputs') ?? getOwn(trigger, 'webhookInputs');
    const keys = (Array.isArray(inputs) ? inputs : []).map((one) => (isObject(one) ? words(getOwn(one, 'key')) : ''));
    return keys.length === 0 ? 'on a webhook delivery' : `on a webhook delivery of ${keys.join(', ')}`;
  }
  if (type === 'INTENT') {
    const signal = getOwn(trigger, 'signal');
    return `on the signal ${isObject(signal) ? valueLabel(words(getOwn(signal, 'kind'))) : '?'}`;
  }
  // As it is written, in the time zone that follows, without what only programs read.
  const from = words(getOwn(trigger, 'startsAt')).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).{0,20}$/, '$1 $2');
  return `${words(getOwn(trigger, 'definition')).toLowerCase().replace('_', '-')} from ${from}, ${words(getOwn(trigger, 'timezone'))}`;
}

/** `120 succeeded, 2 failed`; empty for a node that no record has come to. */
export function countsText(counts: Readonly<Record<string, number>> | null): string {
  return Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${valueLabel(status).toLowerCase()}`)
    .join(', ');
}

export const workflowPicture = ({ name, trigger, nodes }: WorkflowGraph): Picture => ({
  kind: 'workflow',
  name,
  about: `${counted(nodes.length, 'node')} · ${trigger}`,
  nodes: nodes.map(({ look, path, id, title, detail, counts }) => {
    return { look, path, above: id, title, detail, below: countsText(counts), corner: '', isUnreachable: false };
  }),
  edges: nodes.flatMap(({ ways }, from) => ways.map((way) => ({ from, ...way }))),
});
