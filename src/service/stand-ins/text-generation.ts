// Stand-in for a language model: composes messages from fixed parts, always the same for the same prompt and contact. The
// text says that it comes from a stand-in.

import { AI_CHANNELS } from '../../contract/campaigns/enums.ts';
import { chanceOf } from './draw.ts';
import LIBRARIES from './libraries.json';

interface GenerationRequest {
  /** The prompt, with its placeholders resolved. */
  readonly prompt: string;
  readonly contactId: number;
  readonly firstName: string | null;
  readonly companyName: string | null;
  readonly senderName: string | null;
  readonly isShort: boolean;
}

const OPENINGS = ['I looked at what you do', 'your work caught my eye', 'a short question'] as const;
const QUESTIONS = [
  'Would it be worth ten minutes of your time?',
  'May I send you an example?',
  'Who would be the right person to ask?',
] as const;
const PROMPT_MOST = 160;

function pick<T>(from: readonly T[], ...parts: readonly (string | number)[]): T | undefined {
  return from[Math.floor(chanceOf(...parts) * from.length)];
}

export function writeMessage({ prompt, contactId, firstName, companyName, senderName, isShort }: GenerationRequest) {
  const at = companyName === null ? '' : ` at ${companyName}`;
  const opening = `Hello${firstName === null ? '' : ` ${firstName}`}, ${pick(OPENINGS, 'opening', contactId, prompt)}${at}.`;
  const question = pick(QUESTIONS, 'question', contactId, prompt) ?? '';
  const about = prompt.replace(/\s+/g, ' ').trim().slice(0, PROMPT_MOST);
  const note = `[written by the stand-in for text generation, asked for: ${about}]`;
  const lines = isShort
    ? [`${opening} ${question}`, note]
    : [opening, question, ...(senderName ? [senderName] : []), note];
  return {
    subject: companyName === null ? 'A question for you' : `A question about ${companyName}`,
    content: lines.join('\n\n'),
  };
}

/** AI messages available in every workspace. Their ids are text, so that they never equal the id of a workspace's message. */
export const PROMPT_LIBRARY = AI_CHANNELS.flatMap((channel) =>
  LIBRARIES.prompts[channel].map((entry) => ({ ...entry, channel })),
);

/** The default tones of every workspace. Ids of a workspace's own tones are above 1000. */
export const DEFAULT_TONES = LIBRARIES.tones;

/** The system voices of every workspace. Nothing is ever spoken: they are names to choose from. */
export const SYSTEM_VOICES = LIBRARIES.voices;
