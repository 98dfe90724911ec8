// reach samples: the sample files of the guides, here; reach demo: the real commands, on a store of its own that is gone afterwards.

import { type Dirent, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedPath } from '../../files/is-file.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { type BuildGroup, does, type Program, reads, withYes, writesFile } from '../../session/command.ts';
import type { Host } from '../../session/host.ts';
import type { Session } from '../../session/session.ts';
import { wordsOf } from '../../terminal/command-line.ts';
import { CliError, EXIT, type ExitName } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const sampleView = viewOf('file', 'files', 'path', { id: 'path', titles: { path: 'file' } });

/** Those that `reach campaign init` and `reach workflow init` write, as they suit the workspace. */
const WRITTEN_BY_INIT = /^(?:campaign|workflow)/;

export const samplesCommand = does(
  () =>
    writesFile('samples', {
      summary: 'Copy the sample files of the guides: contacts.csv and others',
      description: 'Campaigns and workflows to start from: reach campaign init, reach workflow init.',
      view: sampleView,
      output: 'the written files',
      replaces: true,
      examples: [
        ['reach samples', 'into the current folder'],
        ['reach samples try && reach contacts import try/contacts.csv --dry-run', 'into another one'],
      ],
      completes: { folder: 'folder' },
    })
      .argument('[folder]', 'where to', '.')
      .option('--force', 'replace existing files'),
  async ({ io, host, print }, folder, { force }) => {
    const entries = await readdir(host.samples, { withFileTypes: true });
    const isSample = (entry: Dirent) => entry.isFile() && !WRITTEN_BY_INIT.test(entry.name);
    const files = entries.filter(isSample).map(({ name }) => ({ name, path: join(folder, name) }));
    const existing = files.filter(({ path }) => existsSync(namedPath(io, path)));
    if (existing.length > 0 && force !== true) {
      const names = existing.map(({ path }) => path).join(', ');
      throw new CliError('usage', 'exists', `already exists: ${names}; nothing was written`, {
        hint: '--force replaces them; another folder: reach samples FOLDER',
      });
    }
    await mkdir(namedPath(io, folder), { recursive: true });
    for (const { name, path } of files) {
      await writeWhole(namedPath(io, path), await readFile(join(host.samples, name), 'utf8'), path);
    }
    await print.list(
      sampleView,
      files.map(({ path }) => ({ path })),
    );
  },
);

const IMPORT =
  'contacts import contacts.csv --yes --list Demo --create-list --rejects rejects.csv --results results.csv';

/** What is said, what is typed, and how it may end: done, where nothing else stands here. */
const STEPS: readonly (readonly [says: string, command: string, ends?: readonly ExitName[]])[] = [
  ['The service runs on this machine, without an account. It brings a sample workspace:', 'contacts list --limit 5'],
  [
    'Import a CSV file. Headers are matched to fields; invalid and duplicate rows are found before anything is sent:',
    IMPORT,
    ['bad'],
  ],
  [
    'The same file again sends nothing; an import that was killed would go on where it stopped:',
    IMPORT,
    ['done', 'bad'],
  ],
  [
    'Search by text and filters:',
    'contacts search --list Demo --include contactCountry=Norway --include contactCountry=Germany',
  ],
  ['Who is in the workspace twice?', 'contacts duplicates --by fullName'],
  ['A campaign is a file. This one is to start from, with a sender of the workspace:', 'campaign init campaign.yaml'],
  ['Every mistake in it is found before anything is sent; it has none:', 'campaign lint --online campaign.yaml'],
  ['Seen as a tree, with its days:', 'campaign graph campaign.yaml'],
  ['Create it, as a draft:', 'campaign create campaign.yaml --yes'],
  ['And put the imported contacts in:', 'campaign add-list "Welcome new leads" Demo'],
  ['The local service carries campaigns out. Three days later, on its own clock:', 'local clock --advance 3d'],
  ['How far the campaign is that runs in the sample workspace:', 'campaign show "Decision makers, first contact"'],
  [
    'More people? Say whom to find; an invented world is searched:',
    'finder preview "heads of sales and purchasing at logistics companies in the Netherlands"',
  ],
  [
    'Not quite? Say what to change. The first search stays as it is:',
    'finder refine last "also in Belgium, more than 50 employees"',
  ],
  ['What it finds:', 'finder results last --limit 5'],
  ['Into a list with them:', 'finder import last --list Found --create-list --watch'],
  [
    'A run of actions finds their addresses, asks the mail server about each, and exports all to the CRM:',
    'action run enrich.yaml --list Found --watch',
  ],
  [
    'A workflow is a graph of blocks, in a file as well; lint knows every rule of the service:',
    'workflow lint --publish workflow.yaml',
  ],
  ['What leads to what:', 'workflow graph workflow.yaml'],
  [
    'Run one that is published, and watch it to its end:',
    'workflow run "Newsletter, verified" --yes --watch --exit-status',
  ],
  [
    'One of your own, over the list that was found. Create it; it is published at once:',
    'workflow create verify-list.yaml --yes',
  ],
  ['And run it over that list:', 'workflow run "Verify a list" -f contactListId=Found --yes --watch --exit-status'],
  ['What the AI knows of your company is a file, too. What would this one change?', 'playbook diff playbook.yaml'],
  [
    'Research that becomes a field, and messages that a model writes with it:',
    'ai message show "First email to decision makers" --fields name,channel,prompt',
  ],
  ['All of it as files for Git, that name each other and no ids:', 'pull outreach'],
  ['What would have to be done, so that the workspace is what the files say? Nothing yet:', 'plan outreach'],
  [
    'Someone answers. Here we say so; with a real workspace it just happens:',
    'local emit reply "Jonas Reinhardt" --text "Sounds good. Thursday?" --json',
  ],
  ['The conversations with something new:', 'inbox threads --unread'],
  ['And for a script, anything as JSON:', 'list list --json --fields id,name,size'],
];

const DONE: readonly ExitName[] = ['done'];

const SAMPLES = ['contacts.csv', 'workflow.yaml', 'playbook.yaml', 'enrich.yaml', 'verify-list.yaml'];

async function showFile(session: Session, file: string, title: string): Promise<void> {
  const { dim } = session.print.paint.stderr;
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === '') return;
  const lines = text.trimEnd().split('\n');
  await session.print.note([title, ...lines.map((line) => dim(`  ${line}`))].join('\n'));
}

/** Waits for Enter where someone reads along. */
async function pause({ prompt }: Session, isHurried: boolean): Promise<void> {
  if (prompt.possible && !isHurried) await prompt.line('Enter goes on, Ctrl-C ends the tour', '--yes');
}

async function tour(run: Program['run'], session: Session, isHurried: boolean): Promise<ExitName | undefined> {
  const { io } = session;
  const { bold, cyan } = session.print.paint.stderr;
  const home = await mkdtemp(join(tmpdir(), 'reach-demo-'));
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => !name.startsWith('REACH_')));
  const host: Host = {
    ...session.host,
    io: {
      ...io,
      stdin: io.stdin,
      stdout: io.stdout,
      stderr: io.stderr,
      homeDir: home,
      // A step is read together with what it says, and asks itself for Enter.
      env: { ...env, REACH_HOME: home, REACH_PAGER: '' },
      cwd: home,
    },
  };
  try {
    for (const name of SAMPLES) await copyFile(join(session.host.samples, name), join(home, name));
    for (const [index, [says, command, ends]] of STEPS.entries()) {
      if (index > 0) await pause(session, isHurried);
      await session.print.note(`\n${bold(`${index + 1}. ${says}`)}\n${cyan(`$ reach ${command}`)}`);
      const exit = await run(wordsOf(command), host);
      if (io.interrupt.aborted) return undefined;
      if (!(ends ?? DONE).some((name) => EXIT[name] === exit)) return 'bug';
      if (index === 1)
        await showFile(session, join(home, 'rejects.csv'), 'rejects.csv, fix these rows and import the file again:');
    }
    await session.print.note(
      `\n${bold('That was all real: the store, the journal, the requests.')} It ran on a store of its own, which is deleted now.\nNext: ${cyan('reach contacts import YOUR.csv --dry-run')}, ${cyan('reach --help')}, ${cyan('reach serve')}`,
    );
    return undefined;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export const demo: BuildGroup = (deps) =>
  does(
    () =>
      withYes(
        reads('demo', {
          summary: 'A guided tour on the local service',
          description:
            'Runs real commands on a separate store in a temporary folder, which is deleted at the end. Your data is not touched. At a terminal it waits for Enter between its steps; --yes runs through.',
          json: 'text',
          output: 'what the commands of the tour print',
          exits: ['bug'],
          notForAgents: 'interactive',
          examples: [
            ['reach demo', 'see an import, a search, duplicates and a campaign'],
            ['reach demo --yes --no-color > tour.txt', 'without a pause between the steps, to read later'],
          ],
        }),
      ),
    (session, { yes }) => tour(deps.program.run, session, yes === true),
  )(deps);
