// reach init: things to start from.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildGroup, Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { shownPath } from './folder/folder.ts';
import { writeSchemas } from './folder/schemas.ts';
import { startFiles } from './folder/start.ts';
import { writeFile } from './workspace/pull.ts';

const fileView: View = {
  noun: 'file',
  plural: 'files',
  id: 'path',
  columns: [{ key: 'path', title: 'file' }],
};

async function initOutreach(session: Session, shown: string, flags: { readonly force?: boolean }): Promise<void> {
  const { io, print, host } = session;
  const files = startFiles(await readFile(join(host.samples, 'playbook.yaml'), 'utf8'));
  const path = resolve(io.cwd, shown);
  const there = [...files.keys()].filter((file) => existsSync(join(path, file)));
  if (there.length > 0 && flags.force !== true) {
    const names = there.map((file) => shownPath({ shown }, file)).join(', ');
    throw new CliError('usage', 'exists', `there already: ${names}; nothing was written`, {
      hint: '--force replaces them; reach pull writes a folder from a workspace',
    });
  }
  for (const [file, text] of files) await writeFile(join(path, file), text, shownPath({ shown }, file));
  await writeSchemas({ path, shown });
  await print.list(
    fileView,
    [...files.keys()].map((file) => ({ path: shownPath({ shown }, file) })),
  );
  await print.note(`next: reach lint ${shown}`);
}

function outreachCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('outreach', {
      summary: 'Start a folder that holds a workspace as files',
      description:
        'Settings, a playbook, and an example of each kind of file, with comments. Schemas for editors go into .reach/schema, and the first line of each file names its own. What is in a workspace already, pull writes into the folder.',
      output: 'the files that were written',
      examples: [
        ['reach init outreach', 'the folder outreach, here'],
        ['reach init outreach team-a && reach plan team-a', 'another name; then what applying it would do'],
      ],
    })
      .argument('[folder]', 'the folder to start', 'outreach')
      .option('--force', 'replace files that are there'),
    initOutreach,
  );
}

export const init: BuildGroup = (deps) => group('init', [], 'Start an outreach folder', [outreachCommand(deps)]);
