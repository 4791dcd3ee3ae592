export { LazyPlacesRow } from './lazy-places-row.ts'
export { PlaceRow } from './place-row.tsx'
export { PlaceTries } from './place-tries.tsx'
