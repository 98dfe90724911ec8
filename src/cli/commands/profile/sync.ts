// reach profile sync: adopts the names of the live service.

import type { Maximum } from '../../../client/compatibility/definitions/compare.ts';
import { counted } from '../../../contract/english.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import { mergedNames, type Proposal, type Renamed } from '../../../contract/learned.ts';
import { does, type OptionsOf, writesFile } from '../../session/command.ts';
import { usedNames } from '../../session/connect.ts';
import { changeConfig, type StoredProfile, type Sync } from '../../session/profiles/profiles.ts';
import { compareLive, learnedText, learnLive } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { differenceView } from '../../shared/views/doctor.ts';
import { UsageError } from '../../terminal/exit.ts';

const declare = () =>
  writesFile('sync', {
    summary: 'Adopt the names of the service where the public interface shows none',
    description: [
      'Some paths and names had to be chosen, because the public interface does not show them. This reads the',
      'definition of the live service (/definitions.json), which happens once a day by itself. Where the service',
      'uses another name and it cannot be mistaken, that name is used from then on. Where it only may be the same,',
      'it is proposed, and used once you accept it.',
    ].join('\n'),
    view: differenceView,
    output:
      'one row per name that differs: request, name in reach, name in the service, used or proposed; and per largest value that does',
    exits: ['notFound', 'access', 'later'],
    notForAgents: 'configuration',
    examples: [
      ['reach profile sync', 'for the current profile'],
      ['reach profile sync --accept', 'asks about each proposed name'],
      ['reach profile sync --accept lists.list campaigns.addContact.contactId', 'accepts these, as in a script'],
      ['reach profile sync --profile production --dry-run', 'only show the names'],
      ['reach profile sync --forget', 'back to the names of reach'],
    ],
  })
    .option('--accept [name...]', 'use proposed names: asks for each, or takes names, or all')
    .option('--forget', 'use the names of reach again')
    .option('--dry-run', 'show the names without changing the profile');

async function keep(session: Session, change: (before: Sync | undefined, at: string) => Sync): Promise<void> {
  const { name } = session.profile();
  const at = new Date(session.io.now()).toISOString();
  await changeConfig(session.io, session.paths, (config) => {
    const before = getOwn(config.profiles, name);
    if (before === undefined) throw new UsageError(`profile ${name} no longer exists`);
    const next: StoredProfile = { ...before, sync: change(before.sync, at) };
    return { ...config, profiles: { ...config.profiles, [name]: next } };
  });
}

/** The proposals that the user accepts. Throws UsageError for a name that is not proposed. */
async function accepted(session: Session, proposals: readonly Proposal[], names: readonly string[] | true | undefined) {
  if (names === undefined) return [];
  if (names === true) {
    const chosen: Proposal[] = [];
    for (const one of proposals) {
      const question = `Is ${one.ours} of ${one.name} the service's ${one.theirs}?`;
      if (await session.prompt.confirm(question, '--accept NAME, or --accept all')) chosen.push(one);
    }
    return chosen;
  }
  if (names.includes('all')) return proposals;
  const wrong = names.find((name) => !proposals.some((one) => one.name === name));
  if (wrong !== undefined) {
    const known = proposals.map(({ name }) => name).join(', ');
    throw new UsageError(`"${wrong}" is not a proposed name`, {
      hint: known === '' ? 'none is' : `proposed: ${known}`,
    });
  }
  return proposals.filter(({ name }) => names.includes(name));
}

function withProposals(sync: Sync | undefined, chosen: readonly Proposal[], at: string): Sync {
  const renames = dictionary<Renamed>(sync?.renames);
  for (const { request, renamed } of chosen) {
    renames[request] = { ...mergedNames(renames[request], renamed), byHand: true };
  }
  return { at, renames };
}

/** `pageSize: at most 50` beside `pageSize: at most 100`. */
function limitRow({ request, part, name, ours, theirs }: Maximum) {
  const most = (value: number | null) => (value === null ? `${name}: no maximum known` : `${name}: at most ${value}`);
  return { request, part, ours: most(ours), theirs: most(theirs), kind: 'limit' };
}

async function sync(session: Session, { accept, forget, dryRun }: OptionsOf<typeof declare>): Promise<void> {
  const { name, baseUrl } = session.profile();
  const before = await usedNames(session.io, session.profile());
  const { print, io, paths } = session;
  if (baseUrl === null) {
    throw new UsageError(`profile ${name} is the service on this machine, which needs no sync`, {
      hint: 'select a saved profile: --profile NAME',
    });
  }
  if (name === 'env' && (accept !== undefined || forget === true)) {
    throw new UsageError('profile env is not saved', {
      hint: 'name what the service calls otherwise in REACH_NAMES (reach help environment), or save one: reach auth login',
    });
  }
  if (forget === true) {
    if (dryRun === true) return await print.note('dry run: the profile is not changed');
    await keep(session, (_, at) => ({ at, renames: {}, off: true }));
    return await print.note(`profile ${name} uses the names of reach again`);
  }
  const asked = { client: await session.client(), io, paths, baseUrl: baseUrl.value };
  const { differences, learned, maxima } = dryRun === true ? await compareLive(asked) : await learnLive(asked);
  const isAccepted = ({ request, part, ours, theirs }: (typeof differences)[number]) => {
    const known = getOwn(before?.renames ?? {}, request);
    if (part === 'path') return known?.path !== undefined;
    return part !== 'answer' && getOwn(known?.[part] ?? {}, ours) === theirs;
  };
  const open = learned.proposals.filter(
    (one) => !differences.some((other) => other.name === one.name && isAccepted(other)),
  );
  const rows = differences
    .filter(({ kind }) => kind === 'renamed' || kind === 'proposed')
    .map((one) => (isAccepted(one) ? { ...one, kind: 'accepted' } : one));
  await print.list(differenceView, [...rows, ...maxima.map(limitRow)]);
  const chosen = await accepted(session, open, accept);
  if (dryRun === true) return await print.note('dry run: the profile is not changed');
  if (name !== 'env') await keep(session, (known, at) => withProposals(known, chosen, at));
  if (chosen.length > 0) await print.note(`profile ${name} now uses ${counted(chosen.length, 'proposed name')}`);
  const rest = { ...learned, proposals: open.filter((one) => !chosen.includes(one)) };
  await print.note(`the service: ${learnedText(rest) ?? 'the same names as reach'}`);
}

export const syncCommand = does(declare, sync);
