// Attachments of messages.

import type { Attachment } from './queries/messages.ts';

/** The fields of a step or manual reply that describe an attachment. */
export interface AttachmentInput {
  readonly attachment?: string | undefined;
  readonly attachmentName?: string | undefined;
  readonly contentType?: Attachment['contentType'] | undefined;
}

export function attachmentsOf({ attachment, attachmentName, contentType }: AttachmentInput): Attachment[] {
  if (attachment === undefined) return [];
  return [{ attachment, name: attachmentName ?? null, contentType: contentType ?? null }];
}
