// YAML (and JSON, which is YAML) that remembers where everything stands, and that no file can blow up.

import type { CST, Document, Pair, YAMLError } from 'yaml';
import type { At } from '../../../rules/problem.ts';
import { unheard } from '../../terminal/io.ts';
import type { TextRange } from '../../terminal/problems/problem.ts';
import { Lines, Positions, rangeOf, type Yaml, type YamlNode, type YamlProblem } from './places.ts';
import { type KindOf, YamlReader } from './value.ts';

interface ParsedYaml {
  /** Null when there is nothing to read. */
  readonly root: YamlNode | null;
  readonly problems: readonly YamlProblem[];
}

const SYNTAX_PROBLEMS_MAX = 20;

/** Reads one document of nested collections down to `depth`. */
function parseYaml(yaml: Yaml, lines: Lines, depth: number): ParsedYaml {
  const problem = (start: number, end: number, code: string, message: string): YamlProblem => ({
    ...lines.between(start, end),
    code,
    message,
  });
  const { text } = lines;
  const tokens = tokensOf(yaml, text, depth);
  if (typeof tokens === 'number') {
    return { root: null, problems: [problem(tokens, tokens + 1, 'too_deep', `nested deeper than ${depth} levels`)] };
  }
  // Keys are compared when values are made: here each would be held against all others.
  const composer = new yaml.Composer({ version: '1.2', schema: 'core', uniqueKeys: false, strict: true });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return { root: null, problems: [problem(0, 1, 'empty', 'the file is empty')] };
  const problems = [...document.errors, ...document.warnings]
    .slice(0, SYNTAX_PROBLEMS_MAX)
    .map((error) => syntaxProblem(yaml, lines, document, error));
  const { version, explicit } = document.directives.yaml;
  if (explicit === true && version !== '1.2') problems.push(problem(0, 1, 'yaml_version', 'only YAML 1.2 is read'));
  if (second !== undefined) {
    const [start] = second.range;
    problems.push(problem(start, start + 1, 'multiple_docs', 'a second document: a file holds one'));
  }
  if (document.errors.length > 0) return { root: null, problems };
  const root = withoutAliases(yaml, document, (node, code, message) => {
    const [start, end] = rangeOf(node);
    problems.push(problem(start, end, code, message));
  });
  return { root, problems };
}

/** The tokens of a text, or the offset where it nests too deep: composing them recurses, and would overflow. */
function tokensOf(yaml: Yaml, text: string, depth: number): CST.Token[] | number {
  const parser = new yaml.Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Beside the collections that are open, the document and the value being read stand on the stack.
    if (parser.stack.length > depth + 2) return parser.offset;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function syntaxProblem(yaml: Yaml, lines: Lines, document: Document, { pos, code, message }: YAMLError): YamlProblem {
  const plain = { ...lines.between(pos[0], pos[1]), code: code.toLowerCase(), message };
  if (!/^Missing closing .quote$/.test(message)) return plain;
  // The parser reports where the text ends; what has to be found is where the quote begins.
  let problem: YamlProblem = plain;
  yaml.visit(document, {
    Scalar: (_key, { range, type }) => {
      if (range?.[1] !== pos[0] || !type?.startsWith('QUOTE')) return;
      const place = lines.between(range[0], range[0] + 1);
      problem = { ...place, code: 'unclosed_quote', message: 'this quote is never closed' };
    },
  });
  return problem;
}

/** The document, with the node of its anchor in the place of each alias. */
function withoutAliases(
  yaml: Yaml,
  document: Document,
  report: (node: YamlNode, code: string, message: string) => void,
): YamlNode {
  const anchors = new Map<string, YamlNode>();
  const open = new Set<YamlNode>();
  const nothing = (at: number): YamlNode => Object.assign(new yaml.Scalar(null), { range: [at, at, at] });
  const resolved = (node: unknown, place = 0): YamlNode => {
    if (yaml.isAlias(node)) {
      const { source } = node;
      const target = anchors.get(source);
      if (target !== undefined && !open.has(target)) return target;
      const alias = Object.assign(nothing(0), { range: node.range });
      if (target === undefined) report(alias, 'unknown_alias', `*${source} has no anchor &${source} before it`);
      else report(alias, 'endless_alias', `*${source} stands inside its own anchor`);
      return alias;
    }
    if (!yaml.isCollection(node) && !yaml.isScalar(node)) return nothing(place);
    // In the order of the text, so that an alias finds the anchor before it.
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    open.add(node);
    if (yaml.isSeq(node)) node.items = node.items.map((item) => resolved(item));
    else if (yaml.isMap(node)) node.items = node.items.filter((pair) => isNamed(pair, node));
    open.delete(node);
    return node;
  };
  const isNamed = (pair: Pair, map: YamlNode): boolean => {
    const { key } = pair;
    const isText = yaml.isScalar(key) && key.value !== null;
    if (!isText) {
      const isNode = yaml.isCollection(key) || yaml.isScalar(key);
      report(isNode ? key : map, 'invalid_key', 'a key must be text');
    }
    pair.value = resolved(pair.value, yaml.isScalar(key) ? rangeOf(key)[1] : 0);
    return isText;
  };
  return resolved(document.contents);
}

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

/** The same text, asked by paths of what was made of it; `inText` gives the path in the text. */
export const placedBy = (yaml: YamlText, inText: (at: At) => At): YamlText => ({
  ...yaml,
  placeOf: (at, part) => yaml.placeOf(inText(at), part),
  placeInside: (at, token) => yaml.placeInside(inText(at), token),
});

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
  const yaml = await import('yaml');
  if (text.length > YAML_LIMITS.characters) {
    const message = `more than ${YAML_LIMITS.characters / 1024 / 1024} MB of YAML`;
    return readText(yaml, lines, null, [{ ...lines.between(0, 1), code: 'too_large', message }], kindOf);
  }
  return await unheard(() => {
    const { root, problems } = parseYaml(yaml, lines, YAML_LIMITS.depth);
    return readText(yaml, lines, root, problems, kindOf);
  });
}

function readText(
  yaml: Yaml,
  lines: Lines,
  root: YamlNode | null,
  problems: readonly YamlProblem[],
  kindOf: KindOf,
): YamlText {
  const values = new YamlReader(yaml, lines, kindOf, YAML_LIMITS.repeated);
  const value = root === null ? null : values.read(root);
  const positions = new Positions(yaml, lines, root);
  return {
    text: lines.text,
    value,
    problems: [...problems, ...values.problems],
    readable: root !== null && !values.problems.some(({ code }) => code === 'alias_bomb'),
    placeOf: (at, part) => positions.placeOf(at, part),
    placeInside: (at, token) => positions.placeInside(at, token),
  };
}
