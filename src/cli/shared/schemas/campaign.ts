// The JSON Schema of campaign files as text. Loads the contract's shapes: only commands that print or write it come here.

import { DURATION_PATTERNS } from '../../../rules/campaigns/durations.ts';

export async function campaignSchemaText(): Promise<string> {
  const { campaignFileSchema } = await import('../../../contract/campaigns/file-schema.ts');
  return `${JSON.stringify(campaignFileSchema(DURATION_PATTERNS), null, 2)}\n`;
}
