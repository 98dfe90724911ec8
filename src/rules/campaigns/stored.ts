// Steps as the service keeps them and as it shows them: stored placeholders, ids that stay, links from place to place.

import { BRANCHES_OF, type BranchKey, branchKeysOf } from '../../contract/campaigns/enums.ts';
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
export function branchesOf<S extends Step>(step: S): (readonly [BranchKey, readonly S[]])[] {
  const fields: object = step;
  return branchKeysOf(step.type).flatMap((key) => {
    const steps: readonly S[] | undefined = Reflect.get(fields, key);
    return steps === undefined ? [] : [[key, steps] as const];
  });
}

/** The step with `more` of its own, and behind that its branches as `change` makes them. */
export function withBranches<S extends Step, T>(step: S, more: object, change: (steps: readonly S[]) => readonly T[]) {
  const keys: readonly string[] = branchKeysOf(step.type);
  const own = Object.entries(step).filter(([key]) => !keys.includes(key));
  const branches = branchesOf(step).map(([key, steps]) => [key, change(steps)] as const);
  return Object.fromEntries([...own, ...Object.entries(more), ...branches]) as T;
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
  const more = own.type === 'condition' ? { condition: needed(own.condition) } : {};
  return withBranches(own, more, (steps) => steps.map(storedForm));
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
    const nextConnectionId = step.type === 'end' ? null : next;
    return withBranches(step, { nextConnectionId }, (inner) => readForm(inner, next));
  });
}
