// What comes with a message, as it was sent and as it is kept.

import type { Attachment } from './queries/messages.ts';

/** The fields of a step, or of a manual reply, that name one. */
export interface AttachmentSent {
  readonly attachment?: string | undefined;
  readonly attachmentName?: string | undefined;
  readonly contentType?: Attachment['contentType'] | undefined;
}

/** One, or none. */
export function attachmentsOf({ attachment, attachmentName, contentType }: AttachmentSent): Attachment[] {
  if (attachment === undefined) return [];
  return [{ attachment, name: attachmentName ?? null, contentType: contentType ?? null }];
}
