// The fixtures: workflow files, and beside each everything that lint says about it.

import { join } from 'node:path';
import { parseWorkflow, problemsOf, type WorkflowFile } from '../../../src/cli/files/workflow-file.ts';
import type { FileProblem } from '../../../src/cli/terminal/problems/problem.ts';
import type { WorkflowKnowledge } from '../../../src/rules/workflows/checking.ts';
import { type Fixture, fixturesIn } from '../fixtures.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');

export const fixtures = (): Fixture[] => fixturesIn(FOLDER);

export interface Checked {
  readonly file: WorkflowFile;
  readonly problems: readonly FileProblem[];
}

/** Lints a text as the command does, offline unless more is known. */
export async function checked(text: string, knowledge: WorkflowKnowledge = {}): Promise<Checked> {
  const file = await parseWorkflow('workflow.yaml', text);
  return { file, problems: await problemsOf(file, knowledge) };
}
