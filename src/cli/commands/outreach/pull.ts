// reach pull: a workspace into an outreach folder.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kindOfKey } from '../../../rules/outreach/kinds.ts';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { CliError, type ExitName } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { harmless, type View } from '../../output/formats/cells.ts';
import { type LockFlag, lockOption } from './flags.ts';
import { newFolder, type OutreachFolder, openFolder, SETTINGS_FILE, shownPath, whichFolder } from './folder/folder.ts';
import { writeSchemas } from './folder/schemas.ts';
import { SETTINGS_TEXT } from './folder/start.ts';
import { OUTREACH_READS } from './folder/uses.ts';
import { ALL_KINDS, assertSound, openOutreach, withFolderProfile } from './planning/open.ts';
import { Pull, type Pulled, type PullPlan, writeFile, writePulled } from './workspace/pull.ts';
import type { Selects } from './workspace/workspace.ts';

interface Flags extends LockFlag {
  readonly merge?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

const pulledView: View = {
  noun: 'file',
  plural: 'changed files',
  id: 'file',
  columns: [
    { key: 'state', title: 'state' },
    { key: 'file', title: 'file' },
    { key: 'note', title: 'note' },
  ],
};

function recordOf({ state, file, key, note, conflicts }: Pulled): Record<string, unknown> {
  return { state, file, key: key === '' ? null : key, note, conflicts: conflicts.map(({ path }) => path) };
}

function blockedError({ blocked }: PullPlan): CliError {
  const files = blocked.map(({ file }) => file);
  return new CliError(
    'conflict',
    'local_changes',
    `changed here and in the workspace: ${files.join(', ')}; nothing was written`,
    {
      hint: '--merge brings both together, --force drops what was changed here',
      details: { files },
    },
  );
}

async function pullFolder(session: Session, folder: OutreachFolder, flags: Flags): Promise<ExitName> {
  const { print } = session;
  const opened = await openOutreach(session, folder, flags.lock);
  await assertSound(session, opened);
  const followed = new Set([...opened.lock.lock.resources].map(([key, { id }]) => `${kindOfKey(key)}/${id}`));
  const isSelected: Selects = (kind, id, _name, isArchived) => !isArchived || followed.has(`${kind}/${id}`);
  const live = await opened.workspace.read(ALL_KINDS, isSelected);
  for (const kind of opened.workspace.missing)
    await print.note(`${kind}: the workspace has not the split AI-entity model`);
  const plan = await new Pull(opened, { merge: flags.merge === true, force: flags.force === true }).plan(live);
  for (const text of plan.warnings) await print.warn(harmless(text));
  if (plan.blocked.length > 0) throw blockedError(plan);
  const rows = plan.files.filter(({ state }) => state !== 'unchanged');
  if (flags.dryRun !== true) {
    const settings = shownPath(folder, SETTINGS_FILE);
    if (folder.file === null) await writeFile(join(folder.path, SETTINGS_FILE), SETTINGS_TEXT, settings);
    await writeSchemas(folder);
    await writePulled(opened, plan);
  }
  await print.list(pulledView, rows.map(recordOf));
  const unchanged = plan.files.length - rows.length;
  const settle = rows.filter(({ state }) => state === 'conflict');
  if (settle.length > 0) {
    await print.warn(
      `settle the conflicts between the marks in ${settle.map(({ file }) => shownPath(opened.folder, file)).join(', ')}`,
    );
  }
  await print.note(`${unchanged} unchanged${flags.dryRun === true ? '; nothing was written' : ''}`);
  return settle.length > 0 ? 'bad' : 'done';
}

async function pull(session: Session, named: string | undefined, flags: Flags): Promise<ExitName> {
  const { io } = session;
  const shown = whichFolder(io, named);
  const isNew = !existsSync(join(resolve(io.cwd, shown), SETTINGS_FILE));
  const folder = isNew ? newFolder(io, shown) : await openFolder(io, shown);
  return await withFolderProfile(session, folder, (own) => pullFolder(own, folder, flags));
}

export const pullCommand: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    lockOption(
      leaf('pull', {
        summary: 'Write a workspace into an outreach folder',
        description: [
          'Lists, playbook, AI entities, campaigns and workflows, a file each, names in place of ids. Files that say what the',
          'workspace says are not touched; others are changed where they differ, and keep their comments. What was changed here',
          'and not applied stays; what was changed on both sides needs --merge or --force, or nothing is written (exit 6).',
        ].join('\n'),
        uses: OUTREACH_READS,
        output: 'one row a file that is not as it was: written, updated, removed, merged, conflict, kept',
        exits: ['bad', 'refused', 'conflict'],
        examples: [
          ['reach pull outreach', 'a new folder from the workspace of the profile'],
          ['reach pull --merge', 'what others changed, together with what was changed here'],
          ['reach pull --dry-run', 'which files would change'],
        ],
      })
        .argument('[folder]', 'the outreach folder (the working folder, or outreach in it)')
        .option('--merge', 'bring changes of both sides together; conflicts are marked in the file (exit 1)')
        .option('--force', 'the workspace wins: what was changed here and not applied is lost')
        .option('--dry-run', 'write nothing'),
    ),
    pull,
  );
