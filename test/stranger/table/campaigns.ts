// Campaigns.

import { all, byId, HIDDEN_PATH, notes, omits, prints, stores, writes } from './proof.ts';
import { AFTER_SYNC, type Row } from './row.ts';

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
  { command: 'campaign init', argv: 'new.yaml', proof: writes('new.yaml', 'steps:') },
  { command: 'campaign lint', argv: 'autumn.yaml', files: { 'autumn.yaml': FILE }, proof: notes('') },
  { command: 'campaign lint', argv: 'autumn.yaml --online', files: { 'autumn.yaml': FILE }, proof: notes('') },
  { command: 'campaign contacts', argv: '{campaign}', proof: notes('the API does not tell how far they are') },
  { command: 'campaign graph', argv: '{campaign}', proof: prints('Email', 'Visit profile') },
  { command: 'campaign graph', argv: '"Q3 launch"', proof: prints('Email', 'Visit profile') },
  { command: 'campaign preview', argv: '{campaign} --contact {ada}', proof: prints('Hello Ada') },
  { command: 'campaign report', argv: '{campaign} --json', proof: prints('"campaign":"Q3 launch"') },
  {
    command: 'campaign create',
    argv: 'autumn.yaml',
    files: { 'autumn.yaml': FILE },
    proof: stores('one draft with both steps', ({ campaigns }) => {
      const added = campaigns.filter(({ name }) => name === 'Autumn');
      return added.length === 1 && Array.isArray(added[0]?.['steps']) && added[0]['steps'].length === 2;
    }),
  },
  { command: 'campaign list', argv: '', proof: prints('{campaign}', 'Q3 launch', 'Nurture') },
  { command: 'campaign list', argv: '--status DRAFT', proof: all(prints('Q3 launch'), omits('Nurture')) },
  { command: 'campaign show', argv: '{campaign} --json', proof: prints('Q3 launch', 'How are you?') },
  { command: 'campaign show', argv: '"Q3 launch" --json', proof: prints('{campaign}', 'How are you?') },
  {
    command: 'campaign update',
    argv: '{campaign} winter.yaml --yes',
    files: { 'winter.yaml': EDITED },
    proof: stores('the new name', ({ campaigns }, { campaign }) => byId(campaigns, campaign)?.['name'] === 'Winter'),
  },
  {
    command: 'campaign edit',
    argv: '{campaign} --input winter.yaml',
    files: { 'winter.yaml': EDITED },
    proof: stores('the new name', ({ campaigns }, { campaign }) => byId(campaigns, campaign)?.['name'] === 'Winter'),
  },
  {
    command: 'campaign clone',
    argv: '{running}',
    proof: stores(
      'one more draft',
      ({ campaigns }) => campaigns.length === 3 && campaigns.filter(({ status }) => status === 'DRAFT').length === 2,
    ),
  },
  { command: 'campaign export', argv: '{campaign} --no-schema', proof: prints('Q3 launch', 'How are you?') },
  {
    command: 'campaign status',
    argv: '{running} PAUSED --yes',
    proof: stores('paused', ({ campaigns }, { running }) => byId(campaigns, running)?.['status'] === 'PAUSED'),
    modes: HIDDEN_PATH,
  },
  {
    command: 'campaign add-contact',
    argv: '{campaign} {ada}',
    proof: stores(
      'Ada',
      ({ enrolled }, { campaign = '', ada }) => [...(enrolled.get(campaign) ?? [])].map(String).join() === ada,
    ),
    modes: { renamed: AFTER_SYNC },
  },
  {
    command: 'campaign add-list',
    argv: '{campaign} {list}',
    proof: stores(
      'Ada',
      ({ enrolled }, { campaign = '', ada }) => [...(enrolled.get(campaign) ?? [])].map(String).join() === ada,
    ),
    modes: { renamed: AFTER_SYNC },
  },
  { command: 'campaign owners', argv: '', proof: notes('') },
  { command: 'campaign voices', argv: '', proof: prints('voice-9') },
];
