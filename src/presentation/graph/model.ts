// A campaign as something that can be drawn: what every step says, when it happens, and what comes after it.

import { type BranchKey, branchKeysOf, conditionTypeOf, durationOf } from '../../contract/campaigns/enums.ts';
import { durationText } from '../../contract/durations.ts';
import { counted } from '../../contract/english.ts';
import { pathText } from '../../contract/envelope.ts';
import { largest } from '../../contract/extremes.ts';
import { referenceText } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { dayText, timelineOf, type When } from '../../rules/campaigns/timeline.ts';
import { everyStep, readSteps, type SequenceNode } from '../../rules/campaigns/tree.ts';
import { Problems } from '../../rules/problem.ts';
import { fieldLabel, valueLabel } from '../labels.ts';
import { oneLine } from '../text.ts';
import type { Picture, PictureNode } from './picture.ts';

/** How a step looks: which channel it uses, or that it decides, or that it ends. */
type Look = Extract<
  PictureNode['look'],
  'email' | 'network' | 'whatsapp' | 'task' | 'condition' | 'campaign' | 'end' | 'unknown'
>;

export interface GraphStep {
  /** From 1, in reading order. */
  readonly number: number;
  readonly path: string;
  readonly type: string;
  readonly look: Look;
  readonly title: string;
  /** What it says: a subject, the beginning of a message, a title. May be empty. */
  readonly detail: string;
  /** `2 days`; null when it follows at once. */
  readonly delay: string | null;
  /** `day 3`; null for an unreachable step. */
  readonly day: string | null;
  /** Empty for a step that does not branch; else both ways, in reading order. */
  readonly ways: readonly GraphWay[];
}

interface GraphWay {
  readonly key: BranchKey;
  readonly label: string;
  /** Null when the branch is left out: the way goes straight on. */
  readonly steps: readonly GraphStep[] | null;
}

export interface SequenceGraph {
  readonly name: string;
  readonly steps: readonly GraphStep[];
  readonly count: number;
  /** On which day the last step happens at the latest. */
  readonly days: number;
}

export interface GraphEdge {
  readonly from: GraphStep;
  readonly to: GraphStep;
  readonly label: string | null;
}

const LABELS: Readonly<Record<BranchKey, string>> = {
  onTrue: 'yes',
  onFalse: 'no',
  onAccepted: 'accepted',
  onNotAccepted: 'not accepted',
};

/** Draws what can be read of a campaign body; what is wrong with it says lint. */
export function graphOf(body: unknown): SequenceGraph {
  const campaign = isObject(body) ? body : {};
  const nodes = readSteps(Problems.none(), getOwn(campaign, 'steps'));
  const times = timelineOf(nodes);
  const numbers = new Map([...everyStep(nodes)].map((node, index) => [node, index + 1]));
  const name = getOwn(campaign, 'name');
  const last = Math.max(0, largest([...times.values()].map(({ latestMs }) => latestMs)));
  return {
    name: typeof name === 'string' ? oneLine(name) : '',
    steps: nodes.map((node) => stepOf(node, times, numbers)),
    count: numbers.size,
    days: Math.floor(last / 86_400_000) + 1,
  };
}

function stepOf(
  node: SequenceNode,
  times: ReadonlyMap<SequenceNode, When>,
  numbers: ReadonlyMap<SequenceNode, number>,
): GraphStep {
  const when = times.get(node);
  const delay = durationOf(getOwn(node.fields, 'delay'));
  const keys = node.branches.length > 0 ? branchKeysOf(node.type) : [];
  const type = getOwn(node.fields, 'type');
  return {
    number: numbers.get(node) ?? 0,
    path: pathText(node.at),
    type: typeof type === 'string' ? oneLine(type) : '?',
    ...faceOf(node),
    delay: delay === null ? null : durationText(delay),
    day: when === undefined ? null : dayText(when),
    ways: keys.map((key) => {
      const branch = node.branches.find((one) => one.key === key);
      const steps = branch?.steps.map((step) => stepOf(step, times, numbers)) ?? null;
      return { key, label: LABELS[key], steps };
    }),
  };
}

interface StepFace {
  readonly look: Look;
  readonly title: string;
  readonly detail: string;
}

function text(fields: JsonObject, key: string): string {
  const value = getOwn(fields, key);
  return typeof value === 'string' ? oneLine(value) : '';
}

function spoken(fields: JsonObject): string {
  const ai = referenceText(getOwn(fields, 'aiMessageId'));
  return ai === null ? text(fields, 'content') : `AI message ${oneLine(ai)}`;
}

function faceOf({ type, fields }: SequenceNode): StepFace {
  switch (type) {
    case 'email':
      return { look: 'email', title: 'Email', detail: text(fields, 'subject') || spoken(fields) };
    case 'network_message':
      return { look: 'network', title: 'Network message', detail: spoken(fields) || attached(fields) };
    case 'network_message_bundle':
      return bundleFace(fields);
    case 'network_voice_message':
      return { look: 'network', title: 'Voice message', detail: spoken(fields) || attached(fields) };
    case 'network_inmail':
      return { look: 'network', title: 'InMail', detail: text(fields, 'subject') || spoken(fields) };
    case 'network_visit_profile':
      return { look: 'network', title: 'Visit profile', detail: '' };
    case 'network_like_last_post':
      return { look: 'network', title: 'Like last post', detail: valueLabel(text(fields, 'reactionType')) };
    case 'whatsapp_message':
      return { look: 'whatsapp', title: 'WhatsApp message', detail: text(fields, 'content') };
    case 'condition':
      return { look: 'condition', title: conditionText(getOwn(fields, 'condition')), detail: '' };
    case 'network_connection':
      return { look: 'network', title: connectionText(fields), detail: spoken(fields) };
    case 'task':
      return { look: 'task', title: taskText(fields), detail: text(fields, 'title') };
    case 'add_to_another_campaign':
      return { look: 'campaign', title: `Add to campaign ${String(getOwn(fields, 'campaignId') ?? '?')}`, detail: '' };
    case 'end':
      return { look: 'end', title: 'End', detail: '' };
    case null:
      return { look: 'unknown', title: text(fields, 'type') || 'no step', detail: '' };
  }
}

function attached(fields: JsonObject): string {
  return text(fields, 'attachmentName') || text(fields, 'attachment');
}

function bundleFace(fields: JsonObject): StepFace {
  const messages = getOwn(fields, 'messages');
  const list = Array.isArray(messages) ? messages.filter(isObject) : [];
  const first = list[0];
  const detail = first === undefined ? '' : text(first, 'content') || attached(first);
  return { look: 'network', title: list.length === 1 ? '1 message' : `${list.length} messages`, detail };
}

function connectionText(fields: JsonObject): string {
  const wait = durationOf(getOwn(fields, 'waitForAcceptance'));
  return wait === null ? 'Connection request' : `Connection request, ${durationText(wait)} to accept`;
}

function taskText(fields: JsonObject): string {
  const type = text(fields, 'taskType');
  return type === '' ? 'Task' : `Task: ${valueLabel(type).toLowerCase()}`;
}

const QUESTIONS: Readonly<Record<string, string>> = {
  has_network_profile: 'Has a network profile?',
  has_professional_email: 'Has a professional email?',
  is_already_connected: 'Already connected?',
  has_been_contacted: 'Already contacted?',
  has_whatsapp_account: 'Has a WhatsApp account?',
  email_opened: 'Email opened',
  email_clicked: 'Link clicked',
  network_message_viewed: 'Message viewed',
  task_completed: 'Task done',
  connection_accepted: 'Connection accepted',
};

const OPERATORS: Readonly<Record<string, string>> = {
  EQUALS: 'is',
  NOT_EQUALS: 'is not',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'does not contain',
  GREATER_THAN: '>',
  LESS_THAN: '<',
  GREATER_THAN_OR_EQUALS: '≥',
  LESS_THAN_OR_EQUALS: '≤',
  IS_EMPTY: 'is empty',
  IS_NOT_EMPTY: 'is not empty',
};

function conditionText(condition: unknown): string {
  const type = conditionTypeOf(condition);
  if (type === null || !isObject(condition)) return 'Condition?';
  if (type === 'lead_field') {
    const operator = text(condition, 'operator');
    const value = operator.startsWith('IS_') ? '' : ` ${oneLine(String(getOwn(condition, 'value') ?? ''))}`;
    return `${fieldLabel(text(condition, 'field'))} ${getOwn(OPERATORS, operator) ?? operator}${value}?`;
  }
  const wait = durationOf(getOwn(condition, 'waitFor'));
  const question = QUESTIONS[type] ?? valueLabel(type);
  return wait === null ? question : `${question} within ${durationText(wait)}?`;
}

export function* allSteps(steps: readonly GraphStep[]): Generator<GraphStep> {
  for (const step of steps) {
    yield step;
    for (const way of step.ways) if (way.steps !== null) yield* allSteps(way.steps);
  }
}

/** What comes after what. A way whose branch is left out leads from the step that branches. */
export function edgesOf(steps: readonly GraphStep[]): GraphEdge[] {
  const edges: GraphEdge[] = [];
  type Loose = readonly { readonly from: GraphStep; readonly label: string | null }[];

  function sequence(inner: readonly GraphStep[], arriving: Loose): Loose {
    let here = arriving;
    for (const step of inner) {
      // What follows an unreachable step is unreachable, too.
      const coming = here.filter(({ from }) => from.day !== null || step.day === null);
      for (const { from, label } of coming) edges.push({ from, to: step, label });
      here = leaving(step);
    }
    return here;
  }

  function leaving(step: GraphStep): Loose {
    if (step.type === 'end') return [];
    if (step.ways.length === 0) return [{ from: step, label: null }];
    return step.ways.flatMap(({ label, steps: inner }) => {
      const start = [{ from: step, label }];
      return inner === null ? start : sequence(inner, start);
    });
  }

  sequence(steps, []);
  return edges;
}

export function campaignPicture(graph: SequenceGraph): Picture {
  const steps = [...allSteps(graph.steps)];
  const following = edgesOf(graph.steps);
  const hasNext = (step: GraphStep, way: string) => following.some(({ from, label }) => from === step && label === way);
  return {
    kind: 'campaign',
    name: graph.name,
    about: `${counted(graph.count, 'step')} · ${counted(graph.days, 'day')}`,
    nodes: steps.map(({ look, path, day, title, detail, number }) => ({
      look,
      path,
      above: day ?? 'never',
      title,
      detail,
      below: '',
      corner: `#${number}`,
      isUnreachable: day === null,
    })),
    edges: [
      ...following.map(({ from, to, label }) => {
        const texts = [label, to.delay === null ? null : `${to.delay} later`].filter((text) => text !== null);
        const way = texts.length === 0 ? null : texts.join(', ');
        return { from: from.number - 1, to: to.number - 1, label: way, isBack: false };
      }),
      ...steps.flatMap((step) =>
        step.ways
          .filter((way) => way.steps === null && step.day !== null && !hasNext(step, way.label))
          .map(({ label }) => ({ from: step.number - 1, to: null, label, isBack: false })),
      ),
    ],
  };
}
