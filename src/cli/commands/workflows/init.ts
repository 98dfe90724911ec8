import type { BuildGroup } from '../../session/command.ts';
import { initFile } from '../../shared/file-kind/starter-file.ts';
import { workflowFiles } from '../../shared/file-kind/workflow.ts';

export const initCommand: BuildGroup = (deps) =>
  initFile(deps, workflowFiles, {
    documented: 'workflow-documented',
    other: 'workflows/enrol.yaml',
  });
