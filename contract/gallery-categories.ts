/** Ids of the gallery's categories; their names are texts of the catalogues. */
export const GALLERY_CATEGORIES = [
  'travel',
  'family',
  'wedding',
  'baby',
  'celebrations',
  'sports',
  'pets',
  'nature',
  'other',
] as const
