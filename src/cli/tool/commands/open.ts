// reach open: the page of a record or of a list, in the web app or of the local service.

import { Argument } from 'commander';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { findAi, KINDS } from '../../shared/ai/kinds.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { campaignIdOf, findIdentity, runIdOf, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { findList } from '../../shared/lookup/list.ts';
import { anyId } from '../../shared/lookup/match.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { type Linked, linkView, openPage, pathIn, showLocalPage, threadPage } from '../../shared/web/open-page.ts';
import { UsageError } from '../../terminal/exit.ts';
import { durationMs } from '../../terminal/settings.ts';

const RECORDS = {
  contact: async (session, word) => {
    const contactId = await recordIdOf(session, 'contact', word);
    return (await session.api()).contacts.get({ params: { contactId } });
  },
  company: async (session, word) => {
    const companyId = await recordIdOf(session, 'company', word);
    return (await session.api()).companies.get({ params: { companyId } });
  },
  list: async (session, word) => {
    const { id } = await findList(session, word);
    return (await session.api()).lists.get({ params: { listId: id } });
  },
  campaign: async (session, word) => {
    const campaignId = await campaignIdOf(session, word);
    return (await session.api()).campaigns.get({ params: { campaignId } });
  },
  workflow: async (session, word) => {
    const workflowId = await workflowIdOf(session, word);
    return (await session.api()).workflows.get({ params: { workflowId } });
  },
  run: async (session, word) => (await session.api()).workflows.getRun({ params: { runId: runIdOf(session, word) } }),
  identity: (session, word) => findIdentity(session, word),
  post: async (session, word) =>
    (await session.api()).social.post({ params: { postId: anyId(session, word, 'post') } }),
  thread: async (session, word) => await threadPage(session, await recordIdOf(session, 'contact', word)),
  'ai-variable': (session, word) => findAi(session, KINDS.variable, word),
  'ai-message': (session, word) => findAi(session, KINDS.message, word),
  'ai-snippet': (session, word) => findAi(session, KINDS.snippet, word),
  template: (session, word) => findAi(session, KINDS.template, word),
} satisfies Readonly<Record<string, (session: Session, word: string) => Promise<Linked>>>;

type Kind = keyof typeof RECORDS;

const PLURALS: Readonly<Record<Kind, string>> = {
  contact: 'contacts',
  company: 'companies',
  list: 'lists',
  campaign: 'campaigns',
  workflow: 'workflows',
  run: 'runs',
  identity: 'identities',
  post: 'posts',
  thread: 'threads',
  'ai-variable': 'ai-variables',
  'ai-message': 'ai-messages',
  'ai-snippet': 'ai-snippets',
  template: 'templates',
};
const WORDS = Object.keys(PLURALS).filter((word): word is Kind => Object.hasOwn(PLURALS, word));

/** Pages that are not of records: the local service alone has them. */
const OTHER_PAGES: ReadonlyMap<string, string> = new Map([
  ['home', ''],
  ['inbox', '/inbox'],
  ['outbox', '/outbox'],
  ['social', '/social-selling/posts'],
  ['playbook', '/playbook'],
  ['ai', '/ai'],
  ['finder', '/finder'],
  ['actions', '/actions'],
  ['queue', '/queue'],
  ['log', '/log'],
  ['history', '/history'],
]);

const LISTS: Readonly<Record<Kind, string>> = {
  contact: '/contacts',
  company: '/companies',
  list: '/lists',
  campaign: '/campaigns',
  workflow: '/workflows',
  run: '/workflows',
  identity: '/identities',
  post: '/social-selling/posts',
  thread: '/inbox',
  'ai-variable': '/ai',
  'ai-message': '/ai',
  'ai-snippet': '/ai',
  template: '/ai',
};

const declare = () =>
  reads('open', {
    summary: 'Open a record or a list in the browser',
    description:
      'Opens its link (appUrl) in the browser; BROWSER names another program. With --print, or where no terminal is, the link is printed instead. ' +
      'The profile local shows its own pages: reach serve does while it runs; else they are shown until Ctrl-C, or as long as --for says.',
    uses: [
      ...[routes.contacts.get, routes.companies.get, routes.lists.get, routes.campaigns.get],
      ...[routes.workflows.get, routes.workflows.getRun, routes.identities.list, routes.social.post],
      ...[routes.inbox.link, ...Object.values(KINDS).map((kind) => kind.routes.get)],
    ],
    view: linkView,
    json: 'record',
    output: 'nothing, or the link; of the profile local always the link, which opens the page once',
    exits: ['notFound'],
    notForAgents: 'interactive',
    examples: [
      ['reach open', 'the first page of the local service'],
      ['reach open contacts 3', 'a contact'],
      ['reach open outbox --for 10m', 'what would have been sent, for ten minutes'],
      ['reach open campaign "Q3 launch" --print', 'its link, for a message'],
      ['reach open thread ada@engines.example', 'the conversations of a contact, in the inbox'],
      ['reach open ai-message "First email"', 'an AI message'],
    ],
  })
    .addArgument(
      new Argument('[kind]', 'what it is; left out: the first page').choices([
        ...WORDS,
        ...Object.values(PLURALS),
        ...OTHER_PAGES.keys(),
      ]),
    )
    .argument(
      '[id]',
      'its id or name; of a contact, an email address too; of a thread, its contact; left out: the list',
    )
    .option('--for <duration>', 'how long the local service shows it, such as 10m')
    .option('--print', 'print the link instead');

export const openCommand = does(declare, async (session, word = 'home', id, { print, for: duration }) => {
  const forMs = duration === undefined ? undefined : durationMs(duration, '--for');
  const kind = WORDS.find((one) => one === word || PLURALS[one] === word);
  const other = kind === undefined ? (OTHER_PAGES.get(word) ?? '') : LISTS[kind];
  if (kind === undefined && id !== undefined) throw new UsageError(`${word} is one page: leave out "${id}"`);
  if (kind === undefined || id === undefined) {
    if (isLocal(session)) return await showLocalPage(session, { path: other, kind: word, what: word, print, forMs });
    throw new UsageError('name a record: the API gives no links of lists', { hint: 'reach open contact 3' });
  }
  const record = await RECORDS[kind](session, id);
  if (!isLocal(session) || typeof record.appUrl !== 'string')
    return await openPage(session, { kind, name: id }, record, { print });
  await showLocalPage(session, { path: pathIn(record.appUrl), kind, what: `${kind} ${id}`, print, forMs });
});
