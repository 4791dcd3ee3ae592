export { placeChoiceQuery } from './place-choice-query.ts'
export { PlaceRow } from './place-row.tsx'
export { PlacesRow } from './places-row.tsx'
