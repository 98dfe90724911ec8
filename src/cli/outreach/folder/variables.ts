// Variables of an outreach folder: `${var.sender}` in its files, another value in each workspace.

import type { Scalar } from 'yaml';
import { didYouMean } from '../../../rules/nearest.ts';
import type { Variables } from '../../../rules/outreach/settings.ts';
import { Lines, type YamlProblem } from '../../files/yaml/places.ts';
import { readYaml, type YamlText } from '../../files/yaml/read.ts';
import { unheard } from '../../terminal/io.ts';
import type { TextRange } from '../../terminal/problems/problem.ts';

const REFERENCE = /\$\{var\.([^}\n]{0,100})\}/g;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A value inside a text of this style. */
function within(style: Scalar['type'], value: string): string {
  if (style === 'QUOTE_DOUBLE') return JSON.stringify(value).slice(1, -1);
  return style === 'QUOTE_SINGLE' ? value.replaceAll("'", "''") : value;
}

export interface FilledText {
  readonly text: string;
  /** Variables that the workspace does not have. */
  readonly problems: readonly YamlProblem[];
  /** Places of the filled text are shown where they are in the file. */
  placed(yaml: YamlText): YamlText;
}

/** The text of a file with the values of a workspace in place of its variables. Null where it has none. */
export async function filledIn(text: string, variables: Variables, workspace: string): Promise<FilledText | null> {
  // What cannot be read, nested too deep for one, is reported as it stands.
  if (!text.includes('${var.') || !(await readYaml(text)).readable) return null;
  const lib = await import('yaml');
  const document = await unheard(() => lib.parseDocument(text, { version: '1.2' }));
  const lines = new Lines(text);
  const edits: Edit[] = [];
  const problems: YamlProblem[] = [];
  const variable = (name: string, at: number): string | number | boolean => {
    const value = variables.get(name);
    if (value !== undefined) return value;
    const message = `workspace ${workspace} has no variable ${name}${didYouMean(name, [...variables.keys()])}`;
    problems.push({ ...lines.between(at, at + name.length + 7), code: 'unknown_variable', message });
    return '';
  };
  lib.visit(document, {
    Scalar(_key, { type, range }) {
      const [start = 0, end = 0] = range ?? [];
      const source = text.slice(start, end);
      const references = [...source.matchAll(REFERENCE)].map(({ 0: { length }, 1: name = '', index }) => ({
        start: start + index,
        end: start + index + length,
        value: variable(name, start + index),
      }));
      const [first] = references;
      if (first === undefined) return;
      // Plain text with a value in it may mean something else to YAML; a value alone keeps its type.
      if (type === 'PLAIN' && !source.includes('\n')) {
        const isAlone = first.start === start && first.end === end;
        const filled = source.replace(REFERENCE, (_, name: string) => String(variables.get(name) ?? ''));
        edits.push({ start, end, text: JSON.stringify(isAlone ? first.value : filled) });
      } else {
        for (const { value, start: at, end: to } of type === 'PLAIN' ? references : []) {
          if (!/(?:^|\s)#|:(?:\s|$)|^\s|\s$/.test(String(value))) continue;
          const message = 'the value means something else to YAML in a text of several lines: put the text in quotes';
          problems.push({ ...lines.between(at, to), code: 'unquoted_variable', message });
        }
        for (const { value, ...place } of references) edits.push({ ...place, text: within(type, String(value)) });
      }
    },
  });
  return { text: edited(text, edits), problems, placed: (yaml) => placedBefore(yaml, text, edits) };
}

function edited(text: string, edits: readonly Edit[]): string {
  let [made, at] = ['', 0];
  for (const { start, end, text: by } of edits) {
    made += text.slice(at, start) + by;
    at = end;
  }
  return made + text.slice(at);
}

/** No edit crosses a line: only columns behind it differ. */
function placedBefore(yaml: YamlText, text: string, edits: readonly Edit[]): YamlText {
  const lines = new Lines(text);
  const places = edits.map(({ start, end, text: by }) => ({ ...lines.between(start, end), length: by.length }));
  const columnOf = (line: number, column: number): number => {
    let shift = 0;
    for (const place of places) {
      if (place.line !== line) continue;
      const from = place.column + shift;
      if (column < from) break;
      if (column < from + place.length) return Math.min(column - shift, place.endColumn - 1);
      shift += place.length - (place.endColumn - place.column);
    }
    return column - shift;
  };
  const placed = (range: TextRange): TextRange => ({
    ...range,
    column: columnOf(range.line, range.column),
    endColumn: columnOf(range.endLine, range.endColumn),
  });
  return {
    ...yaml,
    text,
    problems: yaml.problems.map((problem) => ({ ...problem, ...placed(problem) })),
    placeOf: (at, part) => placed(yaml.placeOf(at, part)),
    placeInside: (at, token) => placed(yaml.placeInside(at, token)),
  };
}
