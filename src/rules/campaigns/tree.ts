// A `steps` array as a tree, read from whatever was sent. What cannot be read becomes a step of no type, so that the
// rest can still be checked.

import { type BranchKey, branchKeysOf, STEP_TYPES, type StepType } from '../../contract/campaigns/enums.ts';
import { kindOf } from '../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { didYouMean } from '../nearest.ts';
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
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['wait', 'delay', 'sleep', 'pause'].map((word) => [word, 'to wait, give the next step a delay'] as const),
  ...['if', 'branch', 'split', 'decision'].map((word) => [word, 'did you mean "condition"?'] as const),
  ...['stop', 'exit', 'finish'].map((word) => [word, 'did you mean "end"?'] as const),
  ...['connect', 'connection', 'invite', 'invitation'].map(
    (word) => [word, 'did you mean "network_connection"?'] as const,
  ),
  ...['message', 'dm'].map((word) => [word, 'did you mean "network_message"?'] as const),
  ...['voice', 'voice_message', 'voice_note'].map((word) => [word, 'did you mean "network_voice_message"?'] as const),
  ...['inmail'].map((word) => [word, 'did you mean "network_inmail"?'] as const),
  ...['visit', 'visit_profile'].map((word) => [word, 'did you mean "network_visit_profile"?'] as const),
  ...['like', 'like_post'].map((word) => [word, 'did you mean "network_like_last_post"?'] as const),
  ...['whatsapp'].map((word) => [word, 'did you mean "whatsapp_message"?'] as const),
  ...['call', 'todo', 'manual'].map((word) => [word, 'did you mean "task"?'] as const),
]);

function unknownType(type: string): string {
  const meant = MEANT.get(type.toLowerCase());
  if (meant !== undefined) return `unknown step type "${type}"; ${meant}`;
  const near = didYouMean(type, STEP_TYPES);
  return `unknown step type "${type.slice(0, 60)}"${near === '' ? `; known: ${STEP_TYPES.join(', ')}` : near}`;
}

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
    if (!isObject(value)) {
      this.#problems.error(at, 'invalid_type', `a step must be an object with a type, not ${kindOf(value)}`);
      return unreadable(at);
    }
    const type = this.#type(value, at);
    const branches = branchKeysOf(type)
      .filter((key) => has(value, key))
      .map((key) => ({ key, steps: this.sequence(getOwn(value, key), [...at, key], depth + 1) }));
    return { at, type, fields: value, branches };
  }

  #type(value: JsonObject, at: At): StepType | null {
    const type = getOwn(value, 'type');
    const known = STEP_TYPES.find((name) => name === type);
    if (known !== undefined) return known;
    if (type === undefined) {
      this.#problems.error([...at, 'type'], 'required', `a step needs a type: ${STEP_TYPES.join(', ')}`);
    } else if (typeof type === 'string') {
      this.#problems.error([...at, 'type'], 'unknown_step_type', unknownType(type));
    } else {
      this.#problems.error([...at, 'type'], 'invalid_type', `type must be text, not ${kindOf(type)}`);
    }
    return null;
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
