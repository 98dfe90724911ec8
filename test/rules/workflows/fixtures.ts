// The fixtures: workflow files, and beside each everything that lint says about it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseWorkflow, problemsOf, type WorkflowFile } from '../../../src/cli/files/workflow-file.ts';
import type { FileProblem } from '../../../src/cli/output/problems/problem.ts';
import type { WorkflowKnowledge } from '../../../src/rules/workflows/knowledge.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

export interface Fixture {
  /** `slots/refused.yaml` */
  readonly name: string;
  readonly text: string;
  /** What stands in the `.out` beside it. */
  readonly out: string;
}

/** All of them, by name. */
export function fixtures(): Fixture[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(yaml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: relative(FOLDER, path),
      text: readFileSync(path, 'utf8'),
      out: readFileSync(path.replace(/\.(yaml|json)$/, '.out'), 'utf8'),
    }));
}

export interface Checked {
  readonly file: WorkflowFile;
  readonly problems: readonly FileProblem[];
}

/** Lints a text as the command does, offline unless more is known. */
export async function checked(text: string, knowledge: WorkflowKnowledge = {}): Promise<Checked> {
  const file = await parseWorkflow('workflow.yaml', text);
  return { file, problems: problemsOf(file, knowledge) };
}
