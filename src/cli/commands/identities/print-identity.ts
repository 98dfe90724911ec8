// One identity, shown or changed.

import type { Session } from '../../session/session.ts';
import { identityView } from '../../shared/views/identities.ts';
import { htmlText } from './html-text.ts';

/** A person reads the signature as text, a program as the HTML it is. */
export async function printIdentity(
  { io, print, settings }: Session,
  identity: Readonly<{ signature?: string | null | undefined }>,
): Promise<void> {
  const isForPerson = settings.output === 'table' && settings.fields === null && io.stdout.isTTY;
  const signature = isForPerson && identity.signature != null ? htmlText(identity.signature) : identity.signature;
  await print.record(identityView, { ...identity, signature });
}
