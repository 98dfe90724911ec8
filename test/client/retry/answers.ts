// Answers to a request that waits its turn.

import type { WireResponse } from '../../../src/contract/wire.ts';

export const WINDOW_MS = 60_000;

export const ok = (headers: Record<string, string> = {}): WireResponse => ({ status: 200, headers, body: '{}' });

export const busy = (headers: Record<string, string> = {}): WireResponse => ({ status: 429, headers, body: '{}' });
