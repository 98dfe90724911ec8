// The JSON Schema of workflow files as text. Loads the contract's shapes: only commands that print or write it come here.

import { BLOCKS } from '../../../rules/workflows/blocks/catalogue.ts';
import { WORKFLOW_KEYS } from '../../files/workflow-file.ts';
import { asWritten } from './as-written.ts';
import { withNames } from './names.ts';

export const WORKFLOW_SCHEMA_FILE = 'workflow.schema.json';

export async function workflowSchemaText(): Promise<string> {
  const { workflowFileSchema } = await import('../../../contract/workflows/file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(workflowFileSchema(BLOCKS)), WORKFLOW_KEYS), null, 2)}\n`;
}
