import { WEDDING } from './shots.ts'

/** A project that the demo's consumer has saved in the shop. */
export interface PlannedProject {
  /** Idempotency key; the project's id is the shop's. */
  key: string
  title: string
  /** Code of the product; absent: prints. */
  article: string | undefined
  /** Photos of this album; absent: of the whole library. */
  album: string | undefined
  /** The index of its first photo, which is its preview. */
  first: number
  photos: number
  /** Days since its last change, and days of work before that. */
  daysAgo: number
  days: number
  /** Days until the shop deletes it. */
  daysLeft: number | undefined
}

const ARTICLES = {
  prints: undefined,
  book: 'BOOK-21X21-24',
  'large book': 'BOOK-28X28-48',
  poster: 'MAP-POSTER-30X40',
  'large poster': 'MAP-POSTER-50X70',
}
const ALBUMS = {
  library: undefined,
  camper: 'Camper summer',
  wedding: WEDDING,
  tulips: 'Tulip weekend',
  desert: 'Three days in the desert',
}

type Row = [
  key: string,
  title: string,
  article: keyof typeof ARTICLES,
  album: keyof typeof ALBUMS,
  first: number,
  photos: number,
  daysAgo: number,
  days: number,
  daysLeft?: number,
]

const ROWS: readonly Row[] = [
  ['P-12', 'Camper summer', 'large book', 'camper', 7, 21, 0.1, 9],
  ['P-11', 'Cards for everyone', 'prints', 'library', 0, 8, 1.1, 0.2],
  ['P-10', 'Our wedding', 'large book', 'wedding', 9, 14, 6, 40],
  ['P-09', 'Streets of Bristol', 'poster', 'library', 6, 4, 8, 1, 9],
  ['P-08', 'Balloons', 'large poster', 'wedding', 0, 1, 21, 0.1],
  ['P-07', 'Tulips', 'book', 'tulips', 0, 3, 40, 3],
  ['P-06', 'Postcards from the van', 'prints', 'camper', 19, 12, 66, 2],
  ['P-05', 'For Grandma', 'book', 'wedding', 10, 6, 85, 12],
  ['P-04', 'By the sea', 'book', 'camper', 14, 8, 94, 7],
  ['P-03', 'Desert light', 'book', 'desert', 0, 3, 101, 1],
  ['P-02', 'The west coast', 'large poster', 'camper', 13, 6, 110, 4],
  ['P-01', 'Flowers', 'prints', 'wedding', 12, 2, 118, 0.1],
]

/** 12 projects: two pages of the list. The last changed one comes first. */
export const DEMO_PROJECTS: readonly PlannedProject[] = ROWS.map(
  ([key, title, article, album, first, photos, daysAgo, days, daysLeft]) => ({
    key,
    title,
    article: ARTICLES[article],
    album: ALBUMS[album],
    first,
    photos,
    daysAgo,
    days,
    daysLeft,
  }),
)
