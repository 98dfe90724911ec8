import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../client/api.ts';
import { append } from '../../../contract/append.ts';
import { getOwn, type JsonObject } from '../../../contract/json.ts';
import type { TwinStage } from '../../../contract/local/store.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { maskedAnswer } from '../../../rules/masking/answers.ts';
import { replaceFolder } from '../../files/durable.ts';
import { namedPath } from '../../files/is-file.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import { does, type OptionsOf, withYes, writesFile } from '../../session/command.ts';
import { connect, TWIN_FILE, twinFolder } from '../../session/connect.ts';
import { keyMark } from '../../session/history/entry-header.ts';
import { changeConfig, checkProfileName, readConfig, twinOf, twinProfile } from '../../session/profiles/profiles.ts';
import { resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { openSession, type Session } from '../../session/session.ts';
import { targetOf } from '../../shared/approval.ts';
import { Answers } from '../../shared/twin/answers.ts';
import { SourceReader, type TwinPart } from '../../shared/twin/reader.ts';
import { NEVER_SHOWN, openMasking, readSource } from '../../shared/twin/source.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { commaWords, wholeNumber } from '../../terminal/settings.ts';

const RECORDS_MAX = 500;
const REFUSED_SHOWN = 20;
/** Well below what a request may have. */
const BYTES_MAX = 1_000_000;

interface WrittenTwin {
  readonly counts: Readonly<Partial<Record<TwinStage, number>>>;
  readonly refused: readonly { readonly what: string; readonly message: string }[];
}

/** `tell`: the stage, and how many of it are written. */
async function writeParts(
  api: Api,
  parts: AsyncIterable<TwinPart>,
  tell: (stage: TwinStage, count: number) => void,
): Promise<WrittenTwin> {
  const counts: Partial<Record<TwinStage, number>> = {};
  const refused: { what: string; message: string }[] = [];
  let waiting: JsonObject[] = [];
  let bytes = 0;
  let stage: TwinStage = 'workspace';
  const flush = async () => {
    if (waiting.length === 0) return;
    const written = await api.local.twin({ body: { stage, records: waiting } });
    counts[stage] = (counts[stage] ?? 0) + (written.written ?? 0);
    append(
      refused,
      (written.refused ?? []).map(({ what = '', message = '' }) => ({ what, message })),
    );
    tell(stage, counts[stage] ?? 0);
    waiting = [];
    bytes = 0;
  };
  for await (const part of parts) {
    const size = JSON.stringify(part.record).length;
    if (part.stage !== stage || waiting.length === RECORDS_MAX || bytes + size > BYTES_MAX) await flush();
    stage = part.stage;
    waiting.push(part.record);
    bytes += size;
  }
  await flush();
  return { counts, refused };
}

const twinView = viewOf(
  'twin',
  'twins',
  'profile path masked companies:number contacts:number lists:number campaigns:number workflows:number messages:number',
  {
    id: 'path',
    alsoHas: `from service at refused unknown workspace identities owners voices tags fields tones folders
      members ai prompts steps playbook threads`,
  },
);

const { account, contacts, companies, lists, campaigns, workflows, identities, inbox } = routes;

const declare = () =>
  withYes(
    writesFile('clone', {
      summary: 'Make a twin of a workspace: a copy on this machine to rehearse with',
      description: [
        'Reads what the key may read (contacts, companies, fields, lists, campaigns, AI entities, workflows, playbook, inbox), at',
        'the rate allowed, and makes a local workspace of it, with the same names and ids. Nothing is written to the source.',
        'Interrupted, the same command goes on where it was, within a day. --profile NAME then uses the twin like any profile.',
        'With --mask, people, companies, their addresses, free texts and fields of the workspace are replaced by made-up data of the same shape; job',
        'titles, countries, industries, and what you wrote yourself stay. What the interface does not show is listed as unknown.',
      ].join('\n'),
      uses: [
        ...[account.validate, contacts.fields, contacts.list, companies.fields, companies.list, lists.list],
        ...[campaigns.list, campaigns.get, workflows.list, workflows.get, identities.list, identities.mailboxes],
        ...[inbox.tags, inbox.threads, inbox.messages, routes.playbook.get, routes.tasks.owners, routes.voices.list],
        ...[routes.aiTones.list, routes.aiFolders.list, routes.aiVariables.list, routes.aiSnippets.list],
        ...[
          routes.promptLibrary.aiMessages,
          routes.aiMessages.list,
          routes.aiMessages.get,
          routes.messageTemplates.list,
        ],
      ],
      view: twinView,
      json: 'record',
      output: 'the twin: its profile or file, how many records of each kind, what is unknown',
      exits: ['bad', 'notFound', 'conflict'],
      replaces: true,
      notForAgents: 'configuration',
      examples: [
        ['reach local clone --from production', 'the profile twin is then a copy of it'],
        ['reach local clone --from production --as fair --lists "Fair 2026" --without inbox', 'a part of it'],
        ['reach local clone --from production --to workspace.db', 'masked, to share: reach local restore takes it'],
        ['reach plan --profile twin', 'what the outreach folder would change there'],
      ],
      completes: { '--from': 'profiles', '--as': 'profiles', '--lists': 'lists' },
    }),
  )
    .option('--from <profile>', 'the workspace to copy; the current profile by default')
    .option('--as <name>', 'the profile of the twin; twin by default')
    .option('--to <file>', 'write a masked snapshot, and keep no twin')
    .option('--mask', 'replace personal data by made-up data of the same shape')
    .option('--no-mask', 'with --to: keep personal data')
    .option('--lists <names>', 'only the members of these lists, and their companies')
    .option('--limit <n>', 'at most so many contacts')
    .option('--without <part>', 'inbox: leave out conversations')
    .option('--restart', 'read everything again, also what an interrupted clone has read');

type CloneOptions = OptionsOf<typeof declare>;

interface ClonePlan {
  /** Null where a file is written. */
  readonly profile: string | null;
  readonly file: string | null;
  readonly isMasked: boolean;
  readonly lists: readonly string[] | null;
  readonly limit: number | null;
  readonly withInbox: boolean;
}

function planOf({ io }: Session, options: CloneOptions): ClonePlan {
  const { as, to, mask, lists: named, limit, without } = options;
  if (as !== undefined && to !== undefined) throw new UsageError('--as and --to exclude each other');
  if (without !== undefined && without !== 'inbox')
    throw new UsageError(`--without ${without}: only inbox can be left out`);
  const file = to === undefined ? null : namedPath(io, to);
  if (file !== null && existsSync(file)) {
    throw new CliError('conflict', 'exists', `${to} already exists: a snapshot does not overwrite files`);
  }
  const words = named === undefined ? null : commaWords(named);
  if (words?.length === 0) throw new UsageError('--lists is empty');
  return {
    profile: file === null ? checkProfileName(as ?? 'twin') : null,
    file,
    isMasked: mask ?? file !== null,
    lists: words,
    limit: limit === undefined ? null : wholeNumber(limit, '--limit', 1, 100_000_000),
    withInbox: without === undefined,
  };
}

/** A twin of the name is replaced; a profile that leads elsewhere is not. */
async function assertReplaceable(session: Session, name: string, yes: boolean | undefined): Promise<void> {
  const known = getOwn(readConfig(session.paths).profiles, name);
  if (known === undefined) return;
  if (twinOf(known) === null) {
    throw new CliError('conflict', 'exists', `the profile "${name}" is not a twin`, {
      hint: 'name the twin with --as',
    });
  }
  if (existsSync(join(twinFolder(session.paths, name), 'serve.lock')))
    throw new CliError('conflict', 'held', `the twin "${name}" is being served`, { hint: 'stop that reach serve' });
  if (yes !== true) await session.prompt.approve(`Replace the twin "${name}"?`, '--yes', 'nothing changed');
}

async function openEmpty(session: Session, folder: string): Promise<Client> {
  rmSync(folder, { recursive: true, force: true });
  const { host, paths, settings, print, spinner, io } = session;
  const profile = resolveProfile(io, paths, 'local');
  const twin = await connect({ host, paths, settings, print, spinner, profile, folder });
  await twin.api.local.reset({ body: { empty: true } });
  return twin;
}

/** Reads the source into the folder; there is a whole twin in it, or none. */
async function fill(session: Session, source: Session, plan: ClonePlan, answers: Answers, folder: string) {
  const client = await source.client();
  const masking = plan.isMasked ? await openMasking(session.paths, client) : null;
  const masked = (path: string, data: unknown) => (masking === null ? data : maskedAnswer(masking, path, data));
  const reader = new SourceReader(answers.over(client, masked));
  const twin = await openEmpty(session, folder);
  try {
    const written = await session.progress('Reading the workspace', (tell) =>
      writeParts(twin.api, readSource(reader, plan), (stage, count) => tell(`Cloning ${stage}: ${count}`)),
    );
    if (reader.ids.changed > 0) await session.print.note('ids that are not numbers have others in the twin');
    if (plan.file !== null) await twin.api.local.snapshot({ body: { path: plan.file } });
    return { ...written, unknown: [...reader.unknown].map(([what, why]) => ({ what, why })) };
  } finally {
    await twin.close();
  }
}

/** The twin takes its place, and a profile leads to it. */
async function keep({ io, paths }: Session, name: string, folder: string, twin: object): Promise<void> {
  const place = twinFolder(paths, name);
  replacePrivateFile(join(folder, TWIN_FILE), `${JSON.stringify(twin, null, 2)}\n`);
  await replaceFolder(folder, place);
  await changeConfig(io, paths, (config) => ({
    ...config,
    profiles: { ...config.profiles, [name]: twinProfile(name) },
  }));
}

export const cloneCommand = does(declare, async (session, options) => {
  const plan = planOf(session, options);
  const { paths, print, io } = session;
  const from = options.from ?? session.profile().name;
  if (from === plan.profile) throw new UsageError(`"${from}" cannot be its own twin`);
  if (plan.profile !== null) await assertReplaceable(session, plan.profile, options.yes);
  const source =
    options.from === undefined ? session : await openSession(session.host, { ...session.flags, profile: options.from });
  const { service } = targetOf(source);
  const name = createHash('sha256')
    .update(JSON.stringify([service, from, await keyMark(source, source.profile(), null), plan]))
    .digest('hex')
    .slice(0, 20);
  const answers = await Answers.open(session, name, options.restart === true);
  // Of its own: what an interrupted clone left is removed, and no path of a store is used twice.
  const unfinished = join(paths.data, 'twins');
  for (const left of existsSync(unfinished) ? readdirSync(unfinished) : [])
    if (left.startsWith(`.${name}`)) rmSync(join(unfinished, left), { recursive: true, force: true });
  const folder = twinFolder(paths, `.${name}${Math.floor(io.random() * 1e9)}`);
  let isOver = false;
  try {
    if (answers.kept > 0) await print.note(`goes on with ${answers.kept} answers of the clone that was interrupted`);
    const { counts, refused, unknown } = await fill(session, source, plan, answers, folder);
    const twin = {
      ...{ profile: plan.profile, path: plan.file ?? twinFolder(paths, plan.profile ?? ''), from, service },
      ...{ at: new Date(io.now()).toISOString(), masked: plan.isMasked, ...counts, refused },
      unknown: [...unknown, ...NEVER_SHOWN.map((what) => ({ what, why: 'the interface does not show it' }))],
    };
    if (plan.profile !== null) await keep(session, plan.profile, folder, twin);
    isOver = true;
    for (const { what, message } of refused.slice(0, REFUSED_SHOWN))
      await print.warn(`${what} was not copied as it is: ${message}`);
    if (refused.length > REFUSED_SHOWN)
      await print.warn(`and ${refused.length - REFUSED_SHOWN} more: see "refused" with -o json`);
    for (const { what, why } of unknown) await print.warn(`not copied: ${what}: ${why}`);
    await print.note(`unknown, as the interface does not show it: ${NEVER_SHOWN.join('; ')}`);
    // A person reads them above.
    const { unknown: _unknown, refused: _refused, ...counted } = twin;
    const displayed = session.settings.output === 'table' ? counted : twin;
    await print.record(twinView, { ...displayed, service: source.profile().baseUrl?.value ?? 'this machine' });
    return refused.length + unknown.length > 0 ? 'bad' : 'done';
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await answers.close(isOver);
    if (source !== session) await source.close();
  }
});
