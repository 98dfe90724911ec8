// Problems of a file that come from the other files, or from the features of the workspace.

import { filedEntity } from '../../../rules/ai/files.ts';
import type { AiFile } from '../../shared/ai/file.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** `splitAi`: whether the split AI-entity model is enabled in the workspace; true if unknown. */
export function crossFileProblems(file: AiFile, files: readonly AiFile[], splitAi: boolean): FileProblem[] {
  const { kind, name, yaml, body } = file;
  if (kind === null || !yaml.readable) return [];
  const problems: FileProblem[] = [];
  if (!splitAi && kind !== 'ai-variable') {
    const message = 'this needs the split AI-entity model, which is not enabled in this workspace';
    problems.push({ file: name, ...yaml.placeOf([]), path: '', code: 'split_ai_disabled', message, severity: 'error' });
  }
  const own = filedEntity(kind, body);
  const duplicate = files.find(
    (other) => other !== file && other.kind === kind && own !== null && isSame(own, filedEntity(kind, other.body)),
  );
  if (own !== null && duplicate !== undefined) {
    // Names of variables are unique; other entities may share one, but then no file can refer to them by name.
    const severity = kind === 'ai-variable' ? 'error' : 'warning';
    const message = `"${own.name}" is also the name in ${duplicate.name}`;
    problems.push({ file: name, ...yaml.placeOf(['name']), path: 'name', code: 'duplicate_name', message, severity });
  }
  return problems;
}

function isSame(a: NonNullable<ReturnType<typeof filedEntity>>, b: ReturnType<typeof filedEntity>): boolean {
  return b !== null && a.name === b.name && a.entity === b.entity;
}
