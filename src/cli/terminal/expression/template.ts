// --template: a Mustache template for each record.

import Mustache from 'mustache';
import { dictionary, isObject } from '../../../contract/json.ts';
import { UsageError } from '../exit.ts';
import { harmless, plainCell } from '../formats/cells.ts';
import type { Io } from '../io.ts';

export interface Expression {
  /** Applied to each record of a list; else to the list as a whole. */
  readonly isPerRecord: boolean;
  /** What it makes of these JSON texts, up to what it cannot be applied to. */
  apply(documents: readonly string[]): Promise<{ readonly text: string; readonly problem: string | null }>;
}

export interface ExpressionHost {
  readonly io: Pick<Io, 'interrupt'>;
  readonly isTTY: boolean;
  /** The built thread; null evaluates on this one. */
  readonly jqThread: string | null;
}

/** Without a prototype: `{{constructor}}` names a field like any other. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value;
  const copy = dictionary<unknown>();
  for (const [key, inner] of Object.entries(value)) copy[key] = bare(inner);
  return copy;
}

/** A shell gives `\n` and `\t` as they are typed. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\\', '\\'],
]);

/** Throws UsageError, with the place, for a tag that is not closed. */
export function templateExpression(input: string, { isTTY }: Pick<ExpressionHost, 'isTTY'>): Expression {
  try {
    Mustache.parse(input);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--template: ${message.replace(/ at (\d+)$/, ' at character $1')}`, {
      hint: 'a field is {{firstName}}, one of an object {{company.name}}; see reach help scripting',
    });
  }
  const template = input.replaceAll(/\\[nt\\]/g, (mark) => ESCAPES.get(mark) ?? mark);
  const rendered = (document: string): string => {
    const text = Mustache.render(template, bare(JSON.parse(document)), {}, { escape: plainCell });
    return `${isTTY ? harmless(text) : text}${text.endsWith('\n') ? '' : '\n'}`;
  };
  return {
    isPerRecord: true,
    apply: async (documents) => ({ text: documents.map(rendered).join(''), problem: null }),
  };
}
