// Workflows as files.

import type { Workflow } from '../../../contract/workflows/records.ts';
import { BLOCKS } from '../../../rules/workflows/blocks/catalogue.ts';
import { bodyOfFile, fileOfWorkflow } from '../../../rules/workflows/file.ts';
import type { NamedFile } from '../../files/named-file.ts';
import { parseWorkflow, WORKFLOW_KEYS } from '../../files/workflow-file.ts';
import { rememberAccepted } from '../lint/undocumented-rules.ts';
import { asWritten, withNames } from '../schemas/as-written.ts';
import type { FileKind } from './starter-file.ts';

/** Loads the contract's shapes: only commands that print or write the schema come here. */
export async function workflowSchemaText(): Promise<string> {
  const { workflowFileSchema } = await import('../../../contract/workflows/file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(workflowFileSchema(BLOCKS)), WORKFLOW_KEYS), null, 2)}\n`;
}

export const workflowFiles: FileKind<Workflow, NamedFile> = {
  noun: 'workflow',
  schemaFile: 'workflow.schema.json',
  schemaText: workflowSchemaText,
  parse: parseWorkflow,
  contentOf: fileOfWorkflow,
  async rememberAccepted(session, content) {
    const { checkWorkflow } = await import('../../../rules/workflows/check.ts');
    rememberAccepted(session, bodyOfFile(content), checkWorkflow);
  },
};
