// reach inbox link: a page of the web app that shows exactly this.

import { routes } from '../../../client/routes/routes.ts';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  ICP_RATINGS,
  INBOX_FOLDERS,
  INBOX_LIMITS,
} from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { linkView } from '../../output/views/inbox.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { idOf } from '../../shared/lookup/ids.ts';
import { knownWord, knownWords } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf, recordIdsOf } from '../../shared/lookup/record.ts';
import { tagIdsOf } from './tag-names.ts';

type Words = readonly string[];

interface Flags {
  readonly folder?: string;
  readonly channel?: Words;
  readonly tag?: Words;
  readonly tagFolder?: string;
  readonly contacts?: Words;
  readonly contact?: string;
  readonly from?: Words;
  readonly archived?: boolean;
  readonly status?: Words;
  readonly untagged?: boolean;
  readonly campaign?: Words;
  readonly companies?: Words;
  readonly icp?: Words;
  readonly since?: string;
  readonly until?: string;
  readonly open?: boolean;
}

/** A UTC day, or a moment with its zone. */
function momentOf(flag: string, text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  if ((isDay || isMoment) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`${flag} ${text}: no day and no moment`, {
    hint: 'a day as 2026-11-21, or a moment as 2026-11-21T09:00:00Z',
  });
}

async function each(words: Words | undefined, idOfWord: (word: string) => Promise<number>): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words ?? []) ids.push(await idOfWord(word));
  return ids;
}

/** As many as one link takes. */
function fitting(flag: string, ids: readonly number[]): readonly number[] {
  if (ids.length <= INBOX_LIMITS.linkIdsMax) return ids;
  throw new UsageError(`${flag}: ${ids.length} are too many for one link`, {
    hint: `at most ${INBOX_LIMITS.linkIdsMax}; --tag or --campaign stands for any number of contacts`,
  });
}

function checkOrder({ since, until }: Flags): void {
  if (since === undefined || until === undefined || Date.parse(since) <= Date.parse(until)) return;
  throw new UsageError(`--since ${since} is after --until ${until}`);
}

const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);

/** The filters of the request. Names are looked up; ids are taken as they are. */
async function filtersOf(session: Session, flags: Flags) {
  const tags = flags.tag === undefined ? [] : await tagIdsOf(await session.api(), flags.tag);
  const given = {
    folder: flags.folder === undefined ? undefined : knownWord('--folder', flags.folder, INBOX_FOLDERS),
    channel: flags.channel && knownWords('--channel', flags.channel, CHANNELS),
    tagIds: someOf(tags),
    tagFolderId: flags.tagFolder === undefined ? undefined : idOf(flags.tagFolder, 'tag folder'),
    leadIds: flags.contacts && fitting('--contacts', await recordIdsOf(session, 'contact', flags.contacts)),
    leadId: flags.contact === undefined ? undefined : await recordIdOf(session, 'contact', flags.contact),
    identityIds: someOf(await each(flags.from, (word) => identityIdOf(session, word))),
    archived: flags.archived,
    status: flags.status && knownWords('--status', flags.status, CONVERSATION_STATUSES),
    includeUntagged: flags.untagged,
    campaignIds: someOf(await each(flags.campaign, (word) => campaignIdOf(session, word))),
    companyIds: flags.companies && fitting('--companies', await recordIdsOf(session, 'company', flags.companies)),
    icpRatings: flags.icp && knownWords('--icp', flags.icp, ICP_RATINGS),
    startDate: flags.since === undefined ? undefined : momentOf('--since', flags.since),
    endDate: flags.until === undefined ? undefined : momentOf('--until', flags.until),
  };
  checkOrder(flags);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function link(session: Session, flags: Flags): Promise<void> {
  const body = await filtersOf(session, flags);
  const told = await (await session.api()).inbox.link({ body });
  const { output, fields } = session.settings;
  if (output === 'table' && fields === null) await session.print.text(`${told.url}\n`);
  else await session.print.record(linkView, told);
  if (flags.open === true) await session.host.openUrl(told.url);
}

export function linkCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('link', {
      summary: 'A link into the inbox of the web app, with filters',
      uses: [
        routes.inbox.link,
        routes.inbox.tags,
        routes.identities.list,
        routes.campaigns.list,
        routes.contacts.search,
        routes.companies.search,
      ],
      output: 'the link, alone on its line; JSON has it as url',
      exits: ['notFound'],
      examples: [
        ['reach inbox link --folder unread --channel email --open', 'what is new, in the browser'],
        ['reach inbox link --tag Interested --from "Robin Hale" --icp high,medium', 'names work where ids go'],
        ['reach contacts search --include jobTitle=CTO -o id | reach inbox link --contacts -', 'of a search'],
      ],
    })
      .option('--folder <folder>', `${INBOX_FOLDERS.join(', ')} (received)`)
      .option('--channel <channels>', `${CHANNELS.join(', ').toLowerCase()}; repeat it, or separate by commas`, collect)
      .option('--tag <name|id>', 'with this tag; repeat it', collect)
      .option('--tag-folder <id>', 'with a tag of this folder')
      .option('--untagged', 'without any tag, too')
      .option(
        '--contacts <ids>',
        'of these contacts: ids separated by commas, a name, an e-mail (- = ids on standard input); repeat it',
        collect,
      )
      .option(
        '--contact <contact>',
        'opens the conversation of this contact, by id, e-mail or name; --contacts is the better filter',
      )
      .option('--companies <ids>', 'of contacts at these companies: ids, a name, a domain; repeat it', collect)
      .option('--campaign <name|id>', 'of this campaign; repeat it', collect)
      .option('--from <identity>', 'with this sender, by name, e-mail or id; repeat it', collect)
      .option('--status <statuses>', `${CONVERSATION_STATUSES.join(', ').toLowerCase()}; as --channel`, collect)
      .option('--icp <ratings>', `${ICP_RATINGS.join(', ').toLowerCase()}; as --channel`, collect)
      .option('--archived', 'archived ones')
      .option('--no-archived', 'none that are archived')
      .option('--since <day|moment>', 'with messages from then on')
      .option('--until <day|moment>', 'with messages up to then')
      .option('--open', 'show it in the browser'),
    link,
  );
}
