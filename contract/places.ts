import { z } from 'zod'
import { locale } from './brands.ts'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { count } from './scalars.ts'

/**
 * Whether photos get the names of the towns where they were taken. Off until the customer turns it on; off again, all
 * names are deleted.
 */
export const placeChoice = z.object({
  isOn: z.boolean(),
  /** 'working': names are being found, or deleted. */
  state: z.enum(['ready', 'working']),
  /** Photos of the library, those known to contain a position, and those with a name. */
  photos: count,
  withPosition: count,
  withTown: count,
})
export type PlaceChoice = z.infer<typeof placeChoice>

export const getPlaceChoice = endpoint('GET', 'photoManagement', '/places/choice', {
  policy: 'customer',
  summary: 'Whether photos get the names of their towns (NX-214)',
  answer: placeChoice,
})

export const updatePlaceChoice = endpoint('PUT', 'photoManagement', '/places/choice', {
  policy: 'customer',
  summary: 'Turns names of towns on or off; a job finds or deletes them (NX-215)',
  body: z.object({ isOn: z.boolean() }),
  answer: placeChoice,
  status: 202,
  continues: 'places',
})

/** A town, by its name in the asked language; its country as ISO 3166-1, two letters. */
export const town = z.object({ placeId: z.int(), name: z.string(), country: z.string() })
export type Town = z.infer<typeof town>

const language = z.object({ locale: locale.default('en-GB') })

/** Most towns that one answer names. */
export const TOWNS_MAX = 20

export const getPlaces = endpoint('GET', 'photoManagement', '/places', {
  policy: 'customer',
  summary: 'The towns in which most photos of the library were taken (NX-202); none while places are off',
  query: language,
  answer: z.object({ isOn: z.boolean(), towns: z.array(town.extend({ photos: count })).max(TOWNS_MAX) }),
})

const photoParams = z.object({ id: idInput })

export const getPhotoPlace = endpoint('GET', 'photoManagement', '/photos/:id/place', {
  policy: 'customer',
  summary: 'The town of a photo of the caller’s library; missing without one',
  params: photoParams,
  query: language,
  answer: z.object({ town: town.optional() }),
  errors: ['not-found'],
})

export const removePhotoPlace = endpoint('DELETE', 'photoManagement', '/photos/:id/place', {
  policy: 'customer',
  summary: 'Deletes the town of a photo for good (NX-218)',
  params: photoParams,
  errors: ['not-found'],
})
