import { addAlbumPhotos, createAlbum, getAlbums } from '#contract/albums.ts'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import { refreshWithFirstScreen } from '#contract/first-screen.ts'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { getOrders } from '#contract/orders.ts'
import { getPhotos, type Image } from '#contract/photos.ts'
import { getProjects } from '#contract/projects.ts'
import { createSession, type Session } from '#contract/session.ts'
import { checkHashes, getReceipts } from '#contract/uploads.ts'

/** A request and its answer, of the calls that client teams use first. */
export interface OperationExample {
  endpoint: Endpoint
  body?: unknown
  answer: unknown
}

const createExample = <E extends Endpoint>(
  endpoint: E,
  parts: { body?: E['body']['_zod']['input']; answer: Answer<E> },
): OperationExample => ({ endpoint, ...parts })

const OWNER = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const PHOTO = '0b0d8e0e-3f0b-4b57-8f0a-6d0e3c1a9b52'
const ALBUM = '5f3a4d3c-61c5-4a1e-9a53-0c8e2b7d1f46'
const UPLOAD = 'd94f3f01-6b1c-4e0f-b3a1-2f6f0d0a7e11'
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const EXPIRES = '2026-07-04T11:30:00.000Z'

const toPictureUrl = (kind: string) => `https://fotos.keepsake.example/media/kP3x.8fQ2.Zm9v/${PHOTO}/${kind}`

const photo: Image = {
  imageId: PHOTO,
  ownerId: OWNER,
  uploadId: UPLOAD,
  localFileName: 'IMG_2041.jpg',
  contentType: 'image/jpeg',
  size: 3_481_022,
  url: toPictureUrl('original'),
  untouchedUrl: toPictureUrl('view'),
  thumbnails: [
    { id: 300, url: toPictureUrl('300'), width: 300, height: 225 },
    { id: 800, url: toPictureUrl('800'), width: 800, height: 600 },
    { id: 1300, url: toPictureUrl('1300'), width: 1300, height: 975 },
  ],
  dateTaken: '2026-07-02T18:24:07',
  dateTakenOffset: 120,
  uploadEnd: '2026-07-03T07:12:44.120Z',
  visibleWidth: 4032,
  visibleHeight: 3024,
  created: '2026-07-03T07:12:44.120Z',
  state: 'ready',
  placeholder: '3OcRJYB4d3h_iIeHeEh3eIhw-j2w',
  camera: { make: 'Apple', model: 'iPhone 15', focalLength: 6.8, aperture: 1.6, exposure: 0.004, iso: 64 },
}

const SESSION: Session = {
  accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI3YzllNjY3OSJ9.c2lnbmF0dXJl',
  expiresIn: 600,
  claims: { sub: OWNER, email: 'mira@example.com', idpType: 'password', idpSub: OWNER, amr: [] },
}

/** Examples of the document, one per operation. */
export const EXAMPLES: readonly OperationExample[] = [
  createExample(createSession, {
    body: {
      code: 'Vw3vYb0n0yQy8k1WcZs5',
      state: 'n-0S6_WzA2MjcbeXqI1uVQ0nB6a1l6t9yq0r3v2c8uM',
      iss: 'https://fotos.keepsake.example/identity',
    },
    answer: { ...SESSION, returnTo: '/my-photos/photos' },
  }),
  createExample(refreshWithFirstScreen, {
    answer: {
      ...SESSION,
      firstScreen: {
        customer: {
          id: OWNER,
          email: SESSION.claims.email,
          salutation: null,
          firstName: 'Mira',
          lastName: 'Lindholm',
          dateOfBirth: null,
          phoneNumber: null,
          language: 'en-GB',
          paymentMethod: null,
          sharesPositions: false,
          status: null,
          accountDeleted: false,
          addresses: [],
          registrationDate: '2025-03-01T08:00:00.000Z',
          ftp: null,
        },
        activation: { status: 'ACTIVE' },
        totals: {
          userId: OWNER,
          photosCount: 1,
          albumsCount: 0,
          registrationDate: '2025-03-01T08:00:00.000Z',
          lastUploadedAt: photo.created,
          deletedCount: 0,
        },
        sharedAlbums: { readAlbumsCount: 0, grantedAlbumsCount: 0 },
        timeline: { months: [{ year: 2026, month: 7, undated: false, photos: 1 }] },
        months: [
          {
            year: 2026,
            month: 7,
            undated: false,
            page: { cursor: null, images: [photo], addressesExpire: EXPIRES },
          },
        ],
      },
    },
  }),
  createExample(getPhotos, {
    answer: {
      cursor: 'eyJhIjoiMjAyNi0wNy0wMlQxODoyNDowNyJ9',
      images: [photo],
      addressesExpire: EXPIRES,
    },
  }),
  createExample(getAlbums, {
    answer: {
      cursor: null,
      albums: [
        {
          albumId: ALBUM,
          userId: OWNER,
          albumName: 'Summer at the lake',
          coverPhoto: photo,
          coverChosen: false,
          photosCount: 1,
          size: photo.size,
          created: '2026-07-04T09:58:02.311Z',
          updated: '2026-07-04T09:58:19.870Z',
          isShared: false,
        },
      ],
      addressesExpire: EXPIRES,
    },
  }),
  createExample(createAlbum, {
    body: { name: 'Summer at the lake', albumId: ALBUM },
    answer: { albumId: ALBUM, albumName: 'Summer at the lake' },
  }),
  createExample(addAlbumPhotos, { body: { photoIds: [PHOTO] }, answer: { added: 1, photosCount: 1 } }),
  createExample(checkHashes, {
    body: { files: [{ sha256: SHA256, fileName: photo.localFileName }] },
    answer: { known: [{ sha256: SHA256, photoId: PHOTO, state: 'already-there' }] },
  }),
  createExample(getReceipts, {
    body: { uploadIds: [UPLOAD] },
    answer: {
      receipts: [{ uploadId: UPLOAD, fileName: photo.localFileName, state: 'added', photoId: PHOTO }],
    },
  }),
  createExample(getOrders, {
    answer: {
      superOrders: [
        {
          superOrderCode: 'K-2077',
          code: 'K-2077',
          createdAt: '2026-07-04T10:02:00.000Z',
          status: 'inProduction',
          history: [
            { status: 'paymentSuccess', at: '2026-07-04T10:02:00.000Z' },
            { status: 'inProduction', at: '2026-07-04T12:40:00.000Z' },
          ],
          productCount: 1,
          products: [
            {
              code: 'P-90011',
              article: 'Prints',
              title: '24 prints',
              quantity: 1,
              price: 599,
              status: 'inProduction',
              history: [{ status: 'inProduction', at: '2026-07-04T12:40:00.000Z' }],
              picture: { url: toPictureUrl('300'), placeholder: photo.placeholder },
            },
          ],
          parcels: [],
          deliveryAddress: {
            type: 'Home',
            firstName: 'Mira',
            lastName: 'Lindholm',
            street: 'Mill Lane',
            streetNumber: '4',
            postalCode: 'OX1 4AR',
            city: 'Oxford',
            countryCode: 'GB',
          },
          total: { amount: 898, currency: 'GBP' },
          deliveryCost: 299,
          addressChange: { blockedBy: 'in-production', productCodes: [] },
          hasDeliveryDates: true,
        },
      ],
    },
  }),
  createExample(getHistoricalInvoices, {
    answer: {
      historicalInvoices: [
        {
          id: '3f8e9c1a-5d6b-4c7e-8f90-1a2b3c4d5e6f',
          invoiceNumber: 'GB-2026-00417',
          kind: 'invoice',
          date: '2026-07-06',
          amount: 898,
          currency: 'GBP',
          status: 'ready',
          channel: 'keepsake-gb',
          orders: [{ code: 'K-2077', isKnown: true }],
          corrects: [],
          canRetry: false,
        },
      ],
    },
  }),
  createExample(getProjects, {
    answer: {
      projects: [
        {
          id: 'PR-5521',
          title: 'Our year',
          thumbnailUrl: toPictureUrl('300'),
          articleName: 'Photo book',
          pageCount: 48,
          createdAt: '2026-06-20T19:11:00.000Z',
          updatedAt: '2026-07-01T20:30:00.000Z',
          expiresAt: '2026-12-28T00:00:00.000Z',
          editorUrl: 'https://editor.keepsake.example/books/PR-5521',
        },
      ],
      totalProjectCount: 1,
    },
  }),
]

/** The body of every error. */
export const ERROR_EXAMPLE: ErrorAnswer = {
  code: 'bad-request',
  message: 'Not valid: name',
  correlationId: '2f1d6f0e-93a4-4a39-8f5c-58b0a1b6a9d3',
  fields: { name: 'missing' },
}
