import type { BuildGroup } from '../../app/command.ts';
import { initFile } from '../../shared/init/starter-file.ts';
import { CAMPAIGN_SCHEMA_FILE, campaignSchemaText } from '../../shared/schemas/campaign.ts';

export const initCommand: BuildGroup = (deps) =>
  initFile(deps, {
    noun: 'campaign',
    documented: 'campaign-documented',
    other: 'campaigns/q3.yaml',
    schemaFile: CAMPAIGN_SCHEMA_FILE,
    schemaText: campaignSchemaText,
  });
