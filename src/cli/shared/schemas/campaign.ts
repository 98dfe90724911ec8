// The JSON Schema of campaign files as text. Loads the contract's shapes: only commands that print or write it come here.

import { CAMPAIGN_KEYS } from '../../files/campaign-file.ts';
import { asWritten } from './as-written.ts';
import { withNames } from './names.ts';

export const CAMPAIGN_SCHEMA_FILE = 'campaign.schema.json';

export async function campaignSchemaText(): Promise<string> {
  const { campaignFileSchema } = await import('../../../contract/campaigns/file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(campaignFileSchema()), CAMPAIGN_KEYS), null, 2)}\n`;
}
