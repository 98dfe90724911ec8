// reach open: the page of a record in the web app.

import { Argument } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { harmless, type View } from '../../output/formats/cells.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { findIdentity } from '../../shared/lookup/identity.ts';
import { anyId } from '../../shared/lookup/ids.ts';
import { findList } from '../../shared/lookup/list.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { runIdOf, workflowIdOf } from '../../shared/lookup/workflow.ts';

type Linked = { readonly appUrl?: string | null | undefined };

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
};
const KINDS = Object.keys(PLURALS).filter((word): word is Kind => Object.hasOwn(PLURALS, word));

const linkView: View = {
  noun: 'link',
  plural: 'links',
  id: 'appUrl',
  columns: [{ key: 'kind' }, { key: 'appUrl', kind: 'link' }],
};

const declare = () =>
  reads('open', {
    summary: 'Open a record in the web app',
    description:
      'Opens its link (appUrl) in the browser; BROWSER names another program. With --print, or where no terminal is, the link is printed instead.',
    uses: [
      ...[routes.contacts.get, routes.companies.get, routes.lists.get, routes.campaigns.get],
      ...[routes.workflows.get, routes.workflows.getRun, routes.identities.list, routes.social.post],
    ],
    view: linkView,
    output: 'nothing, or the link',
    exits: ['notFound'],
    notForAgents: 'interactive',
    examples: [
      ['reach open contacts 3', 'a contact'],
      ['reach open campaign "Q3 launch" --print', 'its link, for a message'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what it is').choices([...KINDS, ...Object.values(PLURALS)]))
    .argument('<id>', 'its id or name; of a contact, an email address too')
    .option('--print', 'print the link instead');

export const openCommand = does(declare, async (session, word, id, { print }) => {
  const kind = KINDS.find((one) => one === word || PLURALS[one] === word) ?? 'contact';
  const { appUrl }: Linked = await RECORDS[kind](session, id);
  if (!appUrl) {
    throw new CliError('notFound', 'no_link', `the service gives no link for ${kind} ${id}`, {
      hint: 'open the web app and look for it there',
    });
  }
  const { output, fields } = session.settings;
  if (output !== 'table' || fields !== null) return await session.print.record(linkView, { kind, appUrl });
  if (print === true || !session.io.stderr.isTTY) return await session.print.text(`${harmless(appUrl)}\n`);
  await session.host.openUrl(appUrl);
  await session.print.note(`opened ${kind} ${id} in the browser`);
});
