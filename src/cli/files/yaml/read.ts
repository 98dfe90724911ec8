// YAML (and JSON, which is YAML) that remembers where everything stands, and that no file can blow up.

import type { At } from '../../../rules/problem.ts';
import { unheard } from '../../terminal/io.ts';
import type { TextRange } from '../../terminal/problems/problem.ts';
import { parseYaml } from './parse.ts';
import { Lines, Positions, type YamlProblem } from './places.ts';
import { type KindOf, YamlReader } from './value.ts';

export interface YamlText {
  readonly text: string;
  /** What the text says; null when it cannot be read. Values under an alias are the anchor's own, not copies. */
  readonly value: unknown;
  readonly problems: readonly YamlProblem[];
  /** False when there is no value to speak of: syntax, size, depth. */
  readonly readable: boolean;
  /**
   * Where a path stands: the value, or its key for an object, a list, or with `key`. A path that is not there is at the
   * `type` or `kind` of the object that lacks it, else at what is nearest to it.
   */
  placeOf(at: At, part?: 'key'): TextRange;
  /** Where the `nth` occurrence of a text inside a value stands; the value's place when it cannot be found there. */
  placeInside(at: At, token: { readonly text: string; readonly nth: number }): TextRange;
}

export const YAML_LIMITS = {
  /** UTF-16 units: twice the largest body the service takes. */
  characters: 4 * 1024 * 1024,
  /** Twice that of nested branches, and some. */
  depth: 150,
  /** Values that aliases and merge keys repeat. */
  repeated: 200_000,
} as const;

/** Reads one document. Never throws for what the text holds: that is in `problems`, all of it. */
export async function readYaml(text: string, kindOf: KindOf = () => 'auto'): Promise<YamlText> {
  const lines = new Lines(text);
  if (text.length > YAML_LIMITS.characters) {
    const message = `more than ${YAML_LIMITS.characters / 1024 / 1024} MB of YAML`;
    return readText(lines, null, [{ ...lines.between(0, 1), code: 'too_large', message }], kindOf);
  }
  const yaml = await import('yaml');
  return unheard(() => {
    const { root, problems } = parseYaml(yaml, lines, YAML_LIMITS.depth);
    return readText(lines, root, problems, kindOf);
  });
}

function readText(
  lines: Lines,
  root: Parameters<YamlReader['read']>[0] | null,
  problems: readonly YamlProblem[],
  kindOf: KindOf,
): YamlText {
  const values = new YamlReader(lines, kindOf, YAML_LIMITS.repeated);
  const value = root === null ? null : values.read(root);
  const positions = new Positions(lines, root);
  return {
    text: lines.text,
    value,
    problems: [...problems, ...values.problems],
    readable: root !== null && !values.problems.some(({ code }) => code === 'alias_bomb'),
    placeOf: (at, part) => positions.placeOf(at, part),
    placeInside: (at, token) => positions.placeInside(at, token),
  };
}
