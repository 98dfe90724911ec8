// Files of ours as YAML text.

/** The line that names the schema to an editor's YAML server. */
export function modeline(schema: string): string {
  return `# yaml-language-server: $schema=${schema}\n`;
}

/** A value as text: long texts as blocks, nothing folded. Read again it gives the same value. */
export async function yamlText(value: Readonly<Record<string, unknown>>): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0, blockQuote: 'literal', version: '1.2', aliasDuplicateObjects: false });
}
