import { describe, expect, test } from 'vitest';
import { EXIT } from '../../../src/cli/terminal/exit.ts';
import { reachForAllTests, reachForTest } from '../../opened.ts';

const reach = reachForAllTests();

test.each([
  ['contcts list', "error: unknown command 'contcts'\n  hint: Did you mean contacts?\n"],
  ['contacts get 1', "error: unknown command 'get'\n  hint: did you mean reach contacts show?\n"],
  ['contacts rm 1', "error: unknown command 'rm'\n  hint: did you mean reach contacts delete?\n"],
  ['social like 1', "error: unknown command 'like'\n  hint: commands of reach social: posts, show, react\n"],
  ['help imports', 'error: there is no help on "imports"\n  hint: did you mean reach help import?\n'],
  ['help contacts imports', "error: unknown command 'imports'\n  hint: Did you mean import?\n"],
  ['contacts imports --help', "error: unknown command 'imports'\n  hint: Did you mean import?\n"],
  ['help --bogus', "error: unknown option '--bogus'\n  hint: reach help COMMAND, or reach help TOPIC\n"],
  ['help contacts --bogus', "error: unknown option '--bogus'\n  hint: reach help COMMAND, or reach help TOPIC\n"],
  [
    'help exit-codes more',
    'error: there is no help on "exit-codes more"\n  hint: did you mean reach help exit-codes?\n',
  ],
  [
    'contacts search -gmbh',
    "error: unknown option '-gmbh'\n  hint: a value that begins with a dash: --option=VALUE, or arguments behind --\n",
  ],
  [
    'contacts update 1 --job-title "VP Sales"',
    'error: unknown option \'--job-title\'\n  hint: a field is set with -f "jobTitle=VP Sales"\n',
  ],
  [
    'companies create --set=domain=x.example',
    "error: unknown option '--set=domain=x.example'\n  hint: a field is set with -f domain=x.example\n",
  ],
  [
    'list add Fair ada@x.example',
    "error: too many arguments for 'add'. Expected 1 argument but got 2.\n  hint: the records are an option: --contacts NAMES or --companies NAMES\n",
  ],
  [
    'campaign add-contact Welcome 1 2',
    "error: too many arguments for 'add-contact'. Expected 2 arguments but got 3.\n  hint: contacts are separated by commas; those of a list: reach campaign add-list\n",
  ],
  [
    'history list',
    "error: too many arguments for 'history'. Expected 0 arguments but got 1.\n  hint: reach history has show, of, prune\n",
  ],
  [
    'inbox reply Ada --content Hi',
    "error: unknown option '--content'\n  hint: reach inbox reply --help lists the options\n",
  ],
  ['contacts lst', "error: unknown command 'lst'\n  hint: Did you mean list?\n"],
  ['--bogus=1 contacts list', "error: unknown option '--bogus'\n  hint: reach --help lists the options\n"],
  ['contacts list --lmit 3', "error: unknown option '--lmit'\n  hint: Did you mean --limit?\n"],
  ['contacts show', "error: missing required argument 'id'\n"],
  ['workflow watch x7', 'error: x7 is not a valid run id\n  hint: an id is a whole number\n'],
  ['contacts export --list 1 --list=2', 'error: --list is given twice: "1" and "2"\n'],
  ['list add 1 --contacts 1 --contacts 2', 'error: --contacts is given twice: "1" and "2"\n'],
  ['local clone --mask --no-mask', 'error: --mask and --no-mask exclude each other\n'],
  ['contacts update 1 -f jobTitle=CTO --results r.csv', 'error: --results needs --csv\n'],
  ['contacts delete 1 --by email', 'error: --by needs --csv\n'],
  ['companies update 1 -f name=A --trust-ids', 'error: --trust-ids needs --csv\n'],
  ['local clock --within 3d', 'error: --within needs --until\n'],
  ['contacts list --limit many', 'error: --limit many: must be a whole number from 0 to 1000000000\n'],
  [
    'contacts list -o xml',
    'error: --output xml: no such output\n  hint: one of table, wide, json, ndjson, csv, yaml, markdown, id\n',
  ],
  [
    'contacts list --request-timeout soon',
    'error: --request-timeout soon: not a duration\n  hint: such as 500ms, 2s, 10m, 3h or 2d\n',
  ],
  [
    'contacts list --profile nowhere',
    'error: no profile "nowhere"\n  hint: known: local. Add it: reach auth login --profile nowhere --base-url URL\n',
  ],
  [
    'contacts search --include jobTitle',
    'error: --include jobTitle: must be name=value\n  hint: --include jobTitle=CEO\n',
  ],
  ['contacts create', 'error: no field given\n  hint: -f name=value, -F name:=json, or --input FILE\n'],
  [
    'contacts create -F age:=9007199254740993',
    'error: -F age:=9007199254740993: 9007199254740993 has more digits than a number keeps; write it in quotes\n',
  ],
  ['contacts create -F age:=old', 'error: -F age:=old: what follows := is not JSON\n  hint: text needs -f age=…\n'],
  ['contacts create --input gone.yaml', 'error: cannot read gone.yaml: no such file\n'],
  [
    'list add 3',
    'error: give --contacts or --companies\n  hint: --contacts 1,2 or --contacts - to read ids from standard input\n',
  ],
  [
    'contacts duplicates --by shoeSize',
    'error: --by: unknown shoeSize\n  hint: 1 to 5 of fullName, professionalEmail, networkUrl, contactCRMId, leadCRMId\n',
  ],
  [
    'local fault add "*"',
    'error: give the fault\n  hint: --status 429, --drop after, --latency 2s, --truncate or --body TEXT\n',
  ],
  [
    'contacts delete 7',
    'error: cannot ask "Delete contact 7 permanently (profile local)?" here\n  hint: answer it with --yes\n',
  ],
])('wrong use is exit 2, says what, and sends nothing: %s', async (argv, stderr) => {
  expect(await reach.run(argv)).toEqual({ code: EXIT.usage, stdout: '', stderr, requests: [] });
});

test('a group without a verb, and reach alone, show help on stderr and exit 2', async () => {
  for (const argv of ['contacts', '']) {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stdout, ran.stderr.startsWith('Usage: reach')]).toEqual([EXIT.usage, '', true]);
  }
});

test('with JSON output an error is one object on stderr', async () => {
  const ran = await reach.run('workflow watch x7 --json');
  expect(ran).toEqual({
    code: 2,
    stdout: '',
    stderr:
      '{"error":{"code":"usage","message":"x7 is not a valid run id","hint":"an id is a whole number","retryable":false,"next":"reach workflow watch --help"}}\n',
    requests: [],
  });
});

describe('help is data: stdout, exit 0', () => {
  test.each([
    ['--help', /^Usage: reach <command>/],
    ['--version', /^1\.2\.3\n$/],
    ['help', /^Usage: reach <command>/],
    ['help contacts', /^Usage: reach contacts\|contact/],
    ['contacts --help', /^Usage: reach contacts\|contact/],
    ['contact list --help', /^Usage: reach contacts list/],
    ['help contacts import', /^Usage: reach contacts import/],
    ['--profile x contacts list --help', /^Usage: reach contacts list/],
    ['help exit-codes', /^Exit codes of every reach command:/],
    ['help environment', /REACH_BASE_URL/],
    ['help output', /ndjson/],
    ['help files', /REACH_HOME/],
  ])('%s', async (argv, stdout) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stderr, ran.requests]).toEqual([0, '', []]);
    expect(ran.stdout).toMatch(stdout);
  });

  test('help of something unknown is exit 2', async () => {
    expect((await reach.run('help nonsense')).code).toBe(EXIT.usage);
  });
});

test('a bug is exit 70: it says so, and shows its stack with --debug alone', async () => {
  const broken = await reachForTest({ empty: true });
  broken.world.service.handle = async () => {
    throw new TypeError('nobody expected this');
  };
  const ran = await broken.run('contacts list');
  expect(ran).toMatchObject({ code: 70, stdout: '' });
  expect(ran.stderr).toBe(
    'error: nobody expected this\n  hint: this is a bug in reach; run the command again with --debug and report its output\n',
  );
  expect((await broken.run('contacts list --debug')).stderr).toContain('at ');
});

// An empty argument names nothing: a script whose variable is not set must not get what a default would do.

interface Listed {
  readonly path: string;
  readonly arguments?: readonly { readonly name: string }[];
}

test('every command refuses an empty argument in every place, and sends nothing', async () => {
  const commands: readonly Listed[] = JSON.parse((await reach.run('commands --json')).stdout);
  const tried: string[] = [];
  for (const { path, arguments: places = [] } of commands) {
    for (const at of places.keys()) {
      const line = [...path.split(' '), ...places.slice(0, at + 1).map((_, place) => (place === at ? '' : '1'))];
      const ran = await reach.run(line);
      tried.push(line.join(' '));
      const stderr = expect.stringMatching(/^error: .*\n( {2}hint: .*\n)?$/);
      expect([line, ran]).toEqual([line, { code: 2, stdout: '', stderr, requests: [] }]);
    }
  }
  expect(tried.length).toBeGreaterThan(80);
});
