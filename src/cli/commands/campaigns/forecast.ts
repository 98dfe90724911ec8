// reach campaign forecast: what a campaign will send, day by day.

import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isFileWord } from '../../files/is-file.ts';
import { forecastCampaign } from '../../outreach/forecast/forecasts.ts';
import { forecastOptions, withForecastOptions } from '../../outreach/forecast/run-ahead.ts';
import { forecastView, printForecast } from '../../outreach/forecast/text.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { soundCampaign } from '../../shared/lint/campaign-knowledge.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { listIdOf } from '../../shared/lookup/list.ts';

const declare = () =>
  withForecastOptions(
    reads('forecast', {
      summary: 'Show what a campaign will send, day by day',
      description: [
        'Runs the engine of the local service ahead on a copy of the workspace, with a clock of its own: nothing is sent or',
        'changed. What people do is assumed, and the same each time. Days are in UTC.',
      ].join('\n'),
      uses: [routes.campaigns.get, routes.campaigns.list, routes.lists.list, routes.contacts.search],
      view: forecastView,
      json: 'record',
      output:
        'messages by day, channel and sender; on a terminal also the share of each branch, who is not reached and why, and who still waits; JSON: all of it',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach campaign forecast welcome.yaml --list Fair', 'before it is created'],
        ['reach campaign forecast "Q3 launch" --days 30', 'what is still to come'],
        ['reach campaign forecast 12 --list Fair --assume opened=40%,accepted=25% -o csv', 'as a table of days'],
      ],
    })
      .argument('<campaign>', 'campaign file, or id or name of a campaign')
      .option('--list <list>', 'contacts to add first: a list by name or id'),
  );

/** The id of a campaign, or what a file creates. */
async function campaignOf(session: Session, word: string): Promise<AnyId | CampaignInput> {
  if (!isFileWord(session.io, word)) return await campaignIdOf(session, word);
  return (await soundCampaign(session, word)).body;
}

export const forecastCommand = does(declare, async (session, word, { list, ...flags }) => {
  const options = await forecastOptions(flags);
  const campaign = await campaignOf(session, word);
  const listId = list === undefined ? null : await listIdOf(session, list, 'CONTACT');
  const forecast = await session.progress('Copying the workspace', (tell) =>
    forecastCampaign(session, campaign, listId, options, tell),
  );
  await printForecast(session, forecast);
});
