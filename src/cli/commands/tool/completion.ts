// reach completion: the scripts that let shells complete command lines.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Argument, type CommandUnknownOpts as Command } from 'commander';
import type { BuildGroup, Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import { readConfig } from '../../app/profiles.ts';
import type { Session } from '../../app/session.ts';
import { reasonOf } from '../../files/read.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { isNameKind, knownNames } from '../../tool/completion/names.ts';
import { placeOf, SHELLS, type Shell, shellOf } from '../../tool/completion/shells.ts';

const LOAD: Readonly<Record<Shell, string>> = {
  bash: 'source <(reach completion bash)',
  zsh: 'source <(reach completion zsh)',
  fish: 'reach completion fish | source',
  powershell: 'reach completion powershell | Out-String | Invoke-Expression',
};

async function scriptOf({ program }: Deps, shell: Shell): Promise<string> {
  const { completionScripts } = await import('../../tool/completion/script.ts');
  return (await completionScripts(await program.tree()))(shell);
}

function scriptCommand(deps: Deps, shell: Shell): Command {
  return doesUntyped(
    deps,
    leaf(shell, {
      summary: `The completion script for ${shell}`,
      output: 'the script',
      examples: [
        [LOAD[shell], 'for this shell only'],
        [`reach completion install ${shell}`, 'for good'],
      ],
    }),
    async (session) => session.print.text(await scriptOf(deps, shell)),
  );
}

interface InstallFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot make ${folder}: ${reasonOf(error)}`);
  }
}

/** Appended, never replaced: a start-up file may be a link into somebody's collection of them. */
function appendLine(file: string, line: string): void {
  const before = textOf(file);
  makeFolder(dirname(file));
  try {
    appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${reasonOf(error)}`);
  }
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

async function install(deps: Deps, session: Session, given: Shell | undefined, flags: InstallFlags): Promise<void> {
  const { io, print } = session;
  const shell = given ?? shellOf(io);
  if (shell === null) throw new UsageError('which shell?', { hint: `reach completion install ${SHELLS.join('|')}` });
  const { file, startup } = placeOf(shell, io);
  const missing = startup !== null && !textOf(startup.file).includes(startup.line) ? startup : null;
  const steps = [`write ${file}`, ...(missing === null ? [] : [`add to ${missing.file}: ${missing.line}`])];
  const view = { noun: 'step', plural: 'steps', id: 'step', columns: [{ key: 'step', title: 'STEP' }] };
  if (flags.dryRun === true) {
    await print.note('dry run: nothing is written');
    await print.list(
      view,
      steps.map((step) => ({ step })),
    );
    return;
  }
  if (missing !== null && flags.yes !== true) {
    for (const step of steps) await print.note(step);
    if (!(await session.prompt.confirm('Go on?', '--yes'))) return await print.note('nothing written');
  }
  const script = await scriptOf(deps, shell);
  makeFolder(dirname(file));
  await writeWhole(file, script, file);
  if (missing !== null) appendLine(missing.file, missing.line);
  await print.list(
    view,
    steps.map((step) => ({ step })),
  );
  await print.note(`completion for ${shell} is there in the next shell you open`);
}

/** Asked by the scripts: a wrong word or a broken configuration completes nothing, and says nothing. */
async function names(session: Session, kind: string): Promise<void> {
  if (!isNameKind(kind)) return;
  const known = () =>
    kind === 'profiles'
      ? ['local', ...Object.keys(readConfig(session.paths).profiles)]
      : knownNames(session.paths, session.profile().name, kind);
  try {
    await session.print.text(
      known()
        .map((name) => `${name}\n`)
        .join(''),
    );
  } catch {
    return;
  }
}

export const completion: BuildGroup = (deps) => {
  const command = group('completion', ['completions'], 'Completion for bash, zsh, fish and PowerShell', [
    ...SHELLS.map((shell) => scriptCommand(deps, shell)),
    doesUntyped(
      deps,
      leaf('install', {
        summary: 'Put the script where the shell finds it',
        description:
          'Writes into your own folders. A line that your shell needs in its start-up file is shown and asked for first.',
        output: 'one row for each step that was done',
        examples: [
          ['reach completion install', 'for the shell you work in'],
          ['reach completion install zsh --yes', 'in a script'],
        ],
      })
        .addArgument(new Argument('[shell]', 'left out: the shell you work in').choices(SHELLS))
        .option('-y, --yes', 'do not ask')
        .option('--dry-run', 'print what would be written, write nothing'),
      (session, given: Shell | undefined, flags: InstallFlags) => install(deps, session, given, flags),
    ),
  ]);
  const asked = doesUntyped(
    deps,
    leaf('names', { summary: 'Names the cache knows', output: 'one name a line', examples: [] }).argument(
      '<kind>',
      'of what',
    ),
    names,
  );
  command.addCommand(asked, { hidden: true });
  return command;
};
