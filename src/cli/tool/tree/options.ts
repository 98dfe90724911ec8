// Options of commands as plain data.

import type { Option } from 'commander';
import { addGlobalFlags } from '../../app/settings.ts';
import type { TreeOption } from './tree.ts';

/** What every command takes. */
export async function globalOptions(): Promise<readonly TreeOption[]> {
  const { Command } = await import('commander');
  return addGlobalFlags(new Command()).options.map(optionOf);
}

export function optionOf(option: Option): TreeOption {
  const value = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? null;
  return {
    flags: option.flags,
    short: option.short ?? null,
    long: option.long ?? option.flags,
    description: option.description,
    value,
    valueRequired: option.required,
    choices: option.argChoices ?? choicesIn(value) ?? wordsIn(option.description),
    // A parser is either commander's own, which checks choices, or one of ours, and those all gather values.
    repeatable: option.variadic || (option.parseArg !== undefined && option.argChoices === undefined),
  };
}

/** `<csv|ndjson>` names its values; `<name|id>` and `<day|moment>` name kinds of them. */
const KINDS = /^(id|name|file|ids|url|day|moment)$/;

function choicesIn(value: string | null): readonly string[] | null {
  const parts = value?.split('|') ?? [];
  return parts.length > 1 && parts.every((part) => /^[a-z]+$/.test(part) && !KINDS.test(part)) ? parts : null;
}

/** `table|json (REACH_OUTPUT)`: a description that begins with the values. */
function wordsIn(description: string): readonly string[] | null {
  const words = /^[a-z-]+(\|[a-z-]+)+(?= |$)/.exec(description)?.[0];
  return words === undefined ? null : words.split('|');
}
