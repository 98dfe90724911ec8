// Inbox, identities and social posts.

import { all, HIDDEN_PATH, prints, sends, stores } from './proof.ts';
import { type Row, row } from './row.ts';

export const ENGAGEMENT_ROWS: readonly Row[] = [
  row('inbox threads', '', prints('{ada}'), { modes: HIDDEN_PATH }),
  row('inbox messages', '{ada} --json', prints('Hello'), { modes: HIDDEN_PATH }),
  row(
    'inbox reply',
    '{ada} "Thank you." --from {identity} --yes',
    sends('POST', /^\/v1\/inbox\/(messages|replies)$/, (body) => JSON.stringify(body).includes('Thank you.')),
    { modes: HIDDEN_PATH },
  ),
  row('inbox tags', '', prints('{tag}', 'Hot'), { modes: HIDDEN_PATH }),
  row(
    'inbox tag',
    '{ada} --tag {tag}',
    stores('the tag', ({ tagged }, { ada = '', tag }) => [...(tagged.get(ada) ?? [])].map(String).join() === tag),
    { modes: HIDDEN_PATH },
  ),
  row(
    'inbox untag',
    '{bob} --tag {tag}',
    stores('no tag', ({ tagged }, { bob = '' }) => tagged.get(bob)?.size === 0),
  ),
  row('inbox link', '--folder unread', prints('inbox?folder=unread')),
  row('identity list', '', prints('{identity}', 'robin@stranger.example')),
  row('identity show', '{identity} --json', prints('robin@stranger.example')),
  row(
    'identity update',
    '{identity} -f jobTitle=Head',
    all(
      sends('PATCH', /identities/, (body) => Object.keys(body).join() === 'jobTitle'),
      stores('the title', ({ identities }) => identities[0]?.['jobTitle'] === 'Head'),
    ),
  ),
  row('identity signature', '{identity} --html', prints('<p>Regards</p>')),
  row(
    'identity signature',
    '{identity} --file -',
    stores('the signature', ({ identities }) => String(identities[0]?.['signature']).includes('Yours')),
    { stdin: '<p>Yours</p>' },
  ),
  row('identity mailboxes list', '{identity}', () => {}),
  row(
    'identity mailboxes add',
    '{identity} robin@x.example --imap imap.x.example --smtp smtp.x.example --password-stdin',
    sends('POST', /mailboxes$/),
    { stdin: 'secret' },
  ),
  row('social posts', '', prints('{post}')),
  row('social show', '{post} --json', prints('pricing')),
  row(
    'social react',
    '{post} --amount 1 --yes',
    sends('POST', /reactions$/, (body) => body['amount'] === 1),
  ),
];
