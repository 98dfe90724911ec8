// reach completion: the scripts, and where a shell finds them.

import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Argument } from 'commander';
import { keptText } from '../../../files/bounded-read.ts';
import { writeWhole } from '../../../files/write-atomic.ts';
import {
  type BuildGroup,
  type Deps,
  does,
  groupByVerb,
  type OptionsOf,
  reads,
  withDryRun,
  withYes,
  writesFile,
} from '../../../session/command.ts';
import { workspaceOwner } from '../../../session/profiles/profiles.ts';
import type { Session } from '../../../session/session.ts';
import { diskError, UsageError } from '../../../terminal/exit.ts';
import { viewOf } from '../../../terminal/formats/cells.ts';
import { namesText } from '../../completion/answer-names.ts';
import { placeOf, SHELLS, type Shell, shellOf } from '../../completion/shells.ts';

const LOAD: Readonly<Record<Shell, string>> = {
  bash: 'source <(reach completion bash)',
  zsh: 'source <(reach completion zsh)',
  fish: 'reach completion fish | source',
  powershell: 'reach completion powershell | Out-String | Invoke-Expression',
};

async function scriptOf({ program }: Deps, shell: Shell): Promise<string> {
  const { completionScripts } = await import('../../completion/script.ts');
  return (await completionScripts(await program.tree()))(shell);
}

const scriptCommand = (deps: Deps, shell: Shell) =>
  does(
    () =>
      reads(shell, {
        summary: `Print the completion script for ${shell}`,
        json: 'text',
        output: 'the script',
        notForAgents: 'configuration',
        examples: [
          [LOAD[shell], 'for this shell only'],
          [`reach completion install ${shell}`, 'permanently'],
        ],
      }),
    async (session) => session.print.text(await scriptOf(deps, shell)),
  )(deps);

const declare = () =>
  withDryRun(
    withYes(
      writesFile('install', {
        summary: 'Install the script where the shell finds it',
        description:
          'Writes into your own folders. If your shell needs a line in its start-up file, it is shown and confirmed first.',
        output: 'one row per step',
        notForAgents: 'configuration',
        examples: [
          ['reach completion install', 'for your current shell'],
          ['reach completion install zsh --yes', 'in a script'],
        ],
      }).addArgument(new Argument('[shell]', 'your current shell if omitted').choices(SHELLS)),
    ),
  );

const stepView = viewOf('step', 'steps', 'step', { id: 'step' });

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw diskError('write', `cannot create ${folder}`, error);
  }
}

/** Appends in place, as a start-up file may be a symbolic link. */
function appendLine(file: string, line: string): void {
  const before = keptText(file) ?? '';
  makeFolder(dirname(file));
  try {
    appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`);
  } catch (error) {
    throw diskError('write', `cannot write ${file}`, error);
  }
}

async function install(deps: Deps, session: Session, word: Shell | undefined, options: OptionsOf<typeof declare>) {
  const { io, print } = session;
  const shell = word ?? shellOf(io);
  if (shell === null)
    throw new UsageError('cannot tell which shell you use', { hint: `reach completion install ${SHELLS.join('|')}` });
  const { file, startup } = placeOf(shell, io);
  const missing = startup !== null && !(keptText(startup.file) ?? '').includes(startup.line) ? startup : null;
  const steps = [`write ${file}`, ...(missing === null ? [] : [`add to ${missing.file}: ${missing.line}`])];
  if (options.dryRun === true) {
    await print.note('dry run: nothing is written');
    await print.list(
      stepView,
      steps.map((step) => ({ step })),
    );
    return;
  }
  if (missing !== null && options.yes !== true) {
    for (const step of steps) await print.note(step);
    await session.prompt.approve('Continue?', '--yes', 'nothing written');
  }
  const script = await scriptOf(deps, shell);
  makeFolder(dirname(file));
  await writeWhole(file, script, file);
  if (missing !== null) appendLine(missing.file, missing.line);
  await print.list(
    stepView,
    steps.map((step) => ({ step })),
  );
  await print.note(`installed; completion for ${shell} works in the next shell you open`);
}

const installCommand: BuildGroup = (deps) =>
  does(declare, (session, shell, options) => install(deps, session, shell, options))(deps);

const namesCommand = does(
  () =>
    reads('names', {
      summary: 'Print cached names',
      output: 'one name per line',
      notForAgents: 'configuration',
      examples: [],
    }).argument('<kind>', 'kind of names'),
  async (session, kind) => {
    const text = await namesText(session, kind, () => workspaceOwner(session.profile()));
    await session.print.text(text).catch(() => {});
  },
);

export const completion: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      ...Object.fromEntries(SHELLS.map((shell) => [shell, () => scriptCommand(deps, shell)])),
      install: installCommand,
    },
    { names: namesCommand },
  );
