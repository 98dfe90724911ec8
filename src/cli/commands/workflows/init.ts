import type { BuildGroup } from '../../session/command.ts';
import { initFile } from '../../shared/init/starter-file.ts';
import { WORKFLOW_SCHEMA_FILE, workflowSchemaText } from '../../shared/schemas/workflow.ts';

export const initCommand: BuildGroup = (deps) =>
  initFile(deps, {
    noun: 'workflow',
    documented: 'workflow-documented',
    other: 'workflows/enrol.yaml',
    schemaFile: WORKFLOW_SCHEMA_FILE,
    schemaText: workflowSchemaText,
  });
