import { defineEvent } from '../../platform/events/events.ts'

/**
 * Photos were moved to the bin, restored to the library, or marked as erased ('nowhere'). The transaction has locked
 * their rows. Domains that store counts or lists of photos update them here.
 */
export const photosMoved = defineEvent<{
  accountId: string
  photoIds: string[]
  to: 'library' | 'bin' | 'nowhere'
}>('photos.moved')

/** Dates of locked photos changed: domains that store a copy of their sort values update it here. */
export const photoDatesChanged = defineEvent<{ accountId: string; photoIds: string[] }>(
  'photos.dates-changed',
)

/** The customer requested the deletion of all photos: downloads and exports of them are cancelled. */
export const libraryCleared = defineEvent<{ accountId: string }>('library.cleared')

/** What grouping and suggestions read of photos in the library is new: their pictures were read. */
export const photoFactsChanged = defineEvent<{ accountId: string; photoIds: string[] }>(
  'photos.facts-changed',
)
