// The secret of a webhook: where it goes when publishing issues it, and where a delivery takes it from. Never argv, and
// in no output unless it is asked for.

import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandUnknownOpts as Command } from 'commander';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readText } from '../../files/read.ts';
import { writeWhole } from '../../files/write-atomic.ts';

export interface IssuedFlags {
  readonly secretFile?: string;
  readonly showSecret?: boolean;
}

/** The flags of commands that may publish. */
export function issuedOptions(command: Command): Command {
  return command
    .option('--secret-file <file>', 'write the secret of the webhook to this file, readable by you alone')
    .option('--show-secret', 'print the secret of the webhook with the rest');
}

/** Refuses a file that the secret could not be written to while nothing is sent yet: a secret is issued once. */
export async function assertSecretFile(session: Session, { secretFile }: IssuedFlags): Promise<void> {
  if (secretFile === undefined) return;
  const part = `${resolve(session.io.cwd, secretFile)}.part`;
  await writeWhole(part, '', secretFile, 0o600);
  await rm(part, { force: true });
}

/** What a publish answered, for printing: the secret in its file, or as it was asked for; else it is said to be there. */
export async function withoutSecret<T extends { readonly trigger: Readonly<Record<string, unknown>> }>(
  session: Session,
  published: T,
  { secretFile, showSecret }: IssuedFlags,
): Promise<T> {
  const { webhookSecret, ...trigger } = published.trigger;
  if (typeof webhookSecret !== 'string') return published;
  if (secretFile !== undefined) {
    await writeWhole(resolve(session.io.cwd, secretFile), `${webhookSecret}\n`, secretFile, 0o600);
    await session.print.note(`the secret of the webhook is in ${secretFile}`);
  }
  if (showSecret === true) {
    await session.print.hide(webhookSecret);
    return published;
  }
  if (secretFile === undefined) {
    await session.print.note('the webhook has a secret: --secret-file FILE keeps it, --show-secret prints it');
  }
  return { ...published, trigger };
}

export interface GivenSecretFlags {
  readonly secretFile?: string;
}

/** The secret for a delivery: of a file (`-` = standard input), else of REACH_WEBHOOK_SECRET; null for none. */
export async function givenSecret(session: Session, { secretFile }: GivenSecretFlags): Promise<string | null> {
  const fromEnvironment = (session.io.env['REACH_WEBHOOK_SECRET'] ?? '').trim();
  const secret = secretFile === undefined ? fromEnvironment : (await readText(session.io, secretFile)).trim();
  if (secret === '' && secretFile !== undefined) throw new UsageError(`${secretFile} holds no secret`);
  if (secret === '') return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new CliError('usage', 'usage', 'the webhook secret holds characters that no secret has', {
      hint: 'copy it again, without quotes or spaces',
    });
  }
  return secret;
}
