// reach demo: the real commands, on a store of its own that is gone afterwards.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildGroup, does, type Program, reads } from '../../app/command.ts';
import type { ExitName } from '../../app/exit.ts';
import { EXIT } from '../../app/exit.ts';
import type { Host } from '../../app/host.ts';
import type { Session } from '../../app/session.ts';

interface DemoStep {
  readonly says: string;
  readonly argv: readonly string[];
  /** What the command may end with; a rejected row makes an import end with 1. */
  readonly ends: readonly number[];
}

const IMPORT = [
  'contacts',
  'import',
  'contacts.csv',
  '--yes',
  '--list',
  'Demo',
  '--create-list',
  '--rejects',
  'rejects.csv',
  '--results',
  'results.csv',
];

const STEPS: readonly DemoStep[] = [
  {
    says: 'The service runs on this machine, without an account. It brings a sample workspace:',
    argv: ['contacts', 'list', '--limit', '5'],
    ends: [EXIT.done],
  },
  {
    says: 'Import a CSV file. Headers are matched to fields; invalid and duplicate rows are found before anything is sent:',
    argv: IMPORT,
    ends: [EXIT.bad],
  },
  {
    says: 'The same file again sends nothing; an import that was killed would go on where it stopped:',
    argv: IMPORT,
    ends: [EXIT.done, EXIT.bad],
  },
  {
    says: 'Search by text and filters:',
    argv: [
      'contacts',
      'search',
      '--list',
      'Demo',
      '--include',
      'contactCountry=Norway',
      '--include',
      'contactCountry=Germany',
    ],
    ends: [EXIT.done],
  },
  {
    says: 'Who is in the workspace twice?',
    argv: ['contacts', 'duplicates', '--by', 'fullName'],
    ends: [EXIT.done],
  },
  {
    says: 'A campaign is a file. Every mistake in it is found before anything is sent; this one has none:',
    argv: ['campaign', 'lint', '--online', 'campaign.yaml'],
    ends: [EXIT.done],
  },
  {
    says: 'Seen as a tree, with its days:',
    argv: ['campaign', 'graph', 'campaign.yaml'],
    ends: [EXIT.done],
  },
  {
    says: 'Create it, as a draft:',
    argv: ['campaign', 'create', 'campaign.yaml', '--yes'],
    ends: [EXIT.done],
  },
  {
    says: 'And put the imported contacts in:',
    argv: ['campaign', 'add-list', 'Welcome new leads', 'Demo'],
    ends: [EXIT.done],
  },
  {
    says: 'The local service carries campaigns out. Three days later, on its own clock:',
    argv: ['local', 'clock', '--advance', '3d'],
    ends: [EXIT.done],
  },
  {
    says: 'How far the campaign is that runs in the sample workspace:',
    argv: ['campaign', 'show', 'Decision makers, first contact'],
    ends: [EXIT.done],
  },
  {
    says: 'More people? Say whom to find; an invented world is searched:',
    argv: ['finder', 'preview', 'heads of sales and purchasing at logistics companies in the Netherlands'],
    ends: [EXIT.done],
  },
  {
    says: 'Not quite? Say what to change. The first search stays as it is:',
    argv: ['finder', 'refine', 'last', 'also in Belgium, more than 50 employees'],
    ends: [EXIT.done],
  },
  {
    says: 'What it finds:',
    argv: ['finder', 'results', 'last', '--limit', '5'],
    ends: [EXIT.done],
  },
  {
    says: 'Into a list with them:',
    argv: ['finder', 'import', 'last', '--list', 'Found', '--create-list', '--watch'],
    ends: [EXIT.done],
  },
  {
    says: 'A run of actions finds their addresses, asks the mail server about each, and exports all to the CRM:',
    argv: ['action', 'run', 'enrich.yaml', '--list', 'Found', '--watch'],
    ends: [EXIT.done],
  },
  {
    says: 'A workflow is a graph of blocks, in a file as well; lint knows every rule of the service:',
    argv: ['workflow', 'lint', '--publish', 'workflow.yaml'],
    ends: [EXIT.done],
  },
  {
    says: 'What leads to what:',
    argv: ['workflow', 'graph', 'workflow.yaml'],
    ends: [EXIT.done],
  },
  {
    says: 'Run one that is published, and watch it to its end:',
    argv: ['workflow', 'run', 'Newsletter, verified', '--watch', '--exit-status'],
    ends: [EXIT.done],
  },
  {
    says: 'One of your own, over the list that was found. Create it; it is published at once:',
    argv: ['workflow', 'create', 'verify-list.yaml', '--yes'],
    ends: [EXIT.done],
  },
  {
    says: 'And run it over that list:',
    argv: ['workflow', 'run', 'Verify a list', '-f', 'contactListId=Found', '--watch', '--exit-status'],
    ends: [EXIT.done],
  },
  {
    says: 'What the AI knows of your company is a file, too. What would this one change?',
    argv: ['playbook', 'diff', 'playbook.yaml'],
    ends: [EXIT.done],
  },
  {
    says: 'Research that becomes a field, and messages that a model writes with it:',
    argv: ['ai', 'message', 'show', 'First email to decision makers', '--fields', 'name,channel,prompt'],
    ends: [EXIT.done],
  },
  {
    says: 'All of it as files for Git, that name each other and no ids:',
    argv: ['pull', 'outreach'],
    ends: [EXIT.done],
  },
  {
    says: 'What would have to be done, so that the workspace is what the files say? Nothing yet:',
    argv: ['plan', 'outreach'],
    ends: [EXIT.done],
  },
  {
    says: 'Somebody answers. Here we say so; with a real workspace it just happens:',
    argv: ['local', 'emit', 'reply', 'Jonas Reinhardt', '--text', 'Sounds good. Thursday?', '--json'],
    ends: [EXIT.done],
  },
  {
    says: 'The conversations with something new:',
    argv: ['inbox', 'threads', '--unread'],
    ends: [EXIT.done],
  },
  {
    says: 'And for a script, anything as JSON:',
    argv: ['list', 'list', '--json', '--fields', 'id,name,size'],
    ends: [EXIT.done],
  },
];

/** A word as a shell would need it. */
const quoted = (word: string) => (/^[\w./=,-]+$/.test(word) ? word : `"${word}"`);

async function showFile(session: Session, file: string, title: string): Promise<void> {
  const { dim } = session.print.paint.stderr;
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === '') return;
  await session.print.note(
    `${title}\n${text
      .trimEnd()
      .split('\n')
      .map((line) => dim(`  ${line}`))
      .join('\n')}`,
  );
}

async function tour(run: Program['run'], session: Session): Promise<ExitName | undefined> {
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
      env: { ...env, REACH_HOME: home },
      cwd: home,
    },
  };
  try {
    const { copyFile } = await import('node:fs/promises');
    for (const name of [
      'contacts.csv',
      'campaign.yaml',
      'workflow.yaml',
      'playbook.yaml',
      'enrich.yaml',
      'verify-list.yaml',
    ]) {
      await copyFile(join(session.host.samples, name), join(home, name));
    }
    for (const [index, step] of STEPS.entries()) {
      await session.print.note(
        `\n${bold(`${index + 1}. ${step.says}`)}\n${cyan(`$ reach ${step.argv.map(quoted).join(' ')}`)}`,
      );
      const exit = await run(step.argv, host);
      if (io.interrupt.aborted) return undefined;
      if (!step.ends.includes(exit)) return 'bug';
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
      reads('demo', {
        summary: 'A guided tour on the local service, in under a minute',
        description:
          'Runs real commands on a separate store in a temporary folder, which is deleted at the end. Your data is not touched.',
        output: 'what the commands of the tour print',
        exits: ['bug'],
        notForAgents: 'interactive',
        examples: [
          ['reach demo', 'see an import, a search, duplicates and a campaign'],
          ['reach demo --no-color > tour.txt', 'to read later'],
        ],
      }),
    (session) => tour(deps.program.run, session),
  )(deps);
