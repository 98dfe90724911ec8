// The command tree as tools of the Model Context Protocol: a tool for each command that a program can use.

import { bodySchemaOf } from '../../../contract/definitions.ts';
import { everyCommand, type TreeCommand, type TreeOption } from '../tree/tree.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Tool {
  /** `contacts_import` */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' } & Json;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly command: TreeCommand;
  /** Whether it changes anything: in the workspace, in the local service, or in files. */
  readonly writes: boolean;
  /** Whether the record's fields come as one object, `body`. */
  readonly takesBody: boolean;
}

/** What needs a person (its password, its editor), a shell or this machine's configuration, or never ends. */
const LEFT_OUT = /^(auth|profile|completion|commands|mcp|serve|demo|doctor|api)\b| (edit|watch|mailboxes add)$/;

/** Flags that make sense to a person only, that this server sets itself, or by which a reading command writes a file. */
const NOT_OFFERED = new Set(['--yes', '--open', '--edit', '--out']);

/** Flags that give a record's fields: the tool takes them as one object. */
const OF_BODY = new Set(['--field', '--field-json', '--input']);

/** Commands that write files and ask no route: told by their names, for nothing else tells. */
const WRITES_FILES = /^init |(^| )(init|export|pull)$/;

/** Set going, paid for, sent or ended, which nothing takes back. */
const FINAL =
  /^\/wf\/|\/(status|cancel|publish|run|actions|import|approvals|reactions|inbox\/messages|add-contact(-group)?-to-campaign)$/;

/** Options by which a command replaces what is there: files, items, or fields of a record that it matches. */
const REPLACES = new Set(['--force', '--overwrite', '--prune', '--no-merge']);

/** Whether it may do more than add: change, replace or delete what is there, or what cannot be taken back. */
const isDestructive = ({ path, routes, options }: TreeCommand) =>
  routes.some(({ method, path: to, effect }) => effect === 'write' && (method !== 'POST' || FINAL.test(to))) ||
  options.some(({ long }) => REPLACES.has(long) || (long === '--file' && WRITES_FILES.test(path)));

function optionSchema({ description, value, valueRequired, choices, repeatable }: TreeOption): Json {
  if (value === null) return { type: 'boolean', description };
  const one = choices === null ? { type: 'string' } : { type: 'string', enum: choices };
  if (repeatable) return { type: 'array', items: one, description };
  return valueRequired ? { ...one, description } : { type: ['string', 'boolean'], description };
}

/** `--create-list` is the property `create-list`. */
export const propertyOf = (option: TreeOption) => option.long.replace(/^--/, '');

export function offeredOptions({ options }: TreeCommand, takesBody: boolean): readonly TreeOption[] {
  return options.filter(({ long }) => !NOT_OFFERED.has(long) && !(takesBody && OF_BODY.has(long)));
}

function inputSchema(command: TreeCommand, takesBody: boolean): Tool['inputSchema'] {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const { name, description, choices, variadic, required: isRequired } of command.arguments) {
    const one = choices === null ? { type: 'string' } : { type: 'string', enum: choices };
    properties[name] = variadic ? { type: 'array', items: one, description } : { ...one, description };
    if (isRequired) required.push(name);
  }
  for (const option of offeredOptions(command, takesBody)) properties[propertyOf(option)] = optionSchema(option);
  properties['fields'] = { type: 'string', description: 'only these keys of the records: a,b.c' };
  let definitions: Json = {};
  if (takesBody) {
    const route = command.routes.find(({ effect }) => effect === 'write');
    const { $defs, ...schema } = (route === undefined ? null : bodySchemaOf(route)) ?? { type: 'object' };
    if ($defs !== undefined) definitions = { $defs };
    properties['body'] = { ...schema, description: 'the fields of the record' };
    required.push('body');
  }
  return { type: 'object', properties, required, additionalProperties: false, ...definitions };
}

function toolOf(command: TreeCommand): Tool {
  const { path, summary, description, routes } = command;
  const writes = routes.some(({ effect }) => effect === 'write') || WRITES_FILES.test(path);
  const takesBody = command.options.some(({ long }) => long === '--field-json');
  const scopes = [...new Set(routes.map(({ access }) => access))].filter((access) => access !== null);
  const says = [description, ...(scopes.length === 0 ? [] : [`Needs scope ${scopes.join(', ')}.`])];
  return {
    name: path.replaceAll(/[ -]/g, '_'),
    description: says.join('\n\n'),
    inputSchema: inputSchema(command, takesBody),
    annotations: {
      title: summary,
      readOnlyHint: !writes,
      destructiveHint: writes && isDestructive(command),
      idempotentHint: !writes || routes.every(({ method }) => method === 'GET' || method === 'PUT'),
      openWorldHint: routes.length > 0,
    },
    command,
    writes,
    takesBody,
  };
}

/** The control of the local service is not offered: it could take a test's ground away. */
const isControl = ({ routes }: TreeCommand) => routes.length > 0 && routes.every(({ access }) => access === 'ADMIN');

/** All tools; those that write are there as well, and refused unless the server was started with --allow-writes. */
export function toolsOf(root: TreeCommand): readonly Tool[] {
  return [...everyCommand(root)]
    .filter(({ path, commands }) => path !== '' && commands.length === 0 && !LEFT_OUT.test(path))
    .filter((command) => !isControl(command))
    .map(toolOf);
}
