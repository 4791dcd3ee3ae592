import { z } from 'zod'
import { album, albumPage, getAlbumIndex, getAlbumPhoto, getAlbumPhotos } from './albums.ts'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { cursor, pageLimit } from './paging.ts'
import { photoPage } from './photos.ts'

/*
 * Albums that were shared in the legacy store: view only. An operator's command imports them
 * (docs/operations.md); no call creates one, invites, renames, adds or removes single photos. A member is the owner or a
 * participant; all others get 404.
 */

export const SHARED_ALBUMS_PAGE = 50

/** One shared album, the same for all members. `size` is the sum of its originals in bytes. */
export const sharedAlbum = album.omit({ userId: true, coverChosen: true }).extend({ ownerId: z.string() })
export type SharedAlbum = z.infer<typeof sharedAlbum>

export const sharedAlbumPage = albumPage.extend({ albums: z.array(sharedAlbum) })
export type SharedAlbumPage = z.infer<typeof sharedAlbumPage>

const participant = z.object({ id: z.string(), email: z.string() })
export type Participant = z.infer<typeof participant>

const albumParams = z.object({ id: idInput })

export const getSharedAlbums = endpoint('GET', 'sharedAlbums', '/shared-albums', {
  policy: 'customer',
  summary: 'Albums of others that the caller takes part in, newest first (PL-172, OP-35)',
  query: z.object({
    cursor,
    limit: pageLimit(SHARED_ALBUMS_PAGE),
  }),
  answer: sharedAlbumPage,
})

export const getSharedAlbum = endpoint('GET', 'sharedAlbums', '/shared-albums/:id', {
  policy: 'customer',
  summary: 'One shared album, for its owner and participants (PL-174)',
  params: albumParams,
  answer: sharedAlbum,
  errors: ['not-found'],
})

/** The owner gets all participants; a participant gets only the owner and themselves. */
export const getParticipants = endpoint('GET', 'sharedAlbums', '/shared-albums/:id/participants', {
  policy: 'customer',
  summary: 'Who an album is shared with, as far as the caller may know (PL-175)',
  params: albumParams,
  answer: z.object({ owner: participant, participants: z.array(participant) }),
  errors: ['not-found'],
})

export const getSharedAlbumPhotos = endpoint('GET', 'sharedAlbums', '/shared-albums/:id/photos', {
  policy: 'customer',
  summary: "One page of a shared album's photos, each with its ownerId (PL-176)",
  params: albumParams,
  query: getAlbumPhotos.query,
  answer: photoPage,
  errors: ['not-found'],
})

/** Not in the retailer's documents; equivalent to the index of an own album. */
export const getSharedAlbumIndex = endpoint('GET', 'sharedAlbums', '/shared-albums/:id/photos/index', {
  policy: 'customer',
  summary: 'Where every page of a shared album starts',
  params: albumParams,
  query: getAlbumIndex.query,
  answer: getAlbumIndex.answer,
  errors: ['not-found'],
})

export const getSharedAlbumPhoto = endpoint('GET', 'sharedAlbums', '/shared-albums/:id/photos/:photoId', {
  policy: 'customer',
  summary: 'One photo of a shared album and its position in it',
  params: getAlbumPhoto.params,
  query: getAlbumPhoto.query,
  answer: getAlbumPhoto.answer,
  errors: ['not-found'],
})

/**
 * The owner deletes the album for all members. A participant leaves it: the photos they contributed are removed from it.
 * Photos stay in their libraries. A repeated call is 404.
 */
export const deleteSharedAlbum = endpoint('DELETE', 'sharedAlbums', '/shared-albums/:id', {
  policy: 'customer',
  summary: 'Ends a shared album as its owner, or leaves it as a participant (PL-177, OP-17)',
  params: albumParams,
  errors: ['not-found'],
})
