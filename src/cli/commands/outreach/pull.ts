// reach pull: writes a workspace into an outreach folder.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { checkAiEntity } from '../../../rules/ai/check.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { bodyOfFile as bodyOfCampaign } from '../../../rules/campaigns/file.ts';
import { keyOf, kindOfFile, kindOfKey } from '../../../rules/outreach/kinds.ts';
import { aiKindOf } from '../../../rules/outreach/normal.ts';
import type { LiveResource } from '../../../rules/outreach/plan.ts';
import { checkPlaybookFile } from '../../../rules/playbook/file.ts';
import { checkWorkflow } from '../../../rules/workflows/check.ts';
import { bodyOfFile as bodyOfWorkflow } from '../../../rules/workflows/file.ts';
import { namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { modeline } from '../../files/yaml/text.ts';
import {
  assertNoLinks,
  checkFolder,
  displayedPath,
  newFolder,
  type OutreachFolder,
  openFolder,
  whichFolder,
} from '../../outreach/folder/folder.ts';
import { aloneInFolder } from '../../outreach/folder/lock-file.ts';
import { writeSchemas } from '../../outreach/folder/schemas.ts';
import { SETTINGS_TEXT, startFiles } from '../../outreach/folder/start.ts';
import { OUTREACH_READS } from '../../outreach/folder/uses.ts';
import { schemaPath } from '../../outreach/folder/written.ts';
import {
  ALL_KINDS,
  assertSound,
  noteUnread,
  openOutreach,
  readLive,
  unknownTarget,
  withFolderProfile,
} from '../../outreach/planning/open.ts';
import {
  assertAsRead,
  Pull,
  type Pulled,
  type PullPlan,
  writeFile,
  writePulled,
} from '../../outreach/workspace/pull.ts';
import type { Selects } from '../../outreach/workspace/records.ts';
import {
  type BuildGroup,
  collect,
  does,
  groupByVerb,
  type OptionsOf,
  writes,
  writesFile,
} from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { rememberAccepted } from '../../shared/lint/undocumented-rules.ts';
import { CliError, type ExitName } from '../../terminal/exit.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import { FOLDER, withLock } from './options.ts';

const declare = () =>
  withLock(
    writes('pull', {
      hidesRequests: true,
      summary: 'Write a workspace into an outreach folder',
      description: [
        'Lists, playbook, AI entities, campaigns and workflows, one file each, with names instead of ids. Files that match',
        'the workspace are not touched; in others only the differences change, and comments are kept. Changes made here and',
        'not applied are kept; what changed on both sides needs --merge or --force, or nothing is written (exit 6).',
      ].join('\n'),
      uses: OUTREACH_READS,
      view: pulledView,
      json: 'list',
      output: 'one row per changed file: written, updated, removed, merged, conflict, kept',
      exits: ['bad', 'refused', 'conflict'],
      replaces: true,
      examples: [
        ['reach pull outreach', 'a new folder from the workspace of the profile'],
        ['reach pull --merge', 'merge changes of others with those made here'],
        ['reach pull --dry-run', 'only list the files that would change'],
      ],
      completes: { folder: 'folder' },
    })
      .argument(...FOLDER)
      .option('--target <kind/name>', 'only this resource, such as campaign/Welcome; repeatable', collect)
      .option('--merge', 'merge changes of both sides; conflicts are marked in the file (exit 1)')
      .option('--force', 'the workspace wins: changes made here and not applied are lost'),
  );

const pulledView = viewOf('file', 'changed files', 'state file note', { id: 'file', alsoHas: 'key conflicts' });

function recordOf({ state, file, key, note, conflicts }: Pulled): Record<string, unknown> {
  return { state, file, key: key === '' ? null : key, note, conflicts: conflicts.map(({ path }) => path) };
}

function blockedError({ blocked }: PullPlan): CliError {
  const files = blocked.map(({ file }) => file);
  return new CliError(
    'conflict',
    'local_changes',
    `changed both here and in the workspace: ${files.join(', ')}; nothing was written`,
    {
      hint: '--merge merges both sides, --force discards the changes made here',
      details: { files },
    },
  );
}

async function pullFolder(
  session: Session,
  folder: OutreachFolder,
  options: OptionsOf<typeof declare>,
): Promise<ExitName> {
  const { print } = session;
  const opened = await openOutreach(session, folder, options.lock);
  await assertSound(session, opened);
  const tracked = new Set([...opened.lock.lock.resources].map(([key, { id }]) => `${kindOfKey(key)}/${id}`));
  const { target: targets = null } = options;
  const isSelected: Selects = (kind, id, _name, isArchived) => !isArchived || tracked.has(`${kind}/${id}`);
  const sides = await session.progress('Reading the workspace', () => readLive(opened, ALL_KINDS, isSelected));
  const known = new Set([
    ...[...sides.live, ...opened.wanted].map(({ kind, name }) => keyOf(kind, name)),
    ...opened.lock.lock.resources.keys(),
  ]);
  for (const one of targets ?? []) if (!known.has(one)) throw unknownTarget(one, known);
  for (const kind of opened.workspace.missing)
    await print.note(`${kind}: the split AI-entity model is not enabled in this workspace`);
  await noteUnread(session, opened);
  const plan = await new Pull(opened, { merge: options.merge === true, force: options.force === true, targets }).plan(
    sides,
  );
  for (const text of plan.warnings) await print.warn(harmless(text));
  if (plan.blocked.length > 0) throw blockedError(plan);
  const rows = plan.files.filter(({ state }) => state !== 'unchanged');
  if (options.dryRun !== true) {
    assertAsRead(opened, plan.files);
    const settings = displayedPath(folder, SETTINGS_FILE);
    if (folder.file === null) await writeFile(join(folder.path, SETTINGS_FILE), SETTINGS_TEXT, settings);
    await writeSchemas(folder);
    await writePulled(opened, plan);
    rememberDocuments(session, sides.live);
  }
  await print.list(pulledView, rows.map(recordOf));
  const unchanged = plan.files.length - rows.length;
  const conflicts = rows.filter(({ state }) => state === 'conflict');
  if (conflicts.length > 0) {
    await print.warn(
      `resolve the marked conflicts in ${conflicts.map(({ file }) => displayedPath(opened.folder, file)).join(', ')}`,
    );
  }
  await print.note(`${unchanged} unchanged${options.dryRun === true ? '; nothing was written' : ''}`);
  return conflicts.length > 0 || !opened.workspace.isWhole ? 'bad' : 'done';
}

export const pullCommand = does(declare, async (session, named, options) => {
  const { io } = session;
  const displayed = whichFolder(io, named);
  const isNew = !existsSync(join(namedPath(io, displayed), SETTINGS_FILE));
  const folder = isNew ? newFolder(io, displayed) : await openFolder(io, displayed);
  return await withFolderProfile(session, folder, async (own) => {
    const work = () => pullFolder(own, folder, options);
    return await (options.dryRun === true ? work() : aloneInFolder(own.io, folder, work));
  });
});

function rememberDocuments(session: Session, live: readonly Pick<LiveResource, 'kind' | 'document'>[]): void {
  for (const { kind, document } of live) {
    const ai = aiKindOf(kind);
    if (ai !== null) {
      rememberAccepted(session, document, (body, known) => checkAiEntity(ai, body, known, 'create', 'file'));
    } else if (kind === 'campaign') rememberAccepted(session, bodyOfCampaign(document), checkCampaign);
    else if (kind === 'workflow') rememberAccepted(session, bodyOfWorkflow(document), checkWorkflow);
    else if (kind === 'playbook') rememberAccepted(session, document, checkPlaybookFile);
  }
}

// reach init: starts an outreach folder.

const fileView = viewOf('file', 'files', 'path', { id: 'path', titles: { path: 'file' } });

/** Ten playbooks of sales teams with their scenarios, as they are shipped: path inside the folder → text. */
async function samplePlaybooks(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    files.set(name, `${modelineOf(name)}${await readFile(path, 'utf8')}`);
  }
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function modelineOf(name: string): string {
  const kind = kindOfFile(name);
  if (kind !== null) return modeline(`../${schemaPath(kind)}`);
  return modeline(name.startsWith('tests/') ? `../${schemaPath('test')}` : schemaPath('outreach'));
}

async function initOutreach(
  session: Session,
  displayed: string,
  { force, playbooks }: { readonly force?: true | undefined; readonly playbooks?: true | undefined },
): Promise<void> {
  const { io, print, host } = session;
  const files = playbooks === true ? await samplePlaybooks(join(host.samples, 'playbooks')) : startFiles();
  const path = namedPath(io, displayed);
  checkFolder(path, displayed);
  assertNoLinks({ path, displayed });
  const existing = [...files.keys()].filter((file) => existsSync(join(path, file)));
  if (existing.length > 0 && force !== true) {
    const names = existing.map((file) => displayedPath({ displayed }, file)).join(', ');
    throw new CliError('usage', 'exists', `already exists: ${names}; nothing was written`, {
      hint: '--force replaces them; reach pull writes a folder from a workspace',
    });
  }
  for (const [file, text] of files) await writeFile(join(path, file), text, displayedPath({ displayed }, file));
  await writeSchemas({ path, displayed });
  await print.list(
    fileView,
    [...files.keys()].map((file) => ({ path: displayedPath({ displayed }, file) })),
  );
  await print.note(`next: reach lint ${displayed}; reach test ${displayed}`);
}

const outreachCommand = does(
  () =>
    writesFile('outreach', {
      summary: 'Start a folder that holds a workspace as files',
      description:
        'Settings, a playbook, a commented example of each kind of file, and two scenarios for reach test. Schemas for editors go into .reach/schema, and the first line of each file refers to its schema. To start from an existing workspace, use reach pull.',
      view: fileView,
      output: 'the written files',
      replaces: true,
      examples: [
        ['reach init outreach', 'the folder outreach in the current folder'],
        ['reach init outreach --playbooks && reach test', 'ten playbooks, and the scenarios that test them'],
        ['reach init outreach team-a && reach plan team-a', 'another name; then show what applying it would do'],
      ],
      completes: { folder: 'folder' },
    })
      .argument('[folder]', 'the folder to start', 'outreach')
      .option('--playbooks', 'ten playbooks with their scenarios instead of one example of each kind')
      .option('--force', 'replace existing files'),
  initOutreach,
);

export const init: BuildGroup = (deps) => groupByVerb(deps, { outreach: outreachCommand });
