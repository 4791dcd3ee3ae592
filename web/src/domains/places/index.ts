export { PlaceRow } from './place-row.tsx'
export { PlaceTries } from './place-tries.tsx'
export { PlacesRow } from './places-row.tsx'
