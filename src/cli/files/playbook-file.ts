// Playbook files: read with the places of everything, and checked.

import { resourceIn } from '../../rules/file-keys.ts';
import type { PlaybookKnowledge } from '../../rules/playbook/check.ts';
import type { Io } from '../terminal/io.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type CheckedFile, checkedProblems } from './checked-file.ts';
import { readText } from './read.ts';
import { readYaml } from './yaml/read.ts';
import type { KindOf } from './yaml/value.ts';

/** Everything but the one flag is text: `name: 0123`, `answer: yes`. */
const kindOf: KindOf = (key) => (key === 'isMainProduct' ? 'auto' : 'text');

/** Its body is what the file says, section by section. */
export async function parsePlaybook(name: string, text: string): Promise<CheckedFile> {
  const yaml = await readYaml(text, kindOf);
  return { name, yaml, body: yaml.readable ? resourceIn(yaml.value) : null };
}

/** Throws UsageError when the file cannot be read at all. */
export async function readPlaybook(io: Io, name: string): Promise<CheckedFile> {
  return await parsePlaybook(name, await readText(io, name));
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function playbookProblems(file: CheckedFile, knowledge: PlaybookKnowledge = {}): Promise<FileProblem[]> {
  const { checkPlaybookFile } = await import('../../rules/playbook/file.ts');
  return checkedProblems(file, (body) => checkPlaybookFile(body, knowledge));
}
