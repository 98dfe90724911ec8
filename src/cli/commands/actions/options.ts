// Actions from options: `--type T` starts one, each `--option name=value` after it belongs to it.

import { type Dictionary, dictionary } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { UsageError } from '../../terminal/exit.ts';

/** One action as it was typed. */
export interface FlaggedAction {
  readonly type: string;
  /** `name=value`, or `name:=json`. */
  readonly options: string[];
}

/** `verify_lead_email` is VERIFY_LEAD_EMAIL. */
export function addType(text: string, before: readonly FlaggedAction[] = []): FlaggedAction[] {
  return [...before, { type: text.trim().toUpperCase().replace(/-/g, '_'), options: [] }];
}

type Taken = 'text' | 'list' | null;

/** The actions as they are sent; the rules say what is wrong with them. Throws UsageError for an option without a value. */
export async function actionsOf(actions: readonly FlaggedAction[]) {
  const { takenBy } = await import('../../../rules/actions/options.ts');
  return actions.map(({ type, options: texts }) => {
    const options = dictionary<unknown>();
    for (const text of texts) setOption(options, text, (path) => takenBy(type, path));
    return { type, ...(texts.length > 0 && { options }) };
  });
}

/** `speed=FAST`, `keyword:=["a","b"]`, `CRMOwnerId.value=7`: a dot goes into an object. */
function setOption(options: Dictionary<unknown>, text: string, takenBy: (path: readonly string[]) => Taken): void {
  const [, path, colon, input = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new UsageError(`--option ${text}: must be name=value`, { hint: '--option speed=FAST' });
  const names = path.split('.').map((name) => name.trim());
  const value = colon === ':' ? jsonValue(text, input) : plainValue(takenBy(names), input);
  let at = options;
  for (const name of names.slice(0, -1)) {
    const inner = at[name];
    const next = dictionary(isObject(inner) ? inner : {});
    at[name] = next;
    at = next;
  }
  at[names.at(-1) ?? path] = value;
}

function jsonValue(text: string, input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    throw new UsageError(`--option ${text}: the text after := is not valid JSON`);
  }
}

/** Text where the option takes text, a list where it takes a list; else what it looks like. */
function plainValue(takes: Taken, input: string): unknown {
  if (takes === 'list') return input.split(',').map((part) => part.trim());
  if (takes === 'text') return input;
  if (input === 'true' || input === 'false') return input === 'true';
  return /^-?\d+(\.\d+)?$/.test(input) ? Number(input) : input;
}
