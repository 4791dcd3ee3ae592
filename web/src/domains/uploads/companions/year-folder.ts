/**
 * Whether a folder is one of those in which Google Takeout puts all photos of a year ('Photos from 2019', in the languages of
 * the product), or a bare year: no album.
 */
export const isYearFolder = (name: string) =>
  YEAR_FOLDER.test(name.normalize('NFC').replace(/\s+/gu, ' ').trim())

const YEAR_FOLDER =
  /^(?:(?:photos|fotos|foto['’]s|foto|foton|fotografier|fotografie|billeder|bilder|imágenes)(?: (?:from|von|vom|aus|de|del|di|dal|da|uit|van|fra|från))? )?(?:18|19|20)\d\d(?:\(\d+\))?$/iu
