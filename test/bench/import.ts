import type { Area } from './area.ts';
export const imports: Area = { title: 'import', measure: async () => [] };
