// The channel of a conversation on the command line, in any case.

import { CHANNELS } from '../../../contract/inbox/enums.ts';

export const CHANNEL = ['--channel <channel>', CHANNELS.join(', ').toLowerCase()] as const;
