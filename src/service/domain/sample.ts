import type { Tx } from '../store/db.ts';
export async function loadSample(_tx: Tx, _now: number): Promise<void> {}
