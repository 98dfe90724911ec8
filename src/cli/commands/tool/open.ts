// reach open: the page of a record in the web app.

import { Argument } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { findAi } from '../../shared/ai/find.ts';
import { KINDS } from '../../shared/ai/kinds.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { findIdentity } from '../../shared/lookup/identity.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { findList } from '../../shared/lookup/list.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { runIdOf, workflowIdOf } from '../../shared/lookup/workflow.ts';
import { linkView } from '../../shared/web/link-view.ts';
import { type Linked, openPage } from '../../shared/web/open-page.ts';
import { threadPage } from '../../shared/web/thread-page.ts';

/** How the record that a word names is read. */
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

const declare = () =>
  reads('open', {
    summary: 'Open a record in the web app',
    description:
      'Opens its link (appUrl) in the browser; BROWSER names another program. With --print, or where no terminal is, the link is printed instead.',
    uses: [
      ...[routes.contacts.get, routes.companies.get, routes.lists.get, routes.campaigns.get],
      ...[routes.workflows.get, routes.workflows.getRun, routes.identities.list, routes.social.post],
      ...[routes.inbox.link, ...Object.values(KINDS).map((kind) => kind.routes.get)],
    ],
    view: linkView,
    output: 'nothing, or the link',
    exits: ['notFound'],
    notForAgents: 'interactive',
    examples: [
      ['reach open contacts 3', 'a contact'],
      ['reach open campaign "Q3 launch" --print', 'its link, for a message'],
      ['reach open thread ada@engines.example', 'the conversations of a contact, in the inbox'],
      ['reach open ai-message "First email"', 'an AI message'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what it is').choices([...WORDS, ...Object.values(PLURALS)]))
    .argument('<id>', 'its id or name; of a contact, an email address too; of a thread, its contact')
    .option('--print', 'print the link instead');

export const openCommand = does(declare, async (session, word, id, { print }) => {
  const kind = WORDS.find((one) => one === word || PLURALS[one] === word) ?? 'contact';
  await openPage(session, { kind, name: id }, await RECORDS[kind](session, id), { print });
});
