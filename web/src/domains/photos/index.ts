export type { PhotoAction } from './actions.ts'
export { photoKeys, userQuery } from './queries.ts'
