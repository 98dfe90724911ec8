// The JSON Schema of playbook files as text. Loads the contract's shapes: only commands that print or write it come here.

export const PLAYBOOK_SCHEMA_FILE = 'playbook.schema.json';

export async function playbookSchemaText(): Promise<string> {
  const { playbookFileSchema } = await import('../../../contract/playbook/file-schema.ts');
  return `${JSON.stringify(playbookFileSchema(), null, 2)}\n`;
}
