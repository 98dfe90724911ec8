// YAML (and JSON, which is YAML) that remembers where everything stands, and that no file can blow up.

import type { CST, Document, YAMLError } from 'yaml';
import type { At } from '../../rules/problem.ts';
import { Lines, type Place, Positions, type Yaml } from './yaml-places.ts';
import { type KindOf, Values, type YamlProblem } from './yaml-value.ts';

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
  placeOf(at: At, part?: 'key'): Place;
  /** Where the `nth` occurrence of a text inside a value stands; the value's place when it cannot be found there. */
  placeInside(at: At, token: { readonly text: string; readonly nth: number }): Place;
}

export const YAML_LIMITS = {
  /** UTF-16 units: twice the largest body the service takes. */
  characters: 4 * 1024 * 1024,
  /** Twice that of nested branches, and some. */
  depth: 150,
  /** Values after every alias is followed. */
  values: 200_000,
} as const;

const SYNTAX_PROBLEMS_MAX = 20;

/** Reads one document. Never throws for what the text holds: that is in `problems`, all of it. */
export async function readYaml(text: string, kindOf: KindOf = () => 'auto'): Promise<YamlText> {
  const lines = new Lines(text);
  if (text.length > YAML_LIMITS.characters) {
    return unreadable(lines, 'too_large', 0, `more than ${YAML_LIMITS.characters / 1024 / 1024} MB of YAML`);
  }
  const yaml = await import('yaml');
  const tokens = tokensOf(yaml, text);
  if (typeof tokens === 'number') {
    return unreadable(lines, 'too_deep', tokens, `nested deeper than ${YAML_LIMITS.depth} levels`);
  }
  // Keys are compared by `Values`: here each would be held against all others.
  const composer = new yaml.Composer({ version: '1.2', schema: 'core', uniqueKeys: false, strict: true });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return unreadable(lines, 'empty', 0, 'the file is empty');

  const problems: YamlProblem[] = [...document.errors, ...document.warnings]
    .slice(0, SYNTAX_PROBLEMS_MAX)
    .map((error) => syntaxProblem(yaml, lines, document, error));
  const { version, explicit } = document.directives.yaml;
  if (explicit === true && version !== '1.2') {
    problems.push({ ...lines.between(0, 1), code: 'yaml_version', message: 'only YAML 1.2 is read' });
  }
  if (second !== undefined) {
    const place = lines.between(second.range[0], second.range[0] + 1);
    problems.push({ ...place, code: 'multiple_docs', message: 'a second document: a file holds one' });
  }
  const values = new Values(yaml, lines, kindOf, YAML_LIMITS.values);
  const isWhole = document.errors.length === 0;
  const value = isWhole ? values.read(document) : null;
  const positions = new Positions(yaml, lines, document.contents, values.targets);
  return {
    text,
    value,
    problems: [...problems, ...values.problems],
    readable: isWhole && !values.problems.some(({ code }) => code === 'alias_bomb'),
    placeOf: (at, part) => positions.placeOf(at, part),
    placeInside: (at, token) => positions.placeInside(at, token),
  };
}

/** The tokens of a text, or the offset where it nests too deep: composing them recurses, and would overflow. */
function tokensOf(yaml: Yaml, text: string): CST.Token[] | number {
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Beside the collections that are open, the document and the value being read stand on the stack.
    if (parser.stack.length > YAML_LIMITS.depth + 2) return parser.offset;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function syntaxProblem(yaml: Yaml, lines: Lines, document: Document, { pos, code, message }: YAMLError): YamlProblem {
  const plain = { ...lines.between(pos[0], pos[1]), code: code.toLowerCase(), message };
  if (!/^Missing closing .quote$/.test(message)) return plain;
  // The parser tells where the text ends; what has to be found is where the quote begins.
  let problem: YamlProblem = plain;
  yaml.visit(document, {
    Scalar: (_key, { range, type }) => {
      if (range?.[1] !== pos[0] || !type?.startsWith('QUOTE')) return;
      problem = {
        ...lines.between(range[0], range[0] + 1),
        code: 'unclosed_quote',
        message: 'this quote is never closed',
      };
    },
  });
  return problem;
}

function unreadable(lines: Lines, code: string, offset: number, message: string): YamlText {
  const first = lines.between(0, 0);
  return {
    text: lines.text,
    value: null,
    problems: [{ ...lines.between(offset, offset + 1), code, message }],
    readable: false,
    placeOf: () => first,
    placeInside: () => first,
  };
}
