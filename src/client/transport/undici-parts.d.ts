// The parts of undici that are used, by the names of its files: its index would load fetch, caches, mocks and WebSocket, too.

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
