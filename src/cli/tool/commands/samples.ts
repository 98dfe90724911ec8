// reach samples: the sample files of the guides, here.

import { type Dirent, existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namedPath } from '../../files/is-file.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { does, writesFile } from '../../session/command.ts';
import { CliError } from '../../terminal/exit.ts';
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
