// Help topics: what holds for every command.

import { EXIT, EXIT_MEANING, type ExitName } from '../../terminal/exit.ts';

export interface Topic {
  readonly summary: string;
  /** `guides`: the folder of the guides. */
  text(guides: string): string | Promise<string>;
}

async function guide(folder: string, name: string): Promise<string> {
  const [{ readFile }, { join }, { guideText }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
    import('../guides/render.ts'),
  ]);
  return guideText(await readFile(join(folder, `${name}.md`), 'utf8'));
}

/** Guide → what it is about, in the order in which a newcomer would read them. */
const GUIDES: Readonly<Record<string, string>> = {
  import: 'importing contacts and companies from CSV, JSON and Excel',
  campaigns: 'campaigns: write, check, preview, create, rehearse',
  workflows: 'workflows: write, check, publish, run, watch',
  'outreach-as-code': 'a workspace as a folder of files in Git',
  ai: 'the playbook, AI variables, messages, snippets, templates',
  finder: 'finding people and companies, and enriching them',
  inbox: 'inbox, identities, social posts',
  'local-service': 'the service on this machine: clock, faults, snapshots',
  evidence: 'what the tests prove of the local service, and its limits',
  'many-machines': 'several servers on a PostgreSQL',
  ci: 'reach in CI',
  scripting: 'reach in scripts and pipes',
  agents: 'assistants: tools of the Model Context Protocol, or a shell',
  configuration: 'profiles, environment, completion, manual pages',
  troubleshooting: 'what to do when something is wrong',
};

function exitCodes(): string {
  const rows = (Object.keys(EXIT) as ExitName[]).map(
    (name) => `  ${String(EXIT[name]).padStart(3)}  ${EXIT_MEANING[name]}`,
  );
  return ['Exit codes of every reach command:', '', ...rows, '  130  interrupted (Ctrl-C); 143 terminated', ''].join(
    '\n',
  );
}

const ENVIRONMENT_VARIABLES: Readonly<Record<string, string>> = {
  REACH_PROFILE: 'profile to use, as --profile',
  REACH_BASE_URL: 'with REACH_API_KEY: a profile of its own called "env", which wins over the stored ones',
  REACH_API_KEY:
    'key of "env"; alone, it goes to the stored profile in use, but not to one named by --profile that has a key',
  REACH_NAMES:
    'what the service of "env" calls otherwise, separated by commas: actions.run=/v1/enrichments, campaigns.addContact.contactId=leadId',
  REACH_OUTPUT: 'default output, as --output',
  REACH_PAGER: 'pager for long output at a terminal, before PAGER and less; empty: none',
  REACH_KEYCHAIN: 'on: auth login keeps the key of a new profile in the keychain, as --keychain',
  REACH_NO_HISTORY: 'do not remember what is changed, as --no-history',
  REACH_NO_INPUT: 'never ask, as --no-input (CI does the same)',
  REACH_HOME: "one folder for configuration, state, cache and the local service's data",
  REACH_DATABASE_URL: 'a PostgreSQL as the store of reach serve, as --database',
  REACH_ADMIN_TOKEN: 'lets reach local … control a reach serve --admin',
  REACH_WEBHOOK_SECRET: 'secret of a webhook, for reach workflow trigger',
  REACH_ACCESSIBLE: 'for screen readers: no spinner, nothing redrawn, choices numbered',
  NO_COLOR: 'no colour; FORCE_COLOR and CLICOLOR_FORCE ask for it where there is no terminal',
  GITHUB_ACTIONS: 'in a job, problems become annotations; with GITHUB_STEP_SUMMARY, its summary is written',
  HTTPS_PROXY: 'proxy; also HTTP_PROXY and NO_PROXY',
  NODE_EXTRA_CA_CERTS: "certificates of a company's own authority (a PEM file)",
};

function environment(): string {
  const rows = Object.entries(ENVIRONMENT_VARIABLES).map(([name, meaning]) => `  ${name.padEnd(20)}  ${meaning}`);
  return [
    'Environment variables (a flag wins over them, they win over the profile):',
    '',
    ...rows,
    '',
    '"reach profile show" tells where each value in force came from.',
    '',
  ].join('\n');
}

const OUTPUT = `Output:

  stdout carries data and nothing else; remarks, progress and errors go to stderr.

  -o table    on a terminal: an aligned table; in a pipe: the same columns, separated by tabs, no heading,
              nothing cut, times as RFC 3339
  -o wide     a table with every column, none of them cut: rows may be wider than the terminal
  -o json     the array of records, or the record; --json is short for it
  -o ndjson   one record a line, as they come, in constant memory
  -o csv      with a heading; cells that a spreadsheet would take for a formula are guarded with an apostrophe
  -o yaml     the same data as YAML
  -o markdown a table for a pull request or the summary of a job
  -o id       ids alone, one a line, for xargs and --contacts -

  --jq EXPRESSION prints what jq makes of the JSON: text as it is, everything else as JSON, one value a line. A list is one
  array; with -o ndjson the expression is applied record by record, in constant memory.
  --template TEXT prints a Mustache template for each record, on a line of its own: {{firstName}}, {{company.name}},
  {{#lists}}{{name}} {{/lists}}; \\n and \\t are a line end and a tab.
  Either is checked before anything is sent: one that is wrong is exit status 2, with the place.

  At a terminal, what is longer than the screen goes to a pager: REACH_PAGER, PAGER, or less. None in pipes and in CI, with
  --no-pager, or where the variable is empty. To quit it early is not a failure.

  --fields a,b.c keeps these columns or keys. A field that the record does not have is requested from the service.
  Lists stop at --limit 100 and say on stderr when more is available; --all, or --limit 0, gives everything.
  With JSON output an error is one object on stderr: {"error":{"code","message","hint","retryable",
  "retryAfterMs","next","status","requestId","details"}}.
`;

const FILES = `Files:

  A dash stands for standard input wherever a file goes.

  Linux     ~/.config/reach (profiles), ~/.local/state/reach (imports), ~/.cache/reach, ~/.local/share/reach (local service)
  macOS     ~/Library/Application Support/reach, ~/Library/Caches/reach
  Windows   %APPDATA%\\reach, %LOCALAPPDATA%\\reach
  REACH_HOME moves all of it under one folder: config, state, cache, data.

  An outreach folder (reach init outreach) keeps what was last applied in .reach/PROFILE.json, and schemas for editors in
  .reach/schema. Both are committed: there are no secrets in them.

  Files are readable by you alone (0600, folders 0700). Keys are in config.json and nowhere else, or in the
  keychain of the operating system (reach auth login --keychain).
`;

export const TOPICS: Readonly<Record<string, Topic>> = {
  ...Object.fromEntries(
    Object.entries(GUIDES).map(([name, summary]): [string, Topic] => [
      name,
      { summary, text: (folder) => guide(folder, name) },
    ]),
  ),
  'exit-codes': { summary: 'what each exit code means', text: exitCodes },
  environment: { summary: 'environment variables', text: environment },
  output: { summary: 'tables, JSON and the rest', text: () => OUTPUT },
  files: { summary: 'where reach keeps its files', text: () => FILES },
};
