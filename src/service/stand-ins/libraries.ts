import { AI_CHANNELS } from '../../contract/campaigns/enums.ts';
import LIBRARIES from './libraries.json';

/** AI messages available in every workspace. Their ids are text, so that they never equal the id of a workspace's message. */
export const PROMPT_LIBRARY = AI_CHANNELS.flatMap((channel) =>
  LIBRARIES.prompts[channel].map((entry) => ({ ...entry, channel })),
);

/** The default tones of every workspace. Ids of a workspace's own tones are above 1000. */
export const DEFAULT_TONES = LIBRARIES.tones;

/** The system voices of every workspace. Nothing is ever spoken: they are names to choose from. */
export const SYSTEM_VOICES = LIBRARIES.voices;
