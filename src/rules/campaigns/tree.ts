// A `steps` array as a tree, read from whatever was sent. What cannot be read becomes a step of no type, so that the
// rest can still be checked.

import { type BranchKey, branchKeysOf, STEP_TYPES, type StepType } from '../../contract/campaigns/enums.ts';
import { kindOf } from '../../contract/english.ts';
import { getOwn, has, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { mustBeObject, readWord } from '../keys.ts';
import type { At, Problems } from '../problem.ts';

export interface SequenceNode {
  readonly at: At;
  /** Null when it is not a known type: the step could be anything, and hides what would depend on it. */
  readonly type: StepType | null;
  readonly fields: JsonObject;
  /** Those that are written, in reading order. */
  readonly branches: readonly { readonly key: BranchKey; readonly steps: readonly SequenceNode[] }[];
}

/** Other tools' words for step types, where no spelling comes near ours. */
const MEANT: ReadonlyMap<string, string> = new Map(
  [
    ['to wait, give the next step a delay', 'wait delay sleep pause'],
    ['did you mean "condition"?', 'if branch split decision'],
    ['did you mean "end"?', 'stop exit finish'],
    ['did you mean "network_connection"?', 'connect connection invite invitation'],
    ['did you mean "network_message"?', 'message dm'],
    ['did you mean "network_voice_message"?', 'voice voice_message voice_note'],
    ['did you mean "network_inmail"?', 'inmail'],
    ['did you mean "network_visit_profile"?', 'visit visit_profile'],
    ['did you mean "network_like_last_post"?', 'like like_post'],
    ['did you mean "whatsapp_message"?', 'whatsapp'],
    ['did you mean "task"?', 'call todo manual'],
  ].flatMap(([hint, words = '']) => words.split(' ').map((word) => [word, `; ${hint}`] as const)),
);

class StepReader {
  readonly #problems: Problems;
  #count = 0;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  sequence(value: unknown, at: At, depth: number): SequenceNode[] {
    const name = String(at.at(-1));
    const problems = this.#problems;
    if (!Array.isArray(value)) {
      const kind = value === null ? 'has no value' : `must be a list of steps, not ${kindOf(value)}`;
      problems.error(at, 'invalid_type', `${name} ${kind}`);
    } else if (depth > LIMITS.campaignDepth) {
      problems.undocumented(at, 'too_deep', `branches are nested deeper than ${LIMITS.campaignDepth} levels`);
    } else if (value.length === 0) {
      const hint =
        depth === 0 ? '' : '; to stop here, give it a step of type end; to go on after the branch, leave it out';
      problems.error(at, 'too_small', `${name} needs at least one step${hint}`);
    } else {
      return this.#steps(value, at, depth);
    }
    return [unreadable(at)];
  }

  #steps(value: readonly unknown[], at: At, depth: number): SequenceNode[] {
    const nodes: SequenceNode[] = [];
    for (const [index, step] of value.entries()) {
      this.#count += 1;
      if (this.#count > LIMITS.campaignSteps) {
        if (this.#count === LIMITS.campaignSteps + 1) this.#tooMany();
        break;
      }
      nodes.push(this.#step(step, [...at, index], depth));
    }
    return nodes;
  }

  #tooMany(): void {
    const message = `a campaign has at most ${LIMITS.campaignSteps} steps, branches included; the rest was not checked`;
    this.#problems.undocumented(['steps'], 'too_big', message);
  }

  #step(value: unknown, at: At, depth: number): SequenceNode {
    if (!mustBeObject(this.#problems, at, value, 'a step must be an object with a type')) return unreadable(at);
    const type = readWord(this.#problems, at, value, {
      ...{ key: 'type', words: STEP_TYPES, needs: 'a step needs a type', mustBe: 'text' },
      ...{ unknown: 'unknown step type', code: 'unknown_step_type' },
      meant: (text) => MEANT.get(text.toLowerCase()) ?? '',
    });
    const branches = branchKeysOf(type)
      .filter((key) => has(value, key))
      .map((key) => ({ key, steps: this.sequence(getOwn(value, key), [...at, key], depth + 1) }));
    return { at, type, fields: value, branches };
  }
}

function unreadable(at: At): SequenceNode {
  return { at, type: null, fields: {}, branches: [] };
}

/** The tree of a `steps` array. At most `campaignSteps` steps and `campaignDepth` levels are read. */
export function readSteps(problems: Problems, value: unknown): SequenceNode[] {
  return new StepReader(problems).sequence(value, ['steps'], 0);
}

/** Every step of the tree, in reading order. */
export function* everyStep(steps: readonly SequenceNode[]): Generator<SequenceNode> {
  for (const step of steps) {
    yield step;
    for (const { steps: inner } of step.branches) yield* everyStep(inner);
  }
}
