// searches/*.yaml of an outreach folder: saved searches that a team has in Git. No workspace holds searches, so they are used
// from their files: there is nothing to apply.

import { existsSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { isObject } from '../../../contract/json.ts';
import { resourceIn } from '../../../rules/file-keys.ts';
import { checkSearch } from '../../../rules/records/saved-search.ts';
import { plainText, strangeKind } from '../../files/bounded-read.ts';
import { type CheckedFile, checkedProblems } from '../../files/checked-file.ts';
import { namedPath } from '../../files/is-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';

export interface SearchFile extends CheckedFile {
  /** What it says, or what its file is called where it says none. */
  readonly search: string;
  readonly problems: readonly FileProblem[];
}

const FOLDER = 'searches';

/** The saved searches of an outreach folder, in the order of their files. */
export async function folderSearches(io: Pick<Io, 'cwd' | 'fileRoots'>, displayed: string): Promise<SearchFile[]> {
  const inside = join(displayed, FOLDER);
  const path = namedPath(io, inside);
  if (!existsSync(path)) return [];
  const strange = strangeKind(path, 'directory');
  if (strange !== null) throw new UsageError(`${inside} is ${strange}: an outreach folder holds plain files only`);
  const found: SearchFile[] = [];
  for (const fileName of readdirSync(path)
    .filter((one) => /^[^.].*\.ya?ml$/.test(one))
    .toSorted()) {
    const from = join(inside, fileName);
    const yaml = await readYaml(plainText(join(path, fileName), from), () => 'text');
    const file = { name: from, yaml, body: yaml.readable ? resourceIn(yaml.value) : null };
    const body = isObject(file.body) ? file.body : {};
    const name = typeof body['name'] === 'string' ? body['name'] : parse(fileName).name;
    const first = found.find(({ search }) => search === name);
    const problems = checkedProblems(file, checkSearch);
    if (first !== undefined) {
      const message = `the name "${name}" is also that of ${first.name}`;
      problems.push({
        ...yaml.placeOf(['name']),
        file: from,
        path: 'name',
        code: 'duplicate',
        message,
        severity: 'error',
      });
    }
    found.push({ ...file, search: name, problems: inFileOrder(problems) });
  }
  return found;
}
