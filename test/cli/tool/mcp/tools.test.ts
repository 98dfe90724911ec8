// The commands as tools: which there are, what they say of themselves, and how an input becomes a command line.

import { beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../../src/cli/tool/mcp/call.ts';
import { type Tool, toolsOf } from '../../../../src/cli/tool/mcp/tools.ts';
import { readTree } from '../../../../src/cli/tool/tree/read.ts';

let tools: ReadonlyMap<string, Tool>;
beforeAll(async () => {
  tools = new Map(toolsOf(await readTree('1.2.3')).map((tool) => [tool.name, tool]));
});

const toolOf = (name: string): Tool => {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  return tool;
};
const propertiesOf = (name: string) => Object.entries(toolOf(name).inputSchema['properties'] ?? {});

test('what is marked as read-only asks for nothing but reads, and writes no file', () => {
  const reads = [...tools.values()].filter(({ annotations }) => annotations.readOnlyHint);
  expect(reads.length).toBeGreaterThan(50);
  expect(reads.filter(({ command }) => command.routes.some(({ effect }) => effect === 'write'))).toEqual([]);
  const writesFiles = /^(out|file|force|results|rejects|secret-file)$/;
  const suspects = reads.flatMap(({ name, inputSchema, command }) =>
    Object.keys(inputSchema['properties'] ?? {})
      .filter((property) => writesFiles.test(property) && command.options.some(({ long }) => long === `--${property}`))
      .map((property) => `${name} ${property}`),
  );
  expect(suspects).toEqual([]);
});

test.each([
  ['init_outreach', false, true],
  ['pull', false, true],
  ['contacts_export', false, true],
  ['campaign_init', false, true],
  ['plan', true, false],
  ['contacts_update', false, true],
  // A field that is sent takes the place of that of the contact it is merged with.
  ['contacts_import', false, true],
  ['playbook_apply', false, true],
  ['inbox_reply', false, true],
  ['campaign_add_list', false, true],
  ['apply', false, true],
  ['action_run', false, true],
  ['finder_import', false, true],
  ['workflow_trigger', false, true],
  ['list_create', false, false],
  ['campaign_clone', false, false],
  ['inbox_tag', false, false],
])('%s: read-only %s, destructive %s', (name, readOnlyHint, destructiveHint) => {
  expect(toolOf(name).annotations).toMatchObject({ readOnlyHint, destructiveHint });
});

test('what only a person or a shell can use is not a tool, nor is the help of the parser', () => {
  expect([...tools.keys()].filter((name) => /(_help|_edit|_watch|mailboxes_add)$/.test(name))).toEqual([]);
  expect(propertiesOf('identity_signature').map(([name]) => name)).not.toContain('edit');
});

test('schemas: values that may be repeated are arrays, others words; what may stand alone is reported', () => {
  const typeOf = (name: string, property: string) => new Map(propertiesOf(name)).get(property)?.type;
  expect(typeOf('contacts_search', 'include')).toBe('array');
  expect(typeOf('plan', 'target')).toBe('array');
  expect(typeOf('inbox_threads', 'tag')).toBe('array');
  expect(typeOf('contacts_search', 'limit')).toBe('string');
  expect(typeOf('campaign_lint', 'format')).toBe('string');
  expect(typeOf('contacts_import', 'resume')).toEqual(['string', 'boolean']);
  expect(new Map(propertiesOf('inbox_link')).get('since')).toEqual({
    type: 'string',
    description: 'with messages since then',
  });
});

test('the fields of a record are one object; the inputs of a run are its own flag', () => {
  const names = (tool: string) => propertiesOf(tool).map(([name]) => name);
  expect(names('contacts_create')).toEqual('dry-run show-requests custom list no-merge fields body'.split(' '));
  expect(names('contacts_update')).toEqual(
    expect.arrayContaining(['id', 'dry-run', 'custom', 'csv', 'fields', 'body']),
  );
  for (const flag of ['field', 'field-json', 'input']) expect(names('contacts_update')).not.toContain(flag);
  expect(names('workflow_run')).toEqual(expect.arrayContaining(['field', 'input']));
  expect(names('workflow_run')).not.toContain('body');
});

test('whatever is named as a file or folder is declared as one, so that it is completed', () => {
  const isNamed = (name: string | null) => /^(file|files|folder|dir|path|out|input)$/i.test(name ?? '');
  const undeclared = [...tools.values()].flatMap(({ name, command }) => [
    ...command.arguments
      .filter((one) => isNamed(one.name) && one.completes === null)
      .map((one) => `${name} ${one.name}`),
    ...command.options
      .filter((one) => isNamed(one.value) && one.completes === null)
      .map((one) => `${name} ${one.long}`),
  ]);
  // A path of the interface, folders of AI variables, and one of a mailbox.
  const others = undeclared.filter((one) => !/^(api path|ai_folder_\w+ .*|inbox_link --folder)$/.test(one));
  expect(others).toEqual([]);
});

test('a flag that wants a value never swallows the word behind it', () => {
  const { argv } = commandLine(
    toolOf('contacts_delete'),
    { ids: ['1'], 'dry-run': true },
    { profile: 'staging', allow: 'sends' },
  );
  expect(argv).toEqual(
    'contacts delete --json --no-input --no-color --profile=staging --dry-run --yes -- 1'.split(' '),
  );
  expect(commandLine(toolOf('contacts_list'), { limit: true }, { profile: 'local', allow: 'read' }).argv).toContain(
    '--limit=true',
  );
});
