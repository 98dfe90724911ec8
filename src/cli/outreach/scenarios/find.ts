// Which scenarios are meant.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boundedText } from '../../files/bounded-read.ts';
import { namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { OutreachFolder } from '../folder/folder.ts';
import { parseScenario, type ScenarioFile } from './scenario-file.ts';

const TESTS_FOLDER = 'tests';

const isYaml = (name: string) => /^[^.].*\.ya?ml$/.test(name);
const below = (folder: string, name: string) => (folder === '.' ? name : join(folder, name));

/** The scenario files of a folder: those of its `tests`, or its own where it has none. */
function filesIn(io: Io, displayed: string): string[] {
  const path = namedPath(io, displayed);
  const inside = existsSync(join(path, TESTS_FOLDER)) ? below(displayed, TESTS_FOLDER) : displayed;
  if (inside === displayed && existsSync(join(path, SETTINGS_FILE))) return [];
  const names = readdirSync(namedPath(io, inside)).filter(isYaml).toSorted();
  return names.map((name) => below(inside, name));
}

/** As they were named: files, or folders with scenarios; without a name those of the outreach folder here. */
export function scenarioNames(io: Io, named: readonly string[]): string[] {
  const around = ['.', 'outreach'].find((folder) => existsSync(namedPath(io, join(folder, TESTS_FOLDER))));
  const wanted = named.length > 0 ? named : around === undefined ? [] : [around];
  const found = wanted.flatMap((name) => {
    const path = namedPath(io, name);
    if (!existsSync(path)) throw new UsageError(`${name} does not exist`);
    return statSync(path).isDirectory() ? filesIn(io, name) : [name];
  });
  if (found.length > 0) return [...new Set(found)];
  throw new UsageError(`no scenarios ${named.length > 0 ? `in ${named.join(', ')}` : 'here'}: ${TESTS_FOLDER}/*.yaml`, {
    hint: 'reach init outreach writes two to start from',
  });
}

/** The scenarios of an outreach folder; none where it has none. */
export async function folderScenarios(io: Io, { displayed, path }: OutreachFolder): Promise<ScenarioFile[]> {
  if (!existsSync(join(path, TESTS_FOLDER))) return [];
  const files: ScenarioFile[] = [];
  for (const name of filesIn(io, displayed)) files.push(await readScenario(io, name));
  return files;
}

export async function readScenario(io: Io, name: string): Promise<ScenarioFile> {
  const path = namedPath(io, name);
  return await parseScenario(name, dirname(path), boundedText(path, name));
}
