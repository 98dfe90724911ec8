import type { World } from '../../world.ts';

export const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

export const create = (world: World, firstName: string) =>
  world.call('POST', '/v1/contact', { body: { firstName, lastName: 'Chiefly', Region: 'north' } });
