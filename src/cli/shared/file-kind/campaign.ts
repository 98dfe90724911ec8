// Campaigns as files.

import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import { bodyOfFile, fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { missingSender } from '../../../rules/campaigns/sender.ts';
import { CAMPAIGN_KEYS, parseCampaign } from '../../files/campaign-file.ts';
import type { NamedFile } from '../../files/named-file.ts';
import { rememberAccepted } from '../lint/undocumented-rules.ts';
import { asWritten, withNames } from '../schemas/as-written.ts';
import type { FileKind } from './starter-file.ts';

/** Loads the contract's shapes: only commands that print or write the schema come here. */
export async function campaignSchemaText(): Promise<string> {
  const { campaignFileSchema } = await import('../../../contract/campaigns/file-schema.ts');
  return `${JSON.stringify(asWritten(withNames(campaignFileSchema()), CAMPAIGN_KEYS), null, 2)}\n`;
}

export const campaignFiles: FileKind<Campaign, NamedFile> = {
  noun: 'campaign',
  schemaFile: 'campaign.schema.json',
  schemaText: campaignSchemaText,
  parse: parseCampaign,
  contentOf: fileOfCampaign,
  async rememberAccepted(session, content) {
    const { checkCampaign } = await import('../../../rules/campaigns/check.ts');
    rememberAccepted(session, bodyOfFile(content), (body, known) => [
      ...checkCampaign(body, known),
      ...missingSender(body),
    ]);
  },
};
