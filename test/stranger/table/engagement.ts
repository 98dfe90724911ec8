// Inbox, identities and social posts.

import { all, HIDDEN_PATH, prints, sends, stores } from './proof.ts';
import type { Row } from './row.ts';

export const ENGAGEMENT_ROWS: readonly Row[] = [
  { command: 'inbox threads', argv: '', proof: prints('{ada}'), modes: HIDDEN_PATH },
  { command: 'inbox messages', argv: '{ada} --json', proof: prints('Hello'), modes: HIDDEN_PATH },
  {
    command: 'inbox reply',
    argv: '{ada} "Thank you." --from {identity} --yes',
    proof: sends('POST', /^\/v1\/inbox\/(messages|replies)$/, (body) => JSON.stringify(body).includes('Thank you.')),
    modes: HIDDEN_PATH,
  },
  { command: 'inbox tags', argv: '', proof: prints('{tag}', 'Hot'), modes: HIDDEN_PATH },
  {
    command: 'inbox tag',
    argv: '{ada} --tag {tag}',
    proof: stores(
      'the tag',
      ({ tagged }, { ada = '', tag }) => [...(tagged.get(ada) ?? [])].map(String).join() === tag,
    ),
    modes: HIDDEN_PATH,
  },
  {
    command: 'inbox untag',
    argv: '{bob} --tag {tag}',
    proof: stores('no tag', ({ tagged }, { bob = '' }) => tagged.get(bob)?.size === 0),
  },
  { command: 'inbox link', argv: '--folder unread', proof: prints('inbox?folder=unread') },
  { command: 'identity list', argv: '', proof: prints('{identity}', 'robin@stranger.example') },
  { command: 'identity show', argv: '{identity} --json', proof: prints('robin@stranger.example') },
  {
    command: 'identity update',
    argv: '{identity} -f jobTitle=Head',
    proof: all(
      sends('PATCH', /identities/, (body) => Object.keys(body).join() === 'jobTitle'),
      stores('the title', ({ identities }) => identities[0]?.['jobTitle'] === 'Head'),
    ),
  },
  { command: 'identity signature', argv: '{identity} --html', proof: prints('<p>Regards</p>') },
  {
    command: 'identity signature',
    argv: '{identity} --file -',
    stdin: '<p>Yours</p>',
    proof: stores('the signature', ({ identities }) => String(identities[0]?.['signature']).includes('Yours')),
  },
  { command: 'identity mailboxes list', argv: '{identity}', proof: () => {} },
  {
    command: 'identity mailboxes add',
    argv: '{identity} robin@x.example --imap imap.x.example --smtp smtp.x.example --password-stdin',
    stdin: 'secret',
    proof: sends('POST', /mailboxes$/),
  },
  { command: 'social posts', argv: '', proof: prints('{post}') },
  { command: 'social show', argv: '{post} --json', proof: prints('pricing') },
  {
    command: 'social react',
    argv: '{post} --amount 1 --yes',
    proof: sends('POST', /reactions$/, (body) => body['amount'] === 1),
  },
];
