// What is wrong with a file of an AI entity because of the others, or because of the workspace as a whole.

import { filedEntity } from '../../../rules/ai/files.ts';
import type { FileProblem } from '../../output/problems/problem.ts';
import type { AiFile } from '../../shared/ai/file.ts';

/** `splitAi`: whether the workspace has the split AI-entity model, as far as is known. */
export function together(file: AiFile, files: readonly AiFile[], splitAi: boolean): FileProblem[] {
  const { kind, name, yaml, body } = file;
  if (kind === null || !yaml.readable) return [];
  const problems: FileProblem[] = [];
  if (!splitAi && kind !== 'ai-variable') {
    const message = 'this needs the split AI-entity model, which this workspace has not';
    problems.push({ file: name, ...yaml.placeOf([]), path: '', code: 'split_ai_disabled', message, severity: 'error' });
  }
  const own = filedEntity(kind, body);
  const double = files.find(
    (other) => other !== file && other.kind === kind && own !== null && isSame(own, filedEntity(kind, other.body)),
  );
  if (own !== null && double !== undefined) {
    // Variables have unique names; of anything else two of a name only cannot be told apart by it.
    const severity = kind === 'ai-variable' ? 'error' : 'warning';
    const message = `"${own.name}" is the name of ${double.name} too`;
    problems.push({ file: name, ...yaml.placeOf(['name']), path: 'name', code: 'duplicate_name', message, severity });
  }
  return problems;
}

function isSame(a: NonNullable<ReturnType<typeof filedEntity>>, b: ReturnType<typeof filedEntity>): boolean {
  return b !== null && a.name === b.name && a.entity === b.entity;
}
