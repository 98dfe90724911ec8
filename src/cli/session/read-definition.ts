// The definition that a service gives of itself, compared with the contract, and kept for the host.

import type { Client } from '../../client/api.ts';
import { compareDefinitions, type DefinitionComparison } from '../../client/compatibility/definitions/compare.ts';
import { hasOperations, type Operation, readDefinitions } from '../../client/compatibility/definitions/read.ts';
import { ApiError } from '../../client/errors.ts';
import type { RetryPolicy } from '../../client/retry/retry.ts';
import { counted } from '../../contract/english.ts';
import type { Learned } from '../../contract/learned.ts';
import { boundedText } from '../files/bounded-read.ts';
import { CliError } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import type { Host } from './host.ts';
import type { Paths } from './paths.ts';
import { serviceCache } from './profile-cache.ts';

const PATH = '/definitions.json';
/** Answers that say that there is no definition, and not that it cannot be had now. */
const WITHOUT = [400, 404, 405, 410];
/** A command that wants something else does not wait long for the definition. */
const ON_THE_WAY: Partial<RetryPolicy> = { deadlineMs: 10_000, attemptMs: 10_000 };

interface Asked {
  readonly client: Pick<Client, 'raw'>;
  readonly host: Pick<Host, 'io' | 'definitionsFile'>;
  readonly paths: Paths;
  readonly baseUrl: string;
  /** In place of the patience of the client. */
  readonly retry?: Partial<RetryPolicy>;
}

const none = (message: string, hint?: string) => new CliError('notFound', 'no_definition', message, { hint });

export const isWithoutDefinition = (error: unknown): boolean =>
  error instanceof CliError && error.code === 'no_definition';

/** The document. Throws CliError `no_definition` where the service gives none, ApiError or NetworkError where it does not answer. */
export async function liveDefinition({
  client,
  io,
  retry = {},
}: Pick<Asked, 'client' | 'retry'> & { readonly io: Pick<Io, 'interrupt'> }): Promise<unknown> {
  const text = await client
    .raw({ method: 'GET', path: PATH }, { signal: io.interrupt, retry })
    .then(({ body }) => body)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || !WITHOUT.includes(error.status)) throw error;
      throw none(`the service has no ${PATH}`, 'is the base URL right?');
    });
  const document = parsed(text);
  if (!hasOperations(document)) throw none(`${PATH} of the service is not an OpenAPI document with paths`);
  return document;
}

/** Throws as `liveDefinition` does. */
export async function compareLive({
  host,
  ...asked
}: Pick<Asked, 'client' | 'host' | 'retry'>): Promise<DefinitionComparison> {
  const theirs = await liveDefinition({ ...asked, io: host.io });
  ours ??= operationsOf(await ownDefinition(host.definitionsFile));
  return compareDefinitions(ours, theirs);
}

/** Those of the interface, and what commands ask of our own service alone; its administration is not compared. */
export const operationsOf = (document: unknown): Operation[] =>
  readDefinitions(document).filter(({ path }) => /^\/(?:v1|_reach)\//.test(path));

let ours: readonly Operation[] | null = null;

async function ownDefinition(file: string | null): Promise<unknown> {
  if (file === null) return (await import('../../contract/definitions.ts')).definitions();
  return parsed(boundedText(file, file));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** As `compareLive`; what was learned is kept, and that there is nothing to learn as well. */
export async function learnLive(asked: Asked): Promise<DefinitionComparison> {
  const cache = serviceCache({ paths: asked.paths, io: asked.host.io }, asked.baseUrl);
  try {
    const comparison = await compareLive(asked);
    cache.write('definition', comparison.learned);
    return comparison;
  } catch (error) {
    if (isWithoutDefinition(error)) cache.write('definition', null);
    throw error;
  }
}

/** `5 requests not there, 3 without some names of reach`; null where nothing is missing. */
export function learnedText({ requests }: Learned): string | null {
  const all = Object.values(requests);
  const missing = all.filter((one) => one.missing === true).length;
  const partly = all.filter(({ absent = [] }) => absent.length > 0).length;
  const parts = [
    ...(missing > 0 ? [`${counted(missing, 'request')} not there`] : []),
    ...(partly > 0 ? [`${partly} without some names of reach`] : []),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** On the way of a command: one line where something new was learned, and no failure of its own. */
export async function learnOnTheWay(
  asked: Asked,
  before: Learned | null,
  note: (text: string) => void,
  isNeeded = false,
): Promise<Learned | null> {
  try {
    const { learned } = await learnLive({ ...asked, retry: { ...ON_THE_WAY, ...(!isNeeded && { retries: 0 }) } });
    const text = learnedText(learned);
    if (text !== null && text !== (before === null ? null : learnedText(before))) {
      note(`learned from ${new URL(asked.baseUrl).host}${PATH}: ${text}`);
    }
    return learned;
  } catch (error) {
    if (isWithoutDefinition(error)) return null;
    throw error;
  }
}
