// Actions from options: `--type T` starts one, each `--option name=value` after it belongs to it.

import { isObject } from '../../../contract/json.ts';
import { ACTION_OPTIONS } from '../../../rules/actions/options.ts';
import { UsageError } from '../../app/exit.ts';

/** One action as the options give it; the rules say what is wrong with it. */
export interface FlaggedAction {
  readonly type: string;
  readonly options: Record<string, unknown>;
}

/** `verify_lead_email` is VERIFY_LEAD_EMAIL. */
export function addType(text: string, before: readonly FlaggedAction[] = []): FlaggedAction[] {
  return [...before, { type: text.trim().toUpperCase().replace(/-/g, '_'), options: {} }];
}

/** `speed=FAST`, `keyword:=["a","b"]`, `CRMOwnerId.value=7`: a dot goes into an object. */
export function setOption(action: FlaggedAction, text: string): void {
  const [, path, colon, given = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (path === undefined) throw new UsageError(`--option ${text}: must be name=value`, { hint: '--option speed=FAST' });
  const names = path.split('.').map((name) => name.trim());
  const value = colon === ':' ? jsonValue(text, given) : plainValue(action.type, names, given);
  let at: Record<string, unknown> = action.options;
  for (const name of names.slice(0, -1)) {
    const inner = at[name];
    const next: Record<string, unknown> = isObject(inner) ? { ...inner } : {};
    at[name] = next;
    at = next;
  }
  at[names.at(-1) ?? path] = value;
}

function jsonValue(text: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(`--option ${text}: what follows := is not JSON`);
  }
}

/** Text where the option takes text, a list where it takes a list; else what it looks like. */
function plainValue(type: string, [name = '', ...inner]: readonly string[], given: string): unknown {
  const options = Object.entries(ACTION_OPTIONS).find(([known]) => known === type)?.[1] ?? [];
  const kind = options.find((option) => option.name === name)?.kind ?? '';
  if (kind === 'list of names') return given.split(',').map((part) => part.trim());
  if (kind === 'text' || kind === 'text or list' || inner.at(-1) === 'value') return given;
  if (given === 'true' || given === 'false') return given === 'true';
  return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
}
