// reach init: starts an outreach folder.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { kindOfFile } from '../../../rules/outreach/kinds.ts';
import { namedPath } from '../../files/is-file.ts';
import { modeline } from '../../files/yaml/text.ts';
import { assertNoLinks, checkFolder, displayedPath } from '../../outreach/folder/folder.ts';
import { writeSchemas } from '../../outreach/folder/schemas.ts';
import { startFiles } from '../../outreach/folder/start.ts';
import { schemaPath } from '../../outreach/folder/written.ts';
import { writeFile } from '../../outreach/workspace/pull.ts';
import { type BuildGroup, does, groupByVerb, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';

const fileView: View = {
  noun: 'file',
  plural: 'files',
  id: 'path',
  columns: [{ key: 'path', title: 'file' }],
};

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
  const files =
    playbooks === true
      ? await samplePlaybooks(join(host.samples, 'playbooks'))
      : startFiles(await readFile(join(host.samples, 'playbook.yaml'), 'utf8'));
  const path = namedPath(io, displayed);
  checkFolder(path, displayed);
  assertNoLinks({ path, displayed: displayed });
  const existing = [...files.keys()].filter((file) => existsSync(join(path, file)));
  if (existing.length > 0 && force !== true) {
    const names = existing.map((file) => displayedPath({ displayed: displayed }, file)).join(', ');
    throw new CliError('usage', 'exists', `already exists: ${names}; nothing was written`, {
      hint: '--force replaces them; reach pull writes a folder from a workspace',
    });
  }
  for (const [file, text] of files)
    await writeFile(join(path, file), text, displayedPath({ displayed: displayed }, file));
  await writeSchemas({ path, displayed: displayed });
  await print.list(
    fileView,
    [...files.keys()].map((file) => ({ path: displayedPath({ displayed: displayed }, file) })),
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
