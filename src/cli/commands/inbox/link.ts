// reach inbox link: a link to a filtered view of the web app.

import type { AnyId } from '../../../contract/ids.ts';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  ICP_RATINGS,
  INBOX_FOLDERS,
  INBOX_LIMITS,
} from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isDay, isMoment } from '../../../rules/days.ts';
import { collect, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { isLocal, overLimit } from '../../shared/lint/undocumented-rules.ts';
import { campaignIdOf, identityIdOf, knownWord, knownWords } from '../../shared/lookup/by-name.ts';
import { idOf } from '../../shared/lookup/match.ts';
import { recordIdOf, recordIdsOf } from '../../shared/lookup/record.ts';
import { linkView } from '../../shared/views/inbox.ts';
import { noteUnshown, pathIn, showLocalPage } from '../../shared/web/open-page.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isWords } from '../../terminal/settings.ts';
import { tagIdsOf } from './tag.ts';

const declare = () =>
  reads('link', {
    summary: 'Create a link to a filtered inbox of the web app',
    uses: [
      routes.inbox.link,
      routes.inbox.tags,
      routes.identities.list,
      routes.campaigns.list,
      routes.contacts.search,
      routes.companies.search,
    ],
    view: linkView,
    output:
      'the link alone; JSON has it as url; with --open the profile local shows the page until Ctrl-C, as reach open does',
    exits: ['notFound'],
    examples: [
      ['reach inbox link --folder unread --channel email --open', 'unread email, in the browser'],
      ['reach inbox link --tag Interested --from "Robin Hale" --icp high,medium', 'names instead of ids'],
      ['reach contacts search --include jobTitle=CTO -o id | reach inbox link --contacts -', 'from a search'],
    ],
    optionsNotForAgents: ['--open'],
  })
    .option('--folder <folder>', `${INBOX_FOLDERS.join(', ')} (received)`)
    .option('--channel <channels>', `${CHANNELS.join(', ').toLowerCase()}; repeatable, or separated by commas`, collect)
    .option('--tag <name|id>', 'with this tag; repeatable', collect)
    .option('--tag-folder <id>', 'with a tag of this folder')
    .option('--untagged', 'include conversations without a tag')
    .option(
      '--contacts <ids>',
      'of these contacts: ids separated by commas, a name, an email (- = ids on standard input); repeatable',
      collect,
    )
    .option(
      '--contact <contact>',
      'open the conversation of this contact: id, email or name; to filter, use --contacts',
    )
    .option('--companies <ids>', 'of contacts at these companies: ids, a name, a domain; repeatable', collect)
    .option('--campaign <name|id>', 'of this campaign; repeatable', collect)
    .option('--from <identity>', 'with this sender: name, email or id; repeatable', collect)
    .option('--status <statuses>', `${CONVERSATION_STATUSES.join(', ').toLowerCase()}; as --channel`, collect)
    .option('--icp <ratings>', `${ICP_RATINGS.join(', ').toLowerCase()}; as --channel`, collect)
    .option('--archived', 'only archived conversations')
    .option('--no-archived', 'no archived conversations')
    .option('--since <day|time>', 'with messages since then')
    .option('--until <day|time>', 'with messages until then')
    .option('--open', 'open it in the browser');

/** A UTC day, or a time with its zone. */
function momentOf(option: string, text: string): string {
  if (isDay(text) || isMoment(text)) return text;
  throw new UsageError(`${option} ${text}: not a day or time`, {
    hint: 'such as 2026-11-21 or 2026-11-21T09:00:00Z',
  });
}

async function each<I extends AnyId>(words: readonly string[] | undefined, idOfWord: (word: string) => Promise<I>) {
  const ids: I[] = [];
  for (const word of words ?? []) ids.push(await idOfWord(word));
  return ids;
}

async function limited(session: Session, option: string, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length <= INBOX_LIMITS.linkIdsMax) return ids;
  const error = new UsageError(`${option}: ${ids.length} ids are too many for one link`, {
    hint: `at most ${INBOX_LIMITS.linkIdsMax}; --tag and --campaign select any number of contacts`,
  });
  await overLimit(session, error);
  return ids;
}

const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);

/** The filters of the request. Names are looked up; ids are taken as they are. */
async function filtersOf(session: Session, options: OptionsOf<typeof declare>) {
  const tags = options.tag === undefined ? [] : await tagIdsOf(session, options.tag);
  const input = {
    folder: options.folder === undefined ? undefined : knownWord('--folder', options.folder, INBOX_FOLDERS),
    channel: options.channel && knownWords('--channel', options.channel, CHANNELS),
    tagIds: someOf(tags),
    tagFolderId: options.tagFolder === undefined ? undefined : idOf(options.tagFolder, 'tag folder'),
    leadIds:
      options.contacts &&
      (await limited(session, '--contacts', await recordIdsOf(session, 'contact', options.contacts))),
    leadId: options.contact === undefined ? undefined : await recordIdOf(session, 'contact', options.contact),
    identityIds: someOf(await each(options.from, (word) => identityIdOf(session, word))),
    archived: options.archived,
    status: options.status && knownWords('--status', options.status, CONVERSATION_STATUSES),
    includeUntagged: options.untagged,
    campaignIds: someOf(await each(options.campaign, (word) => campaignIdOf(session, word))),
    companyIds:
      options.companies &&
      (await limited(session, '--companies', await recordIdsOf(session, 'company', options.companies))),
    icpRatings: options.icp && knownWords('--icp', options.icp, ICP_RATINGS),
    startDate: options.since === undefined ? undefined : momentOf('--since', options.since),
    endDate: options.until === undefined ? undefined : momentOf('--until', options.until),
  };
  if (input.startDate && input.endDate && Date.parse(input.startDate) > Date.parse(input.endDate))
    throw new UsageError(`--since ${input.startDate} is after --until ${input.endDate}`);
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export const linkCommand = does(declare, async (session, options) => {
  const body = await filtersOf(session, options);
  const answer = await (await session.api()).inbox.link({ body });
  const show = async (url: string): Promise<void> => {
    if (isWords(session.settings)) await session.print.text(`${harmless(url)}\n`);
    else await session.print.record(linkView, { ...answer, url });
  };
  if (options.open === true && isLocal(session))
    return await showLocalPage(session, {
      path: pathIn(answer.url),
      kind: 'inbox',
      what: 'the inbox',
      open: true,
      show,
    });
  if (isLocal(session)) await noteUnshown(session, answer.url);
  await show(answer.url);
  if (options.open === true) await session.host.openUrl(answer.url);
});
