// What can be known of a service without changing it, and how it compares with the local one.

import type { Client } from '../../../client/api.ts';
import { compareDefinitions } from '../../../client/compatibility/definitions/compare.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { mergedNames, type Renamed } from '../../../contract/learned.ts';
import { usedNames } from '../../session/connect.ts';
import { isWithoutDefinition, liveDefinition, operationsOf } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { targetOf } from '../target.ts';
import { machineMasking } from '../twin/masking.ts';
import { type ComparedOperation, compareServices, type KnownService, type OwnDefinition } from './compare-services.ts';
import { askAll, type NamedOperation } from './questions.ts';
import { readsOver } from './reads.ts';
import { maskedAnswers, type Recording } from './recording.ts';

/** What a profile's service says of itself, and answers, masked: what is compared is what a recording keeps. */
export async function knowService(
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
  const learned =
    definition === null ? null : compareDefinitions(defined.operations, definition, defined.document).learned;
  const sync = await usedNames(io, session.profile());
  const namesOf = async ({ route }: NamedOperation): Promise<Renamed | string> => {
    const request = `${route.method} ${route.path}`;
    const [theirs, byHand] = [own(learned?.requests ?? {}, request), own(sync?.renames ?? {}, request)];
    const names = mergedNames(theirs, byHand);
    if (byHand !== undefined || sync?.off === true) return names;
    if (theirs?.missing === true) return 'the service does not have it';
    return learned === null && route.undocumented === true && session.profile().baseUrl !== null
      ? 'nothing confirms that the service has it'
      : names;
  };
  const asked = await askAll(readsOver(client, io.interrupt), { defined: defined.operations, namesOf, tell });
  const { service } = targetOf(session);
  return {
    ...{ service, at: new Date(io.now()).toISOString() },
    ...maskedAnswers({ ...asked, definition }, machineMasking(paths), defined),
  };
}

/** What the local service says of itself. */
export async function definitionOf(client: Client, io: Session['io']): Promise<OwnDefinition> {
  const document = await liveDefinition({ client, io });
  return { document: isObject(document) ? document : {}, operations: operationsOf(document) };
}

/** One row for each operation. */
export async function compareWithLocal(
  client: Client,
  theirs: KnownService,
  defined: OwnDefinition,
  interrupt: AbortSignal,
): Promise<ComparedOperation[]> {
  const asked = { defined: defined.operations, namesOf: async () => ({}), tell: () => {} };
  return compareServices(theirs, await askAll(readsOver(client, interrupt), asked), defined);
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
