// reach identity signature: show, replace or clear it. The HTML is stored as sent; on a terminal it is shown as text.

import { ApiError } from '../../../client/errors.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { htmlText } from '../../../presentation/html-text.ts';
import { readText } from '../../files/read.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { EditFile, namedEditor } from '../../shared/file-kind/edit-file.ts';
import { overLimit } from '../../shared/lint/undocumented-rules.ts';
import { findIdentity } from '../../shared/lookup/by-name.ts';
import { identityView } from '../../shared/views/inbox.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import { isForPerson, isWords } from '../../terminal/settings.ts';

// One identity, shown or changed.

/** A person reads the signature as text, a program as the HTML it is. */
export async function printIdentity(
  session: Session,
  identity: Readonly<{ signature?: string | null | undefined }>,
): Promise<void> {
  const signature =
    isForPerson(session) && identity.signature != null ? htmlText(identity.signature) : identity.signature;
  await session.print.record(identityView, { ...identity, signature });
}

/** Explains a refusal because of the missing scope ALL. */
export async function withAllScope<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isScope = error instanceof ApiError && error.status === 403 && error.details?.['requiredScope'] === 'ALL';
    if (!isScope) throw error;
    const { method, path, status, code, requestId, retryAfterMs, body, details } = error;
    throw new ApiError({
      ...{ method, path, status, code, requestId, retryAfterMs, body },
      message: 'changing an identity needs a key with the scope ALL',
      details: {
        ...details,
        hint: 'no narrower scope covers this: create a key with ALL in the web dashboard and use it only for this (--profile)',
      },
    });
  }
}

const declare = () =>
  writes('signature', {
    summary: 'Show, replace or clear the signature of an identity',
    description:
      'The HTML is stored as given and appended to emails. It is shown as text, with the targets of its links.',
    uses: [routes.identities.update, routes.identities.list],
    view,
    json: { record: view },
    output: 'the signature as text; as HTML with --html or in JSON',
    exits: ['notFound', 'conflict'],
    replaces: true,
    examples: [
      ['reach identity signature "Robin Hale"', 'show it'],
      ['reach identity signature 2 --file robin.html', 'replace it'],
      ['reach identity signature 2 --html | sed s/2025/2026/ | reach identity signature 2 --file -', 'in a pipe'],
      ['reach identity signature 2 --edit', 'in your editor'],
    ],
    optionsNotForAgents: ['--edit'],
  })
    .argument('<identity>', 'name, email or id')
    .option('--file <file>', 'replace it by the HTML of a file (- = standard input)')
    .option('--edit', 'change it in your editor')
    .option('--clear', 'remove it')
    .option('--html', 'print the HTML');

const view = viewOf('signature', 'signatures', '', { id: 'identityId', alsoHas: 'identityId signature text' });

async function print(session: Session, identityId: number, signature: string | null, isHtml: boolean): Promise<void> {
  if (!isWords(session.settings)) {
    return await session.print.record(view, { identityId, signature, text: signature && htmlText(signature) });
  }
  if (signature === null) return await session.print.note(`identity ${identityId} has no signature`);
  if (!isHtml) return await session.print.text(`${harmless(htmlText(signature))}\n`);
  // A pipe gets the stored text unchanged, as it may be edited and stored again.
  await session.print.text(`${session.io.stdout.isTTY ? harmless(signature) : signature}\n`);
}

/** The line break at the end of a file is not part of the signature. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

/** Null if nothing was changed. */
async function edited(session: Session, current: string | null) {
  if (!session.prompt.possible && namedEditor(session) === undefined) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--file FILE replaces it by the HTML of a file; --html prints it',
    });
  }
  const file = await EditFile.create(session, { name: 'signature', file: 'signature.html', beside: new Map() });
  const html = withoutLineEnd(await file.edit(session, `${current ?? ''}\n`));
  if (html !== (current ?? '')) return { html, file };
  await file.remove();
  return null;
}

async function checked(session: Session, html: string | null): Promise<string | null> {
  if (html === null) return null;
  if (html.trim() === '') throw new UsageError('the signature is empty', { hint: '--clear removes it' });
  if (html.length <= INBOX_LIMITS.signatureMax) return html;
  const message = `the signature has ${html.length} characters; at most ${INBOX_LIMITS.signatureMax} are allowed`;
  await overLimit(session, new CliError('refused', 'invalid', message));
  return html;
}

/** Whether it was stored, rather than only printed. */
async function store(session: Session, identityId: number, html: string | null, options: OptionsOf<typeof declare>) {
  const request = { params: { identityId }, body: { signature: await checked(session, html) } };
  if (!(await isApproved(session, planned(routes.identities.update, request), options))) return false;
  const api = await session.api();
  const changed = await withAllScope(() => api.identities.update(request));
  await print(session, identityId, changed.signature ?? html, options.html === true);
  return true;
}

function changedMeanwhile(identityId: number): CliError {
  const message = `the signature of identity ${identityId} was changed by someone else meanwhile; nothing was sent`;
  return new CliError('conflict', 'conflict', message, {
    hint: `look at it: reach identity signature ${identityId} --html`,
  });
}

async function signature(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<void> {
  const input = [options.file, options.edit, options.clear].filter((value) => value !== undefined).length;
  if (input > 1) throw new UsageError('give only one of --file, --edit and --clear');
  const { id: identityId, signature: current = null } = await findIdentity(session, text);
  if (input === 0) return await print(session, identityId, current, options.html === true);
  if (options.file !== undefined) {
    const html = withoutLineEnd(await readText(session.io, options.file));
    await store(session, identityId, html, options);
    return;
  }
  if (options.clear === true && current !== null) {
    await store(session, identityId, null, options);
    return;
  }
  if (options.clear === true) return await session.print.note('nothing changed');
  const draft = await edited(session, current);
  if (draft === null) return await session.print.note('nothing changed');
  await draft.file.keepUntil(session, draft.html, async () => {
    const { signature: now = null } = await findIdentity(session, String(identityId));
    if (now !== current) throw changedMeanwhile(identityId);
    return await store(session, identityId, draft.html, options);
  });
}

export const signatureCommand = does(declare, signature);
