import type { AiChannel } from '../../contract/campaigns/enums.ts';

interface LibraryEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly channel: AiChannel;
  readonly prompt: string;
}

/** AI messages available in every workspace. Their ids are text, so that they never equal the id of a workspace's message. */
export const PROMPT_LIBRARY: readonly LibraryEntry[] = [
  {
    id: 'lib-email-first',
    name: 'First email',
    description: 'Opens with something about the company and asks one question',
    channel: 'EMAIL',
    prompt:
      'Write a short first email to {firstName} at {companyName}. Name one thing about the company, ask one question.',
  },
  {
    id: 'lib-email-follow-up',
    name: 'Follow-up email',
    description: 'Two sentences that come back to the first email',
    channel: 'EMAIL',
    prompt: 'Write a follow-up of two sentences to {firstName} that refers to the first email and offers a short call.',
  },
  {
    id: 'lib-network-message',
    name: 'Message to a connection',
    description: 'A friendly message without a pitch',
    channel: 'NETWORK',
    prompt: 'Write a friendly message of at most 60 words to {firstName}, {jobTitle}, without any pitch.',
  },
  {
    id: 'lib-network-inmail',
    name: 'InMail',
    description: 'A subject and a message with a reason to answer',
    channel: 'NETWORK_INMAIL',
    prompt: 'Write a subject and a message of at most 120 words to {firstName} with one reason to answer.',
  },
  {
    id: 'lib-network-connection',
    name: 'Connection request',
    description: 'One sentence that says why to connect',
    channel: 'NETWORK_CONNECTION',
    prompt: 'Write one sentence of at most 200 characters that says why {firstName} should accept.',
  },
];

interface DefaultTone {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

/** The default tones of every workspace. Ids of a workspace's own tones are above 1000. */
export const DEFAULT_TONES: readonly DefaultTone[] = [
  { id: 1, name: 'Friendly', description: 'Warm and light, as to an acquaintance' },
  { id: 2, name: 'Professional', description: 'Polite and to the point' },
  { id: 3, name: 'Direct', description: 'Short sentences, one question, no small talk' },
  { id: 4, name: 'Curious', description: 'Asks before it tells' },
  { id: 5, name: 'Formal', description: 'Full sentences and full titles' },
];

/** The system voices of every workspace. Nothing is ever spoken: they are names to choose from. */
export const SYSTEM_VOICES = [
  { id: 'sys-alto', name: 'Alto', language: 'en' },
  { id: 'sys-tenor', name: 'Tenor', language: 'en' },
  { id: 'sys-mezzo', name: 'Mezzo', language: 'de' },
  { id: 'sys-bariton', name: 'Bariton', language: 'fr' },
] as const;
