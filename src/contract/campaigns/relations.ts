// Which fields of a step need or exclude each other. Free of zod.

import type { Relations } from '../relations.ts';
import type { StepType } from './enums.ts';

/** An AI message writes the whole message: nothing written by hand may be given as well. */
const byAi = (...others: string[]) => ({ field: 'aiMessageId', others, why: 'the AI message writes it' });

export const STEP_RELATIONS: { readonly [T in StepType]?: Relations } = {
  email: { oneOf: [['content'], ['aiMessageId']], excludes: [byAi('content', 'subject')] },
  network_message: {
    oneOf: [['content'], ['attachment'], ['aiMessageId']],
    excludes: [byAi('content', 'attachment', 'attachmentName', 'contentType')],
  },
  network_voice_message: {
    oneOf: [['content', 'voiceId'], ['attachment']],
    excludes: [
      { field: 'attachment', others: ['content', 'voiceId', 'voiceSettings'], why: 'the message is already recorded' },
    ],
  },
  network_inmail: { oneOf: [['subject', 'content'], ['aiMessageId']], excludes: [byAi('content', 'subject')] },
  network_connection: {
    excludes: [byAi('content')],
    // The branches tell what happens in time or too late; without both, the request is just sent (undocumented).
    needs: [
      ['onAccepted', 'waitForAcceptance'],
      ['onNotAccepted', 'waitForAcceptance'],
    ],
  },
};

/** Of one message of a bundle. */
export const MESSAGE_RELATIONS: Relations = { oneOf: [['content'], ['attachment']] };
