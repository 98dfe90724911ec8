import type { Golden } from '../golden.ts';
import { contents } from './contents.ts';
import { folders } from './folders.ts';
import { variables } from './variables.ts';

// Paths, the fields of an AI variable, toneId, prompt, model, outputLength, splitMessages, channel, messages, subject,
// promptRichText, messagesRichText, `aiVariables` of a folder and the fields of its items are the interface's. Everything
// else of the records, the folder bodies, archive and the answers of deletions are undocumented.

export const ai: readonly Golden[] = [...variables, ...folders, ...contents];
