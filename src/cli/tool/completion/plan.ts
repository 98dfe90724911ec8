// The tree, cut down to the questions that every shell's script asks; each script is only another spelling of it.

import { getOwn } from '../../../contract/json.ts';
import { everyCommand, type TreeCommand, type TreeOption } from '../../session/about.ts';
import type { NameKind } from '../../session/name-kinds.ts';

/** What can stand at a place of the command line. */
export type Slot =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Some of these, separated by commas. */
  | { readonly kind: 'list'; readonly words: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'names'; readonly of: NameKind }
  | null;

function slotOf({ choices, completes }: Pick<TreeOption, 'choices' | 'completes'>): Slot {
  if (choices !== null) return { kind: 'words', words: choices };
  if (completes === null) return null;
  if (completes === 'file' || completes === 'folder') return { kind: completes };
  return typeof completes === 'string' ? { kind: 'names', of: completes } : { kind: 'words', words: completes };
}

export interface PlanOption {
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly slot: Slot;
}

export interface PlanWord {
  readonly word: string;
  readonly description: string;
}

interface PlanCommand {
  readonly path: string;
  /** Names and aliases by which it is called from the command above it. */
  readonly calledBy: readonly string[];
  readonly above: string;
  readonly words: readonly PlanWord[];
  readonly options: readonly PlanOption[];
  /** Options of every command that take something of their own here. */
  readonly narrowed: readonly PlanOption[];
  /** One for each argument; the last goes on for ever where `repeats`. */
  readonly arguments: readonly Slot[];
  readonly repeats: boolean;
}

export interface CompletionPlan {
  readonly commands: readonly PlanCommand[];
  readonly globals: readonly PlanOption[];
}

function planOption(option: TreeOption): PlanOption {
  return {
    names: option.short === null ? [option.long] : [option.short, option.long],
    description: option.description,
    takesValue: option.value !== null && option.valueRequired,
    slot: slotOf(option),
  };
}

const fieldsOption = (words: readonly string[]): PlanOption => ({
  names: ['--fields'],
  description: '',
  takesValue: true,
  slot: { kind: 'list', words },
});

const HELP: PlanOption = { names: ['-h', '--help'], description: 'this help', takesValue: false, slot: null };

/** `topics`: words that `reach help` takes beside commands. */
export function planOf(root: TreeCommand, globals: readonly TreeOption[], topics: readonly PlanWord[]): CompletionPlan {
  const commands = [...everyCommand(root)].map((command): PlanCommand => {
    const words = command.path.split(' ');
    return {
      path: command.path,
      calledBy: [words.at(-1) ?? '', ...command.aliases],
      above: words.slice(0, -1).join(' '),
      words: [
        ...command.commands.map((sub) => ({ word: sub.path.split(' ').at(-1) ?? '', description: sub.summary })),
        ...(command.path === '' ? [{ word: 'help', description: 'help of a command or a topic' }] : []),
      ],
      options: command.options.map(planOption),
      narrowed: command.fields.length === 0 ? [] : [fieldsOption(command.fields)],
      arguments: command.arguments.map(slotOf),
      repeats: command.arguments.at(-1)?.variadic ?? false,
    };
  });
  const groups = root.commands.map(({ path, summary }) => ({ word: path, description: summary }));
  const help: PlanCommand = {
    path: 'help',
    calledBy: ['help'],
    above: '',
    words: [...topics, ...groups],
    options: [],
    narrowed: [],
    arguments: [],
    repeats: false,
  };
  return { commands: [...commands, help], globals: [...globals.map(planOption), HELP] };
}

/** A slot as one word, which the scripts carry around: `file`, `names:lists`, `words:a b`, `list:a b`. */
export function slotText(slot: Slot): string {
  if (slot === null) return '';
  if (slot.kind === 'words' || slot.kind === 'list') return `${slot.kind}:${slot.words.join(' ')}`;
  return slot.kind === 'names' ? `names:${slot.of}` : slot.kind;
}

/** A script with what the tree of commands gives in place of each `@@name@@`. */
export const withParts = (script: string, parts: Readonly<Record<string, string>>): string =>
  script.replace(/@@(\w+)@@/g, (_, name: string) => getOwn(parts, name) ?? '');
