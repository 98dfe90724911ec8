// Steps as the service keeps them and as it shows them: stored placeholders, ids that stay, links from place to place.

import { BRANCHES_OF, type BranchKey } from '../../contract/campaigns/enums.ts';
import type { Condition, Step, StepRecord, StepWith } from '../../contract/campaigns/steps.ts';
import { STEP_READ_ONLY } from '../../contract/field-names.ts';
import { storedText } from './placeholders.ts';

/** What is kept of a step beside its content. */
export interface KeptIds {
  /** Whose content it is: stays as long as the step does not change. */
  stepId: number;
  /** Its place in the sequence. */
  connectionId: number;
}

/** A step as it is kept: placeholders in their stored form, nothing that only reading shows. */
export type StoredStep = StepWith<KeptIds>;

/** A step's branches by key, those that are written. */
export function branchesOf<X>(step: StepWith<X>): (readonly [BranchKey, readonly StepWith<X>[]])[] {
  if (step.type === 'condition') return written(BRANCHES_OF.condition, step);
  if (step.type === 'network_connection') return written(BRANCHES_OF.network_connection, step);
  return [];
}

function written<K extends BranchKey, S>(keys: readonly K[], step: { readonly [P in K]?: readonly S[] | undefined }) {
  return keys.flatMap((key) => {
    const steps = step[key];
    return steps === undefined ? [] : [[key, steps] as const];
  });
}

export function conditionBranches<S, T>(
  { onTrue, onFalse }: { onTrue?: S[] | undefined; onFalse?: S[] | undefined },
  change: (steps: readonly S[]) => T[],
): { onTrue?: T[]; onFalse?: T[] } {
  return { ...(onTrue && { onTrue: change(onTrue) }), ...(onFalse && { onFalse: change(onFalse) }) };
}

export function connectionBranches<S, T>(
  { onAccepted, onNotAccepted }: { onAccepted?: S[] | undefined; onNotAccepted?: S[] | undefined },
  change: (steps: readonly S[]) => T[],
): { onAccepted?: T[]; onNotAccepted?: T[] } {
  return {
    ...(onAccepted && { onAccepted: change(onAccepted) }),
    ...(onNotAccepted && { onNotAccepted: change(onNotAccepted) }),
  };
}

const NOT_KEPT: ReadonlySet<string> = new Set([
  ...STEP_READ_ONLY,
  ...BRANCHES_OF.condition,
  ...BRANCHES_OF.network_connection,
]);

/** The step's own content: no branches, nothing that reading adds, nothing undefined. */
export function contentOf(step: Step): Record<string, unknown> {
  return Object.fromEntries(Object.entries(step).filter(([key, value]) => !NOT_KEPT.has(key) && value !== undefined));
}

/**
 * A step in its stored form, its branches too: manual content and subject have stored placeholders, what
 * only reading shows is gone, and so is the value of an operator that needs none.
 */
export function storedForm(step: Step): Step {
  const own: Step = { ...step };
  for (const key of STEP_READ_ONLY) Reflect.deleteProperty(own, key);
  if ('content' in own && typeof own.content === 'string') own.content = storedText(own.content);
  if ('subject' in own && typeof own.subject === 'string') own.subject = storedText(own.subject);
  if (own.type === 'network_message_bundle') {
    own.messages = own.messages.map((message) =>
      message.content === undefined ? message : { ...message, content: storedText(message.content) },
    );
  }
  if (own.type === 'condition') {
    return { ...own, condition: needed(own.condition), ...conditionBranches(own, (steps) => steps.map(storedForm)) };
  }
  if (own.type === 'network_connection') {
    return { ...own, ...connectionBranches(own, (steps) => steps.map(storedForm)) };
  }
  return own;
}

function needed(condition: Condition): Condition {
  if (!('operator' in condition)) return condition;
  if (condition.operator !== 'IS_EMPTY' && condition.operator !== 'IS_NOT_EMPTY') return condition;
  const { type, field, operator } = condition;
  return { type, field, operator };
}

/**
 * Steps as they are read: each with the place that comes after it. That is the next step beside it; for the last step of
 * a branch, the step that the branches share; null where the way ends.
 */
export function readForm(steps: readonly StoredStep[], after: number | null = null): StepRecord[] {
  return steps.map((step, index) => {
    const next = steps[index + 1]?.connectionId ?? after;
    const read = (inner: readonly StoredStep[]) => readForm(inner, next);
    if (step.type === 'condition') {
      const { onTrue, onFalse, ...own } = step;
      return { ...own, nextConnectionId: next, ...conditionBranches({ onTrue, onFalse }, read) };
    }
    if (step.type === 'network_connection') {
      const { onAccepted, onNotAccepted, ...own } = step;
      return { ...own, nextConnectionId: next, ...connectionBranches({ onAccepted, onNotAccepted }, read) };
    }
    return { ...step, nextConnectionId: step.type === 'end' ? null : next };
  });
}
