import type { Area } from './area.ts';
export const store: Area = { title: 'store', measure: async () => [] };
