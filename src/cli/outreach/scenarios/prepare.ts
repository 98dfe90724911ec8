// What a scenario begins with, brought into its workspace.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { batchesOf } from '../../../contract/batches.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Api } from '../../../contract/table.ts';
import { nearest } from '../../../rules/nearest.ts';
import type { Scenario } from '../../../rules/scenarios/schema.ts';
import { namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { needed } from '../../shared/answer.ts';
import { timelineSince, timeOf } from '../../shared/timeline.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { LockFile } from '../folder/lock-file.ts';
import { sourcesOf } from '../folder/read.ts';
import { Apply } from '../planning/carry-out.ts';
import { wantedOf } from '../planning/check.ts';
import { makePlan } from '../planning/make-plan.ts';
import { LiveWorkspace } from '../workspace/workspace.ts';
import type { Stage } from './stage.ts';

type Preparation = NonNullable<Scenario['given']>;
type ContactEntry = NonNullable<Preparation['contacts']>[number];

/** A Monday: the same at every run, unless the scenario says another. */
const BEGINNING = Date.UTC(2026, 0, 5, 9);

export const startOf = async ({ given }: Scenario): Promise<number> =>
  given?.now === undefined ? BEGINNING : await timeOf(given.now);

/** The outreach folder at a path, or the one around it: `.` of a scenario is the folder that it tests. */
function folderAround(path: string): string {
  if (!existsSync(path)) throw new UsageError(`no outreach folder at ${path}: there is nothing`);
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, SETTINGS_FILE))) return folder;
    if (dirname(folder) === folder) {
      throw new UsageError(`no outreach folder at ${path}, nor around it: none has a ${SETTINGS_FILE}`);
    }
  }
}

/** Applies a folder as `reach apply` does, and notes it nowhere. */
async function applyFolder({ session, api, folders }: Stage, named: string): Promise<void> {
  const path = folderAround(namedPath(session.io, named));
  const read = await folders.of(path);
  const sourced = read.files.find((file) => sourcesOf(file).length > 0);
  if (sourced !== undefined) {
    throw new UsageError(`${sourced.name}: importSources: a preview is of one workspace, and a scenario has its own`, {
      hint: 'write the inputs into the node: reach workflow validate FILE --resolved prints the file with them',
    });
  }
  const workspace = await LiveWorkspace.open(session, {});
  const identity = { id: 0, name: 'scenario' };
  // A scenario has only the senders that it needs.
  const { identities } = await api.identities.list({ query: { pageSize: LIMITS.pageSizeMax } });
  const senders = new Set(identities?.map(({ name }) => name));
  const wanted = wantedOf(read.files).filter(({ kind, name }) => kind !== 'signature' || senders.has(name));
  const opened = { folder: read.folder, read, lock: LockFile.inMemory(), workspace, wanted, identity };
  const planned = await makePlan(session, opened, {});
  await new Apply(session, opened, false).runAll(planned);
}

/** Gives the id of a list of contacts; it is created where there is none. */
function listIds({ lists }: Api): (name: string) => Promise<number> {
  const ids = new Map<string, number>();
  return async (name) => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const { lists: found = [] } = await lists.list({ query: { name, entity: 'CONTACT' } });
    const same = found.find((list) => list.name === name)?.id;
    const made = same === undefined ? await lists.create({ body: { name, entity: 'CONTACT' } }) : null;
    const id = same ?? needed(made?.id, 'the id of the list', 'this is a bug');
    ids.set(name, id);
    return id;
  };
}

/** Any name becomes a custom field: one that is nearly a field of contacts is refused. */
async function assertFields({ contacts }: Api, given: readonly ContactEntry[]): Promise<void> {
  const names = new Set(given.flatMap(({ list: _, file: __, ...fields }) => Object.keys(fields)));
  const known = (await contacts.fields()).fields?.flatMap(({ id }) => id ?? []) ?? [];
  for (const name of names) {
    const meant = known.includes(name) ? null : nearest(name, known);
    if (meant !== null) throw new UsageError(`contacts have no field "${name}"; did you mean "${meant}"?`);
  }
}

async function addContacts({ api }: Stage, given: readonly ContactEntry[]): Promise<void> {
  await assertFields(api, given);
  const listId = listIds(api);
  const contacts = [];
  for (const { list, file: _, ...fields } of given) {
    contacts.push({ ...fields, ...(list !== undefined && { listId: await listId(list) }) });
  }
  let before = 0;
  for (const some of batchesOf(contacts, LIMITS.bulkItems)) {
    const { results = [] } = await api.contacts.bulkCreate({ body: { contacts: some } });
    const index = results.findIndex(({ success }) => success === false);
    if (index >= 0) {
      const message = `contact ${before + index + 1} was refused: ${results[index]?.error?.message}`;
      throw new CliError('refused', 'contact', message);
    }
    before += some.length;
  }
}

async function importFile(stage: Stage, file: string, list: string | undefined): Promise<void> {
  const into = list === undefined ? [] : ['--list', list, '--create-list'];
  const ran = await stage.run(['contacts', 'import', file, '--yes', '--custom', '--quiet', ...into]);
  if (ran.exit !== 0) throw new CliError('refused', 'import', `the import of ${file} failed: ${ran.stderr.trim()}`);
}

/** A clock behind its workspace would do again what was done. */
async function startAfterSnapshot(stage: Stage): Promise<void> {
  const { events, now } = await timelineSince(stage.api, null);
  const last = events.at(-1);
  stage.startedAt = Math.max(now, last === undefined ? 0 : Date.parse(last.at) + 1);
  await stage.api.local.setClock({ body: { set: new Date(stage.startedAt).toISOString() } });
}

/** What happens before `when`. Throws with what is wrong; `at`: the place in the file of what is being done. */
export async function prepare(
  stage: Stage,
  { given = {}, seed, people }: Scenario,
  at: (...place: (string | number)[]) => void,
): Promise<void> {
  const { api, session } = stage;
  const { identities, owners, features, tags = [], folder, snapshot, twin, contacts = [] } = given;
  if (snapshot !== undefined) {
    at('given', 'snapshot');
    await api.local.restore({ body: { path: resolve(namedPath(session.io, snapshot)) } });
  }
  if (twin !== undefined) {
    at('given', 'twin');
    await api.local.restore({ body: { path: await stage.snapshotOf(twin) } });
  }
  if ((snapshot !== undefined || twin !== undefined) && given.now === undefined) await startAfterSnapshot(stage);
  at('given', 'features');
  await api.local.setFeatures({ body: { ...features, engagement: people === 'natural' } });
  at('given', 'identities');
  const senders = { ...(identities !== undefined && { identities }), ...(owners !== undefined && { owners }) };
  await api.local.setup({ body: { ...senders, ...(seed !== undefined && { seed: String(seed) }) } });
  at('given', 'tags');
  for (const name of tags) await api.inbox.createTag({ body: { name, color: '#808080' } });
  if (folder !== undefined) {
    at('given', 'folder');
    await applyFolder(stage, folder);
  }
  at('given', 'contacts');
  await addContacts(
    stage,
    contacts.filter(({ file }) => file === undefined),
  );
  for (const [index, { file, list }] of contacts.entries()) {
    if (file === undefined) continue;
    at('given', 'contacts', index);
    await importFile(stage, file, list);
  }
}
