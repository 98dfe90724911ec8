// The tree as data, and what is made of it: completions, manual, `reach commands`.

import { execaSync } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyCommand, type TreeCommand, type TreeOption } from '../../../../src/cli/session/about.ts';
import { planOf } from '../../../../src/cli/tool/completion/plan.ts';
import { completionScripts } from '../../../../src/cli/tool/completion/script.ts';
import { SHELLS } from '../../../../src/cli/tool/completion/shells.ts';
import { globalOptions } from '../../../../src/cli/tool/tree/options.ts';
import { manPages } from '../../../../src/cli/tool/tree/prepared.ts';
import { readTree } from '../../../../src/cli/tool/tree/read.ts';
import { TOPICS } from '../../../../src/cli/tool/tree/topics.ts';
import { EDITABLE_FIELDS } from '../../../../src/rules/records/fields.ts';
import { reachForTest } from '../../../opened.ts';

const TOPIC_TEXTS = Object.entries(TOPICS).map(([name, { summary }]) => ({ name, summary, text: `About ${name}.\n` }));

let root: TreeCommand;
let globals: readonly TreeOption[];
beforeAll(async () => {
  root = await readTree('1.2.3');
  globals = await globalOptions();
});

const everyPath = () => [...everyCommand(root)].map(({ path }) => path);

test('the tree has every command with its options, and nothing that only scripts call', () => {
  const paths = everyPath();
  expect(paths.length).toBeGreaterThan(60);
  expect(paths).toContain('contacts import');
  expect(paths).not.toContain('completion names');
  expect(paths.filter((path) => / help$/.test(path))).toEqual([]);
  const found = [...everyCommand(root)].find(({ path }) => path === 'contacts import');
  expect(found?.arguments).toEqual([
    {
      name: 'file',
      description: expect.any(String),
      required: false,
      variadic: false,
      choices: null,
      completes: 'file',
    },
  ]);
  expect(found?.options.find(({ long }) => long === '--rejects')).toMatchObject({ value: 'file', short: null });
  expect(found?.options.some(({ long }) => long === '--profile')).toBe(false);
  expect(globals.find(({ long }) => long === '--output')).toMatchObject({
    short: '-o',
    completes: expect.arrayContaining(['json']),
  });
});

test('every command says what it prints, how it ends, and shows two examples at least', () => {
  const leaves = [...everyCommand(root)].filter(({ commands }) => commands.length === 0);
  const lacking = leaves.filter(
    ({ sections }) =>
      (sections.find(({ title }) => title === 'Examples')?.text.match(/^\$ /gm) ?? []).length < 2 ||
      !['Output', 'Exit status'].every((wanted) => sections.some(({ title, text }) => title === wanted && text !== '')),
  );
  expect(lacking.map(({ path }) => path)).toEqual([]);
});

test.each(SHELLS)('the script of %s knows every command and every option', async (shell) => {
  const script = (await completionScripts(root))(shell);
  expect(everyPath().filter((path) => !script.includes(`'${path}'`))).toEqual([]);
  const options = [...everyCommand(root)].flatMap((command) => command.options.map(({ long }) => long));
  expect(options.filter((long) => !script.includes(long))).toEqual([]);
});

test('slots: files, names and words follow from their place', () => {
  const { commands } = planOf(root, globals, []);
  const of = (path: string) => commands.find((command) => command.path === path);
  const slot = (path: string, option: string) => of(path)?.options.find(({ names }) => names.includes(option))?.slot;
  expect(of('list show')?.arguments).toEqual([{ kind: 'names', of: 'lists' }]);
  expect(of('list create')?.arguments).toEqual([null]);
  expect(of('profile use')?.arguments).toEqual([{ kind: 'names', of: 'profiles' }]);
  expect(of('campaign show')?.arguments).toEqual([{ kind: 'names', of: 'campaigns' }]);
  expect(slot('contacts import', '--list')).toEqual({ kind: 'names', of: 'lists' });
  expect(slot('contacts import', '--results')).toEqual({ kind: 'file' });
  expect(slot('contacts import', '--against')).toEqual({ kind: 'words', words: ['local', 'current'] });
  expect(slot('contacts export', '--format')).toEqual({
    kind: 'words',
    words: ['csv', 'tsv', 'json', 'ndjson', 'xlsx'],
  });
});

describe('the manual', () => {
  test('has a page for every command and every topic, each with what its help says', () => {
    const pages = manPages(root, '1.2.3', globals, TOPIC_TEXTS);
    const expected = [
      ...everyPath().map((path) => `${['reach', ...path.split(' ')].filter(Boolean).join('-')}.1`),
      ...Object.keys(TOPICS).map((name) => `reach-${name}.7`),
    ];
    expect([...pages.keys()]).toEqual(expected);
    for (const [name, text] of pages) {
      expect(text, name).toMatch(/^\.TH "REACH/);
      expect(text, name).toContain('.SH NAME');
      expect(text, name).not.toContain('undefined');
    }
    const page = pages.get('reach-contacts-import.1') ?? '';
    for (const part of ['.SH SYNOPSIS', '\\-\\-rejects <file>', '.SH EXIT STATUS', '.SH EXAMPLES', 'CONTACTS_WRITE']) {
      expect(page).toContain(part);
    }
  });

  test('a line that begins with a dot is not a request', () => {
    const odd: TreeCommand = {
      ...root,
      path: 'odd',
      summary: '.so /etc/passwd',
      description: ".x\n'y \\fB",
      commands: [],
    };
    const page = manPages({ ...odd, sections: [] }, '1', [], []).get('reach-odd.1') ?? '';
    expect(page).toContain('\\&.x');
    expect(page).toContain("\\&'y \\efB");
    expect(page.split('\n').filter((line) => /^[.'](?!TH|SH|TP|PP|nf|fi)/.test(line))).toEqual([]);
  });

  test.runIf(execaSync('mandoc', ['-h'], { reject: false }).exitCode !== undefined)('mandoc has nothing to say', () => {
    for (const [name, text] of manPages(root, '1.2.3', globals, TOPIC_TEXTS)) {
      const lint = execaSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: text, reject: false });
      expect(
        lint.stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date')),
        name,
      ).toEqual([]);
    }
  });
});

test('reach commands: rows for machines, and the whole tree', async () => {
  const reach = await reachForTest({ empty: true });
  const rows = JSON.parse((await reach.run('commands --json')).stdout);
  expect(rows.find(({ path }: TreeCommand) => path === 'contacts show')).toMatchObject({ arguments: [{ name: 'id' }] });
  const tree = JSON.parse((await reach.run('commands --tree --json')).stdout);
  expect(tree.commands.map(({ path }: TreeCommand) => path)).toContain('contacts');
  expect(tree.globalOptions.map(({ long }: TreeOption) => long)).toContain('--profile');
});

test('an option that takes fields to be written offers none that are only read', () => {
  const plan = planOf(root, globals, []);
  const offered = plan.commands.flatMap(({ path, options }) =>
    options
      .filter(({ names }) => names.some((name) => ['--field', '--field-json', '--map', '--input'].includes(name)))
      .flatMap(({ slot }) => (slot?.kind === 'words' || slot?.kind === 'list' ? slot.words : []))
      .map((word) => `${path} ${word}`),
  );
  const editable = [...EDITABLE_FIELDS.CONTACT.keys(), ...EDITABLE_FIELDS.COMPANY.keys()];
  expect(offered.filter((word) => !editable.some((field) => word.endsWith(` ${field}`)))).toEqual([]);
});
