// The secret of a webhook: where it goes when publishing issues it, and where a delivery takes it from. Never in argv, and
// in output only on request.

import type { Command, OptionValues } from 'commander';
import { isObject } from '../../../contract/json.ts';
import { namedPath } from '../../files/is-file.ts';
import { readText } from '../../files/read.ts';
import { AtomicFile, writeWhole } from '../../files/write-atomic.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';

/** `--secret-file` and `--show-secret`, for commands that may publish. */
export const withIssuedSecret = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--secret-file <file>', 'write the secret of the webhook to this file, readable only by you')
    .option('--show-secret', 'print the secret of the webhook with the rest');

export type IssuedSecretOptions = OptionsOf<typeof withIssuedSecret<[], NoOptions, NoOptions>>;

/** Throws, before anything is sent, if the secret could not be written to the file: it is issued only once. */
export async function assertSecretFile(session: Session, { secretFile }: IssuedSecretOptions): Promise<void> {
  if (secretFile === undefined) return;
  const file = await AtomicFile.create(namedPath(session.io, secretFile), secretFile);
  await file.drop();
}

/** What publishing answered, for printing. The secret goes to its file, or stays if it was asked for; else a note says that it exists. */
export async function withoutSecret<T extends { readonly trigger?: unknown }>(
  session: Session,
  published: T,
  { secretFile, showSecret }: IssuedSecretOptions,
): Promise<T> {
  const { webhookSecret, ...trigger } = isObject(published.trigger) ? published.trigger : {};
  if (typeof webhookSecret !== 'string') return published;
  if (secretFile !== undefined) {
    await writeWhole(namedPath(session.io, secretFile), `${webhookSecret}\n`, secretFile, 0o600);
    await session.print.note(`the secret of the webhook is in ${secretFile}`);
  }
  if (showSecret) {
    await session.print.hide(webhookSecret);
    return published;
  }
  if (secretFile === undefined) {
    await session.print.note('the webhook has a secret: --secret-file FILE keeps it, --show-secret prints it');
  }
  return { ...published, trigger };
}

/** The secret for a delivery: of a file (`-` = standard input), else of REACH_WEBHOOK_SECRET; null for none. */
export async function inputSecret(session: Session, secretFile: string | undefined): Promise<string | null> {
  const fromEnvironment = (session.io.env['REACH_WEBHOOK_SECRET'] ?? '').trim();
  const secret = secretFile === undefined ? fromEnvironment : (await readText(session.io, secretFile)).trim();
  if (secret === '' && secretFile !== undefined) throw new UsageError(`${secretFile} contains no secret`);
  if (secret === '') return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new CliError('usage', 'usage', 'the webhook secret contains characters that cannot be in a secret', {
      hint: 'copy it again, without quotes or spaces',
    });
  }
  return secret;
}
