/** Fields of a filter of photos, in the order in which they are written. */
export const FILTER_FIELDS = [
  'date',
  'days',
  'undated',
  'place',
  'camera',
  'album',
  'product',
  'project',
  'printed',
  'shape',
  'print',
  'type',
  'name',
  'added',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]
