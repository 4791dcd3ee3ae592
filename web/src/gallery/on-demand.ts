/* What the first page of photos does not need, in one file: loaded when the page is idle. */
export { openNextPages } from './grid/next-pages.ts'
export { followPhoto } from './place/follow-photo.ts'
export { loadRange } from './selection/load-range.ts'
export { resolveSelection } from './selection/resolve-selection.ts'
