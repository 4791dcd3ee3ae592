import { WEDDING } from './shots.ts'

/** A project that the demo's consumer has saved in the shop. */
export interface PlannedProject {
  /** Idempotency key; the project's id is the shop's. */
  key: string
  title: string
  /** Code of the product; absent: prints. */
  article?: string
  /** Photos of this album; absent: of the whole library. */
  album?: string
  /** The index of its first photo, which is its preview. */
  first: number
  photos: number
  /** Days since its last change, and days of work before that. */
  daysAgo: number
  days: number
  /** Days until the shop deletes it. */
  daysLeft?: number
}

const BOOK = 'BOOK-21X21-24'
const LARGE_BOOK = 'BOOK-28X28-48'
const POSTER = 'MAP-POSTER-30X40'
const LARGE_POSTER = 'MAP-POSTER-50X70'
const CAMPER = 'Camper summer'
const TULIPS = 'Tulip weekend'
const DESERT = 'Three days in the desert'

/** 12 projects: two pages of the list. The last changed one comes first. */
export const DEMO_PROJECTS: readonly PlannedProject[] = [
  createPlan('P-12', 'Camper summer', LARGE_BOOK, {
    album: CAMPER,
    first: 7,
    photos: 21,
    daysAgo: 0.1,
    days: 9,
  }),
  createPlan('P-11', 'Cards for everyone', undefined, { first: 0, photos: 8, daysAgo: 1.1, days: 0.2 }),
  createPlan('P-10', 'Our wedding', LARGE_BOOK, {
    album: WEDDING,
    first: 9,
    photos: 14,
    daysAgo: 6,
    days: 40,
  }),
  {
    ...createPlan('P-09', 'Streets of Bristol', POSTER, { first: 6, photos: 4, daysAgo: 8, days: 1 }),
    daysLeft: 9,
  },
  createPlan('P-08', 'Balloons', LARGE_POSTER, {
    album: WEDDING,
    first: 0,
    photos: 1,
    daysAgo: 21,
    days: 0.1,
  }),
  createPlan('P-07', 'Tulips', BOOK, { album: TULIPS, first: 0, photos: 3, daysAgo: 40, days: 3 }),
  createPlan('P-06', 'Postcards from the van', undefined, {
    album: CAMPER,
    first: 19,
    photos: 12,
    daysAgo: 66,
    days: 2,
  }),
  createPlan('P-05', 'For Grandma', BOOK, { album: WEDDING, first: 10, photos: 6, daysAgo: 85, days: 12 }),
  createPlan('P-04', 'By the sea', BOOK, { album: CAMPER, first: 14, photos: 8, daysAgo: 94, days: 7 }),
  createPlan('P-03', 'Desert light', BOOK, { album: DESERT, first: 0, photos: 3, daysAgo: 101, days: 1 }),
  createPlan('P-02', 'The west coast', LARGE_POSTER, {
    album: CAMPER,
    first: 13,
    photos: 6,
    daysAgo: 110,
    days: 4,
  }),
  createPlan('P-01', 'Flowers', undefined, { album: WEDDING, first: 12, photos: 2, daysAgo: 118, days: 0.1 }),
]

function createPlan(
  key: string,
  title: string,
  article: string | undefined,
  more: Omit<PlannedProject, 'key' | 'title' | 'article'>,
): PlannedProject {
  return { key, title, ...(article && { article }), ...more }
}
