// The command tree as tools of the Model Context Protocol: a tool for each command that a program can use.

import { bodySchemaOf } from '../../../contract/definitions.ts';
import { dictionary } from '../../../contract/json.ts';
import { everyCommand, type TreeCommand, type TreeOption } from '../../session/about.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Allowed } from './allowed.ts';

type ToolSchema = Readonly<Record<string, unknown>>;

export interface Tool {
  /** `contacts_import` */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' } & ToolSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly command: TreeCommand;
  /** The least that has to be allowed for it. */
  readonly needs: Allowed;
  /** Whether the record's fields come as one object, `body`. */
  readonly takesBody: boolean;
}

function optionSchema({ description, value, valueRequired, choices, repeatable }: TreeOption): ToolSchema {
  if (value === null) return { type: 'boolean', description };
  const one = choices === null ? { type: 'string' } : { type: 'string', enum: choices };
  if (repeatable) return { type: 'array', items: one, description };
  return valueRequired ? { ...one, description } : { type: ['string', 'boolean'], description };
}

/** `--create-list` is the property `create-list`. */
export const propertyOf = (option: TreeOption) => option.long.replace(/^--/, '');

export function offeredOptions(command: TreeCommand, takesBody: boolean): readonly TreeOption[] {
  // The server confirms for itself, and decides whether a file may publish: both follow from --allow.
  const withheld = new Set([
    '--yes',
    '--draft',
    '--save-plan',
    ...command.optionsNotForAgents,
    ...(takesBody ? command.bodyOptions : []),
  ]);
  return command.options.filter(({ long }) => !withheld.has(long));
}

function inputSchema(command: TreeCommand, takesBody: boolean): Tool['inputSchema'] {
  const properties = dictionary<ToolSchema>();
  const required: string[] = [];
  for (const { name, description, choices, variadic, required: isRequired } of command.arguments) {
    const one = choices === null ? { type: 'string' } : { type: 'string', enum: choices };
    properties[name] = variadic ? { type: 'array', items: one, description } : { ...one, description };
    if (isRequired) required.push(name);
  }
  for (const option of offeredOptions(command, takesBody)) properties[propertyOf(option)] = optionSchema(option);
  properties['fields'] = { type: 'string', description: 'only these keys of the records: a,b.c' };
  let definitions: ToolSchema = {};
  if (takesBody) {
    const route = command.routes.find(({ effect }) => effect === 'write');
    const { $defs, ...schema } = (route === undefined ? null : bodySchemaOf(route)) ?? { type: 'object' };
    if ($defs !== undefined) definitions = { $defs };
    properties['body'] = { ...schema, description: 'the fields of the record' };
    required.push('body');
  }
  return { type: 'object', properties, required, additionalProperties: false, ...definitions };
}

function neededBy({ effect, isIrreversible }: TreeCommand): Allowed {
  if (effect === 'reads') return 'read';
  if (isIrreversible) return 'sends';
  return effect === 'destroys' ? 'writes' : 'drafts';
}

function toolOf(command: TreeCommand): Tool {
  const { path, summary, description, routes } = command;
  const needs = neededBy(command);
  const writes = needs !== 'read';
  const takesBody = command.bodyOptions.length > 0;
  const scopes = [...new Set(routes.map(({ access }) => access))].filter((access) => access !== null);
  const says = [description, ...(scopes.length === 0 ? [] : [`Required scopes: ${scopes.join(', ')}.`])];
  return {
    name: path.replaceAll(/[ -]/g, '_'),
    description: says.join('\n\n'),
    inputSchema: inputSchema(command, takesBody),
    annotations: {
      title: summary,
      readOnlyHint: !writes,
      destructiveHint: writes && command.isDestructive,
      idempotentHint: !writes || routes.every(({ method }) => method === 'GET' || method === 'PUT'),
      openWorldHint: routes.length > 0,
    },
    command,
    needs,
    takesBody,
  };
}

/** The control of the local service is not offered: an agent could reset the store it is tested on. */
const isControl = ({ routes }: TreeCommand) => routes.length > 0 && routes.every(({ access }) => access === 'ADMIN');

/** All tools, including those that an assistant may not use. */
export function toolsOf(root: TreeCommand): readonly Tool[] {
  return [...everyCommand(root)]
    .filter(({ effect, notForAgents }) => effect !== null && notForAgents === null)
    .filter((command) => !isControl(command))
    .map(toolOf);
}

/** The tools of these names: `read` for those that write nothing, a group, or a tool. Throws UsageError for another word. */
export function chosenTools(tools: readonly Tool[], words: readonly string[]): readonly Tool[] {
  const fits = ({ name, needs, command }: Tool, word: string) =>
    word === 'read' ? needs === 'read' : name === word || command.path.split(' ')[0] === word;
  const unknown = words.filter((word) => !tools.some((tool) => fits(tool, word)));
  if (unknown.length > 0) {
    const groups = [...new Set(tools.map(({ command }) => command.path.split(' ')[0]))];
    throw new UsageError(`--tools: there is no ${unknown.join(', ')}`, { hint: `read, ${groups.join(', ')}` });
  }
  return words.length === 0 ? tools : tools.filter((tool) => words.some((word) => fits(tool, word)));
}
