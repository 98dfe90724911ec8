import { routes } from '../../../contract/routes/routes.ts';
import { does, writesFile } from '../../session/command.ts';
import { campaignFiles } from '../../shared/file-kind/campaign.ts';
import { exportFile, withExportFile } from '../../shared/file-kind/file-kind.ts';
import { findCampaign } from '../../shared/lookup/campaign.ts';
import { campaignView } from '../../shared/views/campaigns.ts';

const declare = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a campaign as the file that would create it',
      description: 'Leaves out what can only be read (ids, status); created again, the file gives an equal campaign.',
      uses: [routes.campaigns.get, routes.campaigns.list],
      json: 'record',
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
  const live = await findCampaign(session, text);
  await exportFile(session, campaignFiles, { live, what: `campaign ${live.id}`, view: campaignView }, options);
});
