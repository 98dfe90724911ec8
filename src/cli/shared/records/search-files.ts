// searches/*.yaml of an outreach folder: saved searches that a team has in Git. No workspace holds searches, so they are used
// from their files: there is nothing to apply.

import { existsSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import * as z from 'zod';
import { kindOf } from '../../../contract/english.ts';
import { isObject } from '../../../contract/json.ts';
import { checkObject } from '../../../rules/check-value.ts';
import { resourceIn } from '../../../rules/file-keys.ts';
import { type Problem, Problems } from '../../../rules/problem.ts';
import { parseCondition } from '../../../rules/records/conditions.ts';
import { plainText, strangeKind } from '../../files/bounded-read.ts';
import { type CheckedFile, checkedProblems } from '../../files/checked-file.ts';
import { namedPath } from '../../files/is-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import { isSearchName, type SavedSearch, SEARCH_NAME_HINT, searchOf } from './saved-searches.ts';

export interface SearchFile extends CheckedFile {
  readonly saved: SavedSearch & { readonly name: string };
  readonly problems: readonly FileProblem[];
}

const Text = z.string().trim().min(1).max(200);
const Filter = Text.regex(/^[^=]+=/, 'must be name=value');
const Condition = Text.superRefine((text, context) => {
  const read = parseCondition(text, 0);
  if ('problem' in read) context.addIssue({ code: 'custom', message: `is not a condition: ${read.problem}` });
});

export const SearchSchema = z.object({
  name: z.string().refine(isSearchName, `cannot be the name of a search: ${SEARCH_NAME_HINT}`),
  of: z.enum(['contacts', 'companies']).optional().describe('What it searches: contacts, unless it says companies.'),
  text: Text.optional().describe('Words to find.'),
  list: Text.optional().describe('Only records of this list.'),
  where: z.array(Condition).optional().describe('Conditions: jobTitle~chief, createdAt=last-30d.'),
  include: z.array(Filter).optional().describe('Filters of the API.'),
  exclude: z.array(Filter).optional().describe('Filters of the API.'),
});

function checkSearch(body: unknown): readonly Problem[] {
  const problems = Problems.none();
  if (!isObject(body)) problems.error([], 'invalid_type', `a saved search must be an object, not ${kindOf(body)}`);
  else {
    checkObject(problems, [], body, SearchSchema, 'a saved search');
    if (Object.keys(body).every((key) => key === 'name' || key === 'of'))
      problems.error([], 'required', 'a saved search needs where, include, exclude, text or list');
  }
  return problems.found;
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
    const first = found.find(({ saved }) => saved.name === name);
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
    found.push({ ...file, saved: { name, ...searchOf(body), from }, problems: inFileOrder(problems) });
  }
  return found;
}
