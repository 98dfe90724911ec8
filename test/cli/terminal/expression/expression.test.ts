// --jq and --template: a whole command line in, what is printed out.

import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

beforeAll(async () => {
  for (const name of ['Aoife Brennan', 'Declan Farrell']) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const fields = [`firstName=${firstName}`, `lastName=${lastName}`, 'companyName=Alderbrook Foods'];
    const email = `professionalEmail=${firstName.toLowerCase()}.${lastName.toLowerCase()}@alderbrook.example`;
    const input = [...fields, email, 'jobTitle=Head of Operations'].flatMap((field) => ['-f', field]);
    expect((await reach.run(['contacts', 'create', ...input])).code).toBe(0);
  }
});

test.each([
  ['a list is one array', '--jq length', '2\n'],
  ['text as it is, other values as JSON', '--jq ".[] | .firstName, {id}"', 'Aoife\n{"id":1}\nDeclan\n{"id":2}\n'],
  ['empty text is a line', '--jq ".[] | \\"\\", \\"a\\\\nb\\""', '\na\nb\n\na\nb\n'],
  ['an expression that begins with a minus', '--jq -1', '-1\n'],
  ['what --fields keeps', '--fields id,company.name --jq .[0]', '{"id":1,"company":{"name":"Alderbrook Foods"}}\n'],
  ['record by record', '-o ndjson --jq .id', '1\n2\n'],
  ['nothing', '--jq empty', ''],
  [
    'a template',
    '--template "{{firstName}}\\\\t{{company.name}}"',
    'Aoife\tAlderbrook Foods\nDeclan\tAlderbrook Foods\n',
  ],
  ['lists and objects in a template', '--template "{{personalEmails}}|{{constructor}}|{{gone}}"', '||\n||\n'],
  ['signs of HTML stay', '--template "<{{id}}> & co"', '<1> & co\n<2> & co\n'],
])('%s', async (_what, words, stdout) => {
  expect(await reach.run(`contacts list --limit 2 --quiet ${words}`)).toMatchObject({ code: 0, stdout, stderr: '' });
});

test.each([
  ['--jq .[', 'error: --jq: syntax error, unexpected end of file, line 1, column 2:\n    .[\n     ^\n'],
  ['--jq nosuch', 'error: --jq: nosuch/0 is not defined, line 1, column 1:\n    nosuch\n    ^^^^^^\n'],
  [
    '--template {{#a}}',
    'error: --template: Unclosed section "a" at character 6\n  hint: a field is {{firstName}}, one of an object {{company.name}}; see reach help scripting\n',
  ],
  ['--jq . --template x', 'error: give --jq or --template, not both\n'],
  [
    '-o csv --jq .',
    'error: --jq takes JSON: leave out --output csv\n  hint: -o ndjson applies it record by record, in constant memory\n',
  ],
])('%s is refused before anything is sent', async (words, stderr) => {
  const ran = await reach.run(`contacts create -f firstName=Ada ${words}`);
  expect(ran).toEqual({ code: EXIT.usage, stdout: '', stderr, requests: [] });
});

test('an expression that the data does not fit: exit 2 for a read, 1 for a write that was done', async () => {
  expect(await reach.run('contacts show 1 --jq .firstName.x')).toMatchObject({
    code: EXIT.usage,
    stderr: 'error: --jq: Cannot index string with string ("x")\n',
  });
  expect(await reach.run('list create Chosen --jq .name.x')).toMatchObject({
    code: EXIT.bad,
    stdout: '',
    stderr:
      'error: --jq: Cannot index string with string ("x")\n  hint: the command was carried out; only its answer is not shown\n',
  });
});

test('a command that prints text takes none; JSON of a service or a schema is JSON', async () => {
  expect(await reach.run('contacts export --limit 1 --jq .')).toMatchObject({ code: EXIT.bad });
  expect(await reach.run('schema campaign --jq .title')).toMatchObject({ code: 0, stdout: 'Campaign\n' });
  expect(await reach.run('api v1/contacts/1 --jq .data.firstName')).toMatchObject({ code: 0, stdout: 'Aoife\n' });
  expect(await reach.run('contacts update 1 -f jobTitle=CEO --show-requests --jq .method')).toMatchObject({
    code: 0,
    stdout: 'PATCH\n',
  });
});

test('at a terminal values are indented and nothing controls it', async () => {
  await reach.run(['contacts', 'update', '2', '-f', 'jobTitle=\u001b[31mred']);
  const ran = await reach.run('contacts show 2 --jq "{jobTitle}, .jobTitle"', { tty: true });
  expect(ran.stdout).toBe('{\n  "jobTitle": "\\u001b[31mred"\n}\nred\n');
});

test('-o wide cuts nothing and leaves no column out', async () => {
  const narrow = await reach.run('contacts list --limit 1', { tty: true, columns: 60 });
  const wide = await reach.run('contacts list --limit 1 -o wide', { tty: true, columns: 60 });
  expect(narrow.stdout.split('\n').every((line) => line.length <= 60)).toBe(true);
  expect(wide.stdout.split('\n')[2]).toContain('aoife.brennan@alderbrook.example');
  expect(wide.stdout.split('\n')[0]?.split(/ {2,}/).length).toBeGreaterThan(
    narrow.stdout.split('\n')[0]?.split(/ {2,}/).length ?? 0,
  );
  expect((await reach.run('contacts list --limit 1 -o wide')).stdout).toBe(
    (await reach.run('contacts list --limit 1')).stdout,
  );
});

test('help lists the columns that --fields takes', async () => {
  const { stdout } = await reach.run('list list --help');
  expect(stdout).toContain('\nFields:\n  ');
});
