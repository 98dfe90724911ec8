// The JSON Schema of run files as text. Loads the contract's shapes: only the command that prints it comes here.

import { withNames } from './names.ts';

export async function runSchemaText(): Promise<string> {
  const { runFileSchema } = await import('../../../contract/actions/run-file-schema.ts');
  return `${JSON.stringify(withNames(runFileSchema()), null, 2)}\n`;
}
