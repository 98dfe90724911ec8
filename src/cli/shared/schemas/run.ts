/** The JSON Schema of run files as text. Loads the contract's shapes: only the command that prints it comes here. */
export async function runSchemaText(): Promise<string> {
  const { runFileSchema } = await import('../../../contract/actions/run-file-schema.ts');
  return `${JSON.stringify(runFileSchema(), null, 2)}\n`;
}
