// Campaigns.

import { all, byId, HIDDEN_PATH, notes, omits, prints, sends, stores, writes } from './proof.ts';
import { type Row, row } from './row.ts';

const FILE = `name: Autumn
steps:
  - type: email
    subject: Hello {firstName}
    content: How are you?
  - type: network_visit_profile
    delay: 1 day
`;
const EDITED = FILE.replace('Autumn', 'Winter');

export const CAMPAIGN_ROWS: readonly Row[] = [
  row('campaign init', 'new.yaml', writes('new.yaml', 'steps:')),
  row('campaign lint', 'autumn.yaml', notes(''), { files: { 'autumn.yaml': FILE } }),
  row('campaign lint', 'autumn.yaml --online', notes(''), { files: { 'autumn.yaml': FILE } }),
  row('campaign report', '{campaign} --json', prints('"campaign":"Q3 launch"')),
  row('campaign contacts', '{campaign}', notes('the API does not tell how far they are')),
  row('campaign contacts', '{campaign} --include jobTitle=CTO', notes('the API does not tell how far they are')),
  row('campaign graph', '{campaign}', prints('Email', 'Visit profile')),
  row('campaign graph', '"Q3 launch"', prints('Email', 'Visit profile')),
  row('campaign preview', '{campaign} --contact {ada}', prints('Hello Ada')),
  row(
    'campaign create',
    'autumn.yaml',
    stores('one draft with both steps', ({ campaigns }) => {
      const added = campaigns.filter(({ name }) => name === 'Autumn');
      return added.length === 1 && Array.isArray(added[0]?.['steps']) && added[0]['steps'].length === 2;
    }),
    { files: { 'autumn.yaml': FILE } },
  ),
  row('campaign list', '', prints('{campaign}', 'Q3 launch', 'Nurture')),
  row('campaign list', '--status DRAFT', all(prints('Q3 launch'), omits('Nurture'))),
  row('campaign show', '{campaign} --json', prints('Q3 launch', 'How are you?')),
  row('campaign show', '"Q3 launch" --json', prints('{campaign}', 'How are you?')),
  row(
    'campaign update',
    '{campaign} winter.yaml --yes',
    stores('the new name', ({ campaigns }, { campaign }) => byId(campaigns, campaign)?.['name'] === 'Winter'),
    { files: { 'winter.yaml': EDITED } },
  ),
  row(
    'campaign edit',
    '{campaign} --input winter.yaml',
    stores('the new name', ({ campaigns }, { campaign }) => byId(campaigns, campaign)?.['name'] === 'Winter'),
    { files: { 'winter.yaml': EDITED } },
  ),
  row(
    'campaign clone',
    '{running}',
    stores(
      'one more draft',
      ({ campaigns }) => campaigns.length === 3 && campaigns.filter(({ status }) => status === 'DRAFT').length === 2,
    ),
  ),
  row('campaign export', '{campaign} --no-schema', prints('Q3 launch', 'How are you?')),
  row(
    'campaign status',
    '{running} PAUSED --yes',
    stores('paused', ({ campaigns }, { running }) => byId(campaigns, running)?.['status'] === 'PAUSED'),
    { modes: HIDDEN_PATH },
  ),
  row('run-plan', 'plan.jsonl --yes', sends('POST', /^\/v1\/add-contact-to-campaign$/), {
    before: ['campaign add-contact {campaign} {bob} --save-plan plan.jsonl'],
  }),
  row(
    'campaign add-contact',
    '{campaign} {ada}',
    stores(
      'Ada',
      ({ enrolled }, { campaign = '', ada }) => [...(enrolled.get(campaign) ?? [])].map(String).join() === ada,
    ),
  ),
  row(
    'campaign add-list',
    '{campaign} {list}',
    stores(
      'Ada',
      ({ enrolled }, { campaign = '', ada }) => [...(enrolled.get(campaign) ?? [])].map(String).join() === ada,
    ),
  ),
  row('campaign owners', '', notes('')),
  row('campaign voices', '', prints('voice-9')),
];
