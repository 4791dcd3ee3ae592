import { z } from 'zod'
import { locale } from './brands.ts'
import { endpoint } from './endpoint.ts'
import { FILTER_FIELDS } from './filter-query.ts'
import { cursor, pageLimit } from './paging.ts'
import { filterFields } from './photo-filter.ts'
import { photoPage, sortKey, sortOrder, TIMELINE_PAGE } from './photos.ts'
import { count, wholeNumber } from './scalars.ts'

/** Calls of one customer to each endpoint of the search. */
const CALLS_PER_MINUTE = 300
/** Calls for what a filter finds without each of its fields, which cost as much as a search for each. */
const RELAXATIONS_PER_MINUTE = 60

export const filterField = z.enum(FILTER_FIELDS)

/** How many photos the search knows by their picture, while a job still reads those from before; missing when it knows all. */
const progress = z.object({ done: count, of: count })

const month = {
  year: wholeNumber({ min: 1000, max: 9999 }),
  month: wholeNumber({ min: 1, max: 12 }),
}

const order = {
  sortKey: sortKey.default('dateTaken'),
  sortOrder: sortOrder.default('desc'),
}

/** What the calls of the search have in common. */
export const searchEndpoint = {
  policy: 'customer',
  requestsPerMinute: CALLS_PER_MINUTE,
} as const

export const searchPhotos = endpoint('GET', 'photoManagement', '/photo-search/photos', {
  ...searchEndpoint,
  summary: 'Photos that match a filter (NX-207)',
  query: z.strictObject({
    ...filterFields,
    ...order,
    cursor,
    limit: pageLimit(TIMELINE_PAGE),
  }),
  answer: photoPage,
})

export const getSearchTimeline = endpoint('GET', 'photoManagement', '/photo-search/timeline', {
  ...searchEndpoint,
  summary: 'Number of photos that match a filter, per month',
  query: z.strictObject({ ...filterFields, groupBy: sortKey.default('dateTaken') }),
  answer: z.object({
    total: count,
    /** Newest first, photos without a date last. */
    months: z.array(z.object({ year: z.int(), month: z.int(), undated: z.boolean(), photos: count })),
    progress: progress.optional(),
  }),
})

export const getSearchMonthPage = endpoint('GET', 'photoManagement', '/photo-search/timeline/:year/:month', {
  ...searchEndpoint,
  summary:
    'One page of the photos of a month that match a filter; with undated=true, of those without a date',
  params: z.object(month),
  query: z.strictObject({
    ...filterFields,
    ...order,
    groupBy: sortKey.default('dateTaken'),
    cursor,
    limit: pageLimit(TIMELINE_PAGE),
  }),
  answer: photoPage,
})

export const getSearchMonthIndex = endpoint(
  'GET',
  'photoManagement',
  '/photo-search/timeline/:year/:month/index',
  {
    ...searchEndpoint,
    summary: 'Cursors of every 240th photo of a month that matches a filter, first one null',
    params: z.object(month),
    query: z.strictObject({
      ...filterFields,
      ...order,
      groupBy: sortKey.default('dateTaken'),
    }),
    answer: z.object({ step: z.int(), count, cursors: z.array(z.string().nullable()) }),
  },
)

export const getSearchRelaxations = endpoint('GET', 'photoManagement', '/photo-search/relaxations', {
  ...searchEndpoint,
  requestsPerMinute: RELAXATIONS_PER_MINUTE,
  summary: 'How many photos match a filter without each of its fields (NX-210)',
  query: z.strictObject(filterFields),
  answer: z.object({
    relaxations: z.array(z.object({ without: filterField, photos: count })),
    /** Photos without a date that match without the fields of dates. */
    undated: count,
  }),
})

export const getSearchLabels = endpoint('GET', 'photoManagement', '/photo-search/labels', {
  ...searchEndpoint,
  summary: 'What the ids of a filter are called, for its chips',
  query: z.strictObject({ ...filterFields, locale: locale.optional() }),
  answer: z.object({
    labels: z.array(z.object({ field: filterField, value: z.string(), label: z.string() })),
  }),
})
