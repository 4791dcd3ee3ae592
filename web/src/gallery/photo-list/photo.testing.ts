import type { Image } from '#contract/photos.ts'

/** Creates the photo at an index of a month of a test library; taken at 14:15 on one of the month's first 28 days. */
export function photoForTests(year: number, month: number, index: number): Image {
  const imageId = `${padDigits(year, 8)}-00${padDigits(month, 2)}-4000-8000-${padDigits(index, 12)}`
  return {
    imageId,
    ownerId: 'owner',
    uploadId: 'upload',
    localFileName: `IMG_${index}.jpg`,
    contentType: 'image/jpeg',
    size: 4_000_000,
    url: `/media/${imageId}`,
    untouchedUrl: `/media/${imageId}`,
    thumbnails: [
      { id: 300, url: `/media/300/${imageId}`, width: 300, height: 225 },
      { id: 800, url: `/media/800/${imageId}`, width: 800, height: 600 },
    ],
    dateTaken:
      year === 1970
        ? undefined
        : `${year}-${padDigits(month, 2)}-${padDigits(28 - (index % 28), 2)}T14:15:00`,
    uploadEnd: '2026-01-01T00:00:00Z',
    visibleWidth: 4000,
    visibleHeight: 3000,
    created: '2026-01-01T00:00:00Z',
    state: 'ready',
  }
}

/** The answer of GET /users for a library with these numbers of photos and albums. */
export const userForTests = (photosCount: number, albumsCount = 0) => ({
  userId: 'owner',
  photosCount,
  albumsCount,
  registrationDate: '2020-01-01T00:00:00Z',
  lastUploadedAt: null,
  deletedCount: 0,
})

/** Expiry of addresses that stay valid during a test. */
export const addressesExpire = '2099-01-01T00:00:00Z'

const padDigits = (value: number, length: number) => String(value).padStart(length, '0')
