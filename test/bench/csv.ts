import type { Area } from './area.ts';
export const csv: Area = { title: 'csv', measure: async () => [] };
