// Which steps of a new sequence are steps of the old one: those keep their ids.

import type { Step } from '../../contract/campaigns/steps.ts';
import { commonSequence } from '../common-sequence.ts';
import { canonicalText } from '../outreach/compare.ts';
import { branchesOf, contentOf, type KeptIds, type StoredStep, storedForm, withBranches } from './stored.ts';

/** A step with its ids; `isNew` shows callers that keep more than ids (the copy of an AI message) what changed. */
export interface StepsKept {
  readonly steps: StoredStep[];
  /** Steps of the new sequence whose content was not in the old one. */
  readonly added: readonly StoredStep[];
}

interface StepPairing {
  /** New step → the old one it is, in the same place. */
  readonly same: Map<Step, StoredStep>;
  readonly prints: Map<Step, string>;
}

/**
 * Gives every step its ids. A step whose content stands in the same sequence as before keeps both; one that moved to
 * another branch keeps its `stepId` and gets a new place; everything else is new. Of equal steps the earlier stays the
 * earlier. `nextId` gives an id that no step of the campaign had.
 */
export function keepIds(sent: readonly Step[], before: readonly StoredStep[], nextId: () => number): StepsKept {
  const steps = sent.map(storedForm);
  const pairing: StepPairing = { same: new Map(), prints: new Map() };
  pair(steps, before, pairing);
  const taken = new Set(pairing.same.values());
  const free = new Map<string, StoredStep[]>();
  for (const step of everyStored(before)) {
    if (taken.has(step)) continue;
    const print = printOf(step, pairing);
    free.set(print, [...(free.get(print) ?? []), step]);
  }
  const added: StoredStep[] = [];
  const give = (step: Step): StoredStep => {
    const stayed = pairing.same.get(step);
    const found = stayed ?? free.get(printOf(step, pairing))?.shift();
    const ids: KeptIds = {
      stepId: found?.stepId ?? nextId(),
      connectionId: stayed?.connectionId ?? nextId(),
    };
    const kept: StoredStep = withBranches(step, ids, (inner) => inner.map(give));
    if (found === undefined) added.push(kept);
    return kept;
  };
  return { steps: steps.map(give), added };
}

function printOf(step: Step, { prints }: StepPairing): string {
  const known = prints.get(step);
  if (known !== undefined) return known;
  const print = canonicalText(contentOf(step));
  prints.set(step, print);
  return print;
}

function* everyStored(steps: readonly StoredStep[]): Generator<StoredStep> {
  for (const step of steps) {
    yield step;
    for (const [, inner] of branchesOf(step)) yield* everyStored(inner);
  }
}

/** Pairs two sequences, then the branches of each pair. */
function pair(sent: readonly Step[], before: readonly StoredStep[], pairing: StepPairing): void {
  const prints = (steps: readonly Step[]) => steps.map((step) => printOf(step, pairing));
  for (const [newIndex, oldIndex] of commonSequence(prints(sent), prints(before))) {
    const [step, old] = [sent[newIndex], before[oldIndex]];
    if (step === undefined || old === undefined) continue;
    pairing.same.set(step, old);
    const oldBranches = new Map(branchesOf(old));
    for (const [key, inner] of branchesOf(step)) pair(inner, oldBranches.get(key) ?? [], pairing);
  }
}
