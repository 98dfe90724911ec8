// The JSON Schema of run files as text. Loads the contract's shapes: only the command that prints it comes here.

import { RUN_KEYS } from '../../files/run-file.ts';
import { asWritten } from './as-written.ts';
import { withNames } from './names.ts';

export async function runSchemaText(): Promise<string> {
  const { runFileSchema } = await import('../../../contract/actions/run-file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(runFileSchema()), RUN_KEYS), null, 2)}\n`;
}
