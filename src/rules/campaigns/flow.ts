// Which ways lead to a step. One pass over the tree with sets that merge where branches do: no path is ever listed.

import { branchKeysOf } from '../../contract/campaigns/enums.ts';
import { has } from '../../contract/dictionary.ts';
import type { At } from '../problem.ts';
import type { SequenceNode } from './tree.ts';

/** The branches taken on a way, the last one first. */
export interface BranchPath {
  readonly at: At;
  readonly rest: BranchPath | null;
}

/** What is true of the ways that arrive at a step. */
export interface Arrival {
  /** False when every path before it has ended. */
  readonly live: boolean;
  /** A way on which no email was sent yet; null when every live way had one. */
  readonly unmailed: { readonly turns: BranchPath | null } | null;
  /** Whether on some way a connection request was sent. */
  readonly invited: boolean;
  /** The steps that may come right before it; null stands for the start. */
  readonly before: readonly (SequenceNode | null)[];
}

export interface Flow {
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

/** Follows every way through the sequence at once, in time proportional to its steps. */
export function flowOf(steps: readonly SequenceNode[]): Flow {
  const walk = new FlowWalk();
  walk.sequence(steps, { live: true, unmailed: { turns: null }, invited: false, before: [null] });
  return walk;
}

/** Whether an email carries a subject that a person wrote; an AI message writes its own. */
export function hasSubject({ fields }: SequenceNode): boolean {
  const subject = Object.hasOwn(fields, 'subject') ? fields['subject'] : undefined;
  // A subject of the wrong kind is a problem of its own.
  if (subject !== undefined && typeof subject !== 'string') return true;
  return has(fields, 'aiMessageId') || (typeof subject === 'string' && subject.trim() !== '');
}
