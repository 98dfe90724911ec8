import { routes } from '../../../client/routes/routes.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { missingSender } from '../../../rules/campaigns/sender.ts';
import { does, writesFile } from '../../session/command.ts';
import { exportFile, withExportFile } from '../../shared/export-file/export-file.ts';
import { rememberAccepted } from '../../shared/lint/accepted-by-service.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { CAMPAIGN_SCHEMA_FILE, campaignSchemaText } from '../../shared/schemas/campaign.ts';
import { campaignView } from '../../shared/views/campaigns.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a campaign as the file that would create it',
      description: 'Leaves out what can only be read (ids, status); created again, the file gives an equal campaign.',
      uses: [routes.campaigns.get, routes.campaigns.list],
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      completes: { campaign: 'campaigns' },
      replaces: true,
      examples: [
        ['reach campaign export 12 > q3.yaml', 'by id'],
        [
          'reach campaign export "Q3 launch" --file campaigns/q3.yaml',
          'by name, with the schema for editors beside it',
        ],
      ],
    }).argument('<campaign>', 'id or name of the campaign'),
  );

export const exportCommand = does(declare, async (session, text, options) => {
  const campaign = await findCampaign(session, text);
  const content = fileOfCampaign(campaign);
  rememberAccepted(session, bodyOfFile(content), (body, known) => [
    ...checkCampaign(body, known),
    ...missingSender(body),
  ]);
  await exportFile(session, options, {
    content,
    what: `campaign ${campaign.id}`,
    view: campaignView,
    schemaFile: CAMPAIGN_SCHEMA_FILE,
    schemaText: campaignSchemaText,
  });
});
