// What can be known of a service without changing it, and how it compares with the local one.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Client } from '../../../client/api.ts';
import { compareDefinitions } from '../../../client/compatibility/definitions/compare.ts';
import { getOwn, isObject, objectIn } from '../../../contract/json.ts';
import type { Renamed } from '../../../contract/learned.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { keptText } from '../../files/bounded-read.ts';
import { connect, TWIN_FILE, twinFolder, usedNames } from '../../session/connect.ts';
import { resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { isWithoutDefinition, liveDefinition, operationsOf } from '../../session/read-definition.ts';
import { openSession, type Session } from '../../session/session.ts';
import { targetOf } from '../approval.ts';
import { machineMasking } from '../twin/source.ts';
import { type ComparedOperation, compareServices, type OwnDefinition } from './compare-services.ts';
import { askAll, type NamedOperation, readsOver } from './questions.ts';
import { maskedAnswers, type Recording } from './recording.ts';

/** What a profile's service says of itself, and answers, masked: what is compared is what a recording keeps. */
async function knowService(
  session: Session,
  defined: OwnDefinition,
  tell: (text: string) => void,
): Promise<Omit<Recording, 'differences'>> {
  const { io, paths } = session;
  const client = await session.client();
  const definition = await liveDefinition({ client, io }).catch((error: unknown) => {
    if (isWithoutDefinition(error)) return null;
    throw error;
  });
  const learned = definition === null ? null : compareDefinitions(defined.operations, definition).learned;
  const sync = await usedNames(io, session.profile());
  const namesOf = async ({ route }: NamedOperation): Promise<Renamed | string> => {
    const request = `${route.method} ${route.path}`;
    const names = getOwn(sync?.renames ?? {}, request);
    if (names !== undefined) return names;
    if (getOwn(learned?.requests ?? {}, request)?.missing === true) return 'the service does not have it';
    return learned === null && route.undocumented === true && session.profile().baseUrl !== null
      ? 'nothing confirms that the service has it'
      : {};
  };
  const asked = await askAll(readsOver(client, io.interrupt), { defined: defined.operations, namesOf, tell });
  const { service } = targetOf(session);
  return {
    ...{ service, at: new Date(io.now()).toISOString() },
    ...maskedAnswers({ ...asked, definition }, machineMasking(paths), defined),
  };
}

/** The store of the twin that was made of a profile; null where there is none. */
function twinStore({ paths }: Session, profile: string): string | null {
  const folders = dirname(twinFolder(paths, 'any'));
  const names = existsSync(folders) ? readdirSync(folders).filter((name) => !name.startsWith('.')) : [];
  const found = names.find((name) => {
    const text = keptText(join(folders, name, TWIN_FILE));
    const twin: unknown = text === null ? null : parseJson(text);
    return isObject(twin) && getOwn(twin, 'from') === profile;
  });
  return found === undefined ? null : join(folders, found);
}

/** The local service: over the twin, or in memory over the sample workspace, of which nothing is kept. */
async function openOurs({ host, paths, settings, print, spinner, io }: Session, twin: string | null): Promise<Client> {
  const { now, sleep, random, interrupt } = io;
  const openLocal: typeof host.openLocal = (folder, note) =>
    twin === null
      ? host.openInMemory({ now, sleep, random, interrupt }, { empty: false })
      : host.openLocal(folder, note);
  const profile = resolveProfile(io, paths, 'local');
  const folder = twin ?? undefined;
  return await connect({ host: { ...host, openLocal }, paths, settings, print, spinner, profile, folder });
}

/** `of`: what was recorded, or whose service is asked; that of the current profile without one. */
export async function compareWithLocal(session: Session, of: Recording | string | undefined) {
  const { io } = session;
  const named = typeof of === 'string';
  const twin = typeof of === 'object' ? null : twinStore(session, of ?? session.profile().name);
  const source = named ? await openSession(session.host, { ...session.flags, profile: of }) : session;
  const client = await openOurs(session, twin);
  try {
    const document = await liveDefinition({ client, io });
    const defined = { document: objectIn(document), operations: operationsOf(document) };
    const theirs =
      typeof of === 'object'
        ? of
        : await session.progress('Asking the service', (tell) => knowService(source, defined, tell));
    const asked = { defined: defined.operations, namesOf: async () => ({}), tell: () => {} };
    const ours = await askAll(readsOver(client, io.interrupt), asked);
    const over = twin === null ? 'the sample workspace' : `the twin "${basename(twin)}"`;
    return { theirs, defined, over, rows: compareServices(theirs, ours, defined) };
  } finally {
    await client.close();
    if (named) await source.close();
  }
}

export const differenceLines = (rows: readonly ComparedOperation[]): string[] =>
  rows.flatMap(({ operation, differences }) =>
    differences.map(({ aspect, text }) => `${operation} ${aspect}: ${text}`),
  );

/** What is different now and was not, and the reverse. */
export function driftOf(before: readonly string[], now: readonly string[]): string[] {
  const [then, here] = [new Set(before), new Set(now)];
  return [
    ...now.filter((line) => !then.has(line)).map((line) => `not as recorded: ${line}`),
    ...before.filter((line) => !here.has(line)).map((line) => `no longer different: ${line}`),
  ];
}
