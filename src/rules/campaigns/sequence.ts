// Rules between steps: the first email's subject, what a condition must follow, unreachable steps.

import { branchKeysOf, type ConditionType, conditionTypeOf, type StepType } from '../../contract/campaigns/enums.ts';
import { alternatives } from '../../contract/english.ts';
import { pathText } from '../../contract/envelope.ts';
import { isId } from '../../contract/ids.ts';
import { getOwn, has } from '../../contract/json.ts';
import type { At, Problems } from '../problem.ts';
import { everyStep, type SequenceNode } from './tree.ts';

// Which ways lead to a step. One pass over the tree with sets that merge where branches do: no path is ever listed.

/** The branches taken on a way, the last one first. */
interface BranchPath {
  readonly at: At;
  readonly rest: BranchPath | null;
}

/** What is true of the ways that arrive at a step. */
interface Arrival {
  /** False when every path before it has ended. */
  readonly live: boolean;
  /** A way on which no email was sent yet; null when every live way had one. */
  readonly unmailed: { readonly turns: BranchPath | null } | null;
  /** Whether on some way a connection request was sent. */
  readonly invited: boolean;
  /** The steps that may come right before it; null stands for the start. */
  readonly before: readonly (SequenceNode | null)[];
}

interface Flow {
  readonly arrivals: ReadonlyMap<SequenceNode, Arrival>;
  /** Of each run of steps that nothing leads to, the first. */
  readonly unreached: readonly SequenceNode[];
}

const DEAD: Arrival = { live: false, unmailed: null, invited: false, before: [] };

function merge(ways: readonly Arrival[]): Arrival {
  const live = ways.filter((way) => way.live);
  if (live.length === 0) return DEAD;
  return {
    live: true,
    unmailed: live.find((way) => way.unmailed !== null)?.unmailed ?? null,
    invited: live.some((way) => way.invited),
    before: [...new Set(live.flatMap((way) => way.before))],
  };
}

class FlowWalk {
  readonly arrivals = new Map<SequenceNode, Arrival>();
  readonly unreached: SequenceNode[] = [];

  /** Walks a sequence from what arrives at it; gives what leaves it. */
  sequence(steps: readonly SequenceNode[], arriving: Arrival): Arrival {
    let here = arriving;
    let isReported = !arriving.live;
    for (const step of steps) {
      this.arrivals.set(step, here);
      if (!here.live && !isReported) {
        this.unreached.push(step);
        isReported = true;
      }
      here = this.#after(step, here);
    }
    return here;
  }

  #after(step: SequenceNode, arriving: Arrival): Arrival {
    const here: Arrival = { ...arriving, before: [step] };
    switch (step.type) {
      case 'end':
        return DEAD;
      case 'email':
        return { ...here, unmailed: null };
      // It could be anything, an email too: what depends on it is not reported.
      case null:
        return { ...here, unmailed: null, invited: true };
      case 'condition':
        return this.#branch(step, here);
      case 'network_connection':
        return this.#branch(step, { ...here, invited: true });
      default:
        return here;
    }
  }

  #branch(step: SequenceNode, here: Arrival): Arrival {
    if (!here.live) {
      for (const { steps } of step.branches) this.sequence(steps, DEAD);
      return DEAD;
    }
    const keys = branchKeysOf(step.type);
    const ways = keys.map((key) => {
      const branch = step.branches.find((one) => one.key === key);
      const turned: Arrival =
        here.unmailed === null
          ? here
          : { ...here, unmailed: { turns: { at: [...step.at, key], rest: here.unmailed.turns } } };
      return branch === undefined ? turned : this.sequence(branch.steps, turned);
    });
    return merge(ways);
  }
}

/** Follows every path through the sequence at once, in time proportional to its steps. */
function flowOf(steps: readonly SequenceNode[]): Flow {
  const walk = new FlowWalk();
  walk.sequence(steps, { live: true, unmailed: { turns: null }, invited: false, before: [null] });
  return walk;
}

/** Whether an email carries a subject that a person wrote; an AI message writes its own. */
function hasSubject({ fields }: SequenceNode): boolean {
  const subject = Object.hasOwn(fields, 'subject') ? fields['subject'] : undefined;
  // A subject of the wrong kind is a problem of its own.
  if (subject !== undefined && typeof subject !== 'string') return true;
  return has(fields, 'aiMessageId') || (typeof subject === 'string' && subject.trim() !== '');
}

/** The step types that a condition must come right after. */
const FOLLOWS: { readonly [T in ConditionType]?: readonly StepType[] } = {
  email_opened: ['email'],
  email_clicked: ['email'],
  network_message_viewed: ['network_message', 'network_message_bundle', 'network_voice_message', 'network_inmail'],
  task_completed: ['task'],
};

export function checkSequence(problems: Problems, steps: readonly SequenceNode[]): void {
  const flow = flowOf(steps);
  for (const step of everyStep(steps)) {
    const arrival = flow.arrivals.get(step);
    if (arrival === undefined || !arrival.live) continue;
    if (step.type === 'email') checkSubject(problems, step, arrival);
    if (step.type === 'condition') checkFollows(problems, step, arrival);
  }
  for (const step of flow.unreached) {
    problems.warn(step.at, 'unreachable', 'this step never runs: every path before it has ended');
  }
  checkLinks(problems, steps);
}

/** `email.subject` is required for the first email on every live path. */
function checkSubject(problems: Problems, step: SequenceNode, { unmailed }: Arrival): void {
  if (unmailed === null || hasSubject(step)) return;
  const turns = turnsBeside(unmailed.turns, step.at);
  const way = turns.length === 0 ? '' : ` on the path through ${turns.join(', ')}`;
  problems.error([...step.at, 'subject'], 'required', `this email needs a subject: it is the first one${way}`);
}

/** The turns of a way that are not simply those around the step itself, in order. */
function turnsBeside(turns: BranchPath | null, at: At): string[] {
  const place = pathText(at);
  const beside: string[] = [];
  for (let turn = turns; turn !== null; turn = turn.rest) {
    const path = pathText(turn.at);
    if (!place.startsWith(`${path}[`)) beside.unshift(path);
  }
  return beside;
}

/**
 * A condition on an event must directly follow the step whose event it is. What comes before is read along the flow:
 * for the first step of a branch it is the step that branches; for the first step after a branch, the last step of each
 * branch that goes on, and the branching step itself where a branch is left out.
 */
function checkFollows(problems: Problems, step: SequenceNode, { before, invited }: Arrival): void {
  const type = conditionTypeOf(getOwn(step.fields, 'condition'));
  if (type === null) return;
  const at = [...step.at, 'condition', 'type'];
  if (type === 'connection_accepted' && !invited) {
    problems.warn(at, 'no_effect', 'no path to this step sends a connection request that could be accepted');
  }
  const allowed = FOLLOWS[type];
  if (allowed === undefined) return;
  const wrong = before.find((one) => one === null || (one.type !== null && !allowed.includes(one.type)));
  if (wrong === undefined) return;
  const message =
    wrong === null ? 'here it is the first step' : `here it follows ${pathText(wrong.at)}, a ${wrong.type}`;
  problems.error(at, 'must_follow', `${type} must directly follow a step of type ${alternatives(allowed)}; ${message}`);
}

/**
 * The links that reading adds are ignored when they are sent back, but links that run in a circle were made by hand:
 * a sequence must not contain a cycle.
 */
function checkLinks(problems: Problems, steps: readonly SequenceNode[]): void {
  const next = new Map<unknown, SequenceNode[]>();
  for (const step of everyStep(steps)) {
    if (!has(step.fields, 'connectionId') || !isId(getOwn(step.fields, 'nextConnectionId'))) continue;
    const id = getOwn(step.fields, 'connectionId');
    next.set(id, [...(next.get(id) ?? []), step]);
  }
  // Three colours: absent = not seen, false = on the way that is being followed, true = done.
  const done = new Map<unknown, boolean>();
  for (const start of next.keys()) follow(problems, next, done, start);
}

function follow(
  problems: Problems,
  next: ReadonlyMap<unknown, readonly SequenceNode[]>,
  done: Map<unknown, boolean>,
  start: unknown,
): void {
  if (done.has(start)) return;
  const way: { readonly id: unknown; readonly links: SequenceNode[] }[] = [
    { id: start, links: [...(next.get(start) ?? [])] },
  ];
  done.set(start, false);
  while (way.length > 0) {
    const here = way.at(-1);
    const step = here?.links.shift();
    if (here === undefined || step === undefined) {
      if (here !== undefined) done.set(here.id, true);
      way.pop();
      continue;
    }
    const id = getOwn(step.fields, 'nextConnectionId');
    const state = done.get(id);
    if (state === false) {
      problems.error([...step.at, 'nextConnectionId'], 'cycle', 'the sequence leads back to a step before this one');
    } else if (state === undefined && next.has(id)) {
      done.set(id, false);
      way.push({ id, links: [...(next.get(id) ?? [])] });
    }
  }
}
