// Actions from options: `--type T` starts one, each `--option name=value` after it belongs to it.

import { type Dictionary, dictionary } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { takenBy } from '../../../rules/actions/options.ts';
import { UsageError } from '../../terminal/exit.ts';

/** One action as the options give it; the rules say what is wrong with it. */
export interface FlaggedAction {
  readonly type: string;
  readonly options: Dictionary<unknown>;
}

/** `verify_lead_email` is VERIFY_LEAD_EMAIL. */
export function addType(text: string, before: readonly FlaggedAction[] = []): FlaggedAction[] {
  return [...before, { type: text.trim().toUpperCase().replace(/-/g, '_'), options: dictionary() }];
}

/** `speed=FAST`, `keyword:=["a","b"]`, `CRMOwnerId.value=7`: a dot goes into an object. */
export function setOption(action: FlaggedAction, text: string): void {
  const [, path, colon, input = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new UsageError(`--option ${text}: must be name=value`, { hint: '--option speed=FAST' });
  const names = path.split('.').map((name) => name.trim());
  const value = colon === ':' ? jsonValue(text, input) : plainValue(action.type, names, input);
  let at = action.options;
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
function plainValue(type: string, path: readonly string[], input: string): unknown {
  const takes = takenBy(type, path);
  if (takes === 'list') return input.split(',').map((part) => part.trim());
  if (takes === 'text') return input;
  if (input === 'true' || input === 'false') return input === 'true';
  return /^-?\d+(\.\d+)?$/.test(input) ? Number(input) : input;
}
