// reach init: starts an outreach folder.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namedPath } from '../../files/named-path.ts';
import { assertNoLinks, checkFolder, displayedPath } from '../../outreach/folder/folder.ts';
import { writeSchemas } from '../../outreach/folder/schemas.ts';
import { startFiles } from '../../outreach/folder/start.ts';
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

async function initOutreach(
  session: Session,
  displayed: string,
  { force }: { readonly force?: true | undefined },
): Promise<void> {
  const { io, print, host } = session;
  const files = startFiles(await readFile(join(host.samples, 'playbook.yaml'), 'utf8'));
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
  await print.note(`next: reach lint ${displayed}`);
}

const outreachCommand = does(
  () =>
    writesFile('outreach', {
      summary: 'Start a folder that holds a workspace as files',
      description:
        'Settings, a playbook, and a commented example of each kind of file. Schemas for editors go into .reach/schema, and the first line of each file refers to its schema. To start from an existing workspace, use reach pull.',
      view: fileView,
      output: 'the written files',
      replaces: true,
      examples: [
        ['reach init outreach', 'the folder outreach in the current folder'],
        ['reach init outreach team-a && reach plan team-a', 'another name; then show what applying it would do'],
      ],
      completes: { folder: 'folder' },
    })
      .argument('[folder]', 'the folder to start', 'outreach')
      .option('--force', 'replace existing files'),
  initOutreach,
);

export const init: BuildGroup = (deps) => groupByVerb(deps, { outreach: outreachCommand });
