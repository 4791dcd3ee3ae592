import { describe, expect, test } from 'vitest'
import { type ZodType, z } from 'zod'
import { brands, findHostBrand } from '#brands/index.ts'
import * as albums from '#contract/albums.ts'
import { getConfig } from '#contract/brands.ts'
import { download } from '#contract/downloads.ts'
import { getTimeline, getUser, image, photoPage } from '#contract/photos.ts'
import { libraryPush } from '#contract/push.ts'
import { storageStatus } from '#contract/retention.ts'
import { session } from '#contract/session.ts'
import { type BrowserSchema, browserSchema, findMismatch } from './json-schema.ts'
import { compileContract, compileSchema, UnsupportedRuleError } from './vite-plugin.ts'

const ID = '0199f7a0-1111-7222-8333-444455556666'
const WHEN = '2026-08-01T10:00:00.000Z'
const PHOTO = {
  imageId: ID,
  ownerId: 'a',
  uploadId: 'u',
  localFileName: 'IMG_1.jpg',
  contentType: 'image/jpeg',
  size: 4,
  url: '/media/x',
  untouchedUrl: 'http://localhost/media/x',
  thumbnails: [{ id: 0, url: '/t', width: 300, height: 200 }],
  dateTaken: '2018-07-25T16:34:23',
  dateTakenOffset: -120,
  uploadEnd: WHEN,
  visibleWidth: 3,
  visibleHeight: 2,
  created: WHEN,
  state: 'ready',
  placeholder: 'abc',
  camera: { make: 'Google', focalLength: 4.4 },
}
const CLAIMS = { sub: 's', email: 'a@example.com', idpType: 'local', idpSub: 'i', amr: ['pwd'] }
const CONFIG = {
  environment: 'development',
  brand: findHostBrand('localhost'),
  flags: brands[0]?.flags,
  services: { session: '/session' },
  thirdParties: { analytics: { script: 'https://analytics.example/a.js', key: 'k', stored: ['_a*'] } },
}

const SAMPLES: [string, ZodType, unknown][] = [
  ['a record of anything', z.record(z.string(), z.unknown()), { a: { b: [1, null] }, c: 'd' }],
  ['image', image, PHOTO],
  ['page', photoPage, { cursor: null, images: [PHOTO], addressesExpire: WHEN }],
  ['timeline', getTimeline.answer, { 2026: { 8: 61 }, 1970: { 1: 2 } }],
  [
    'totals',
    getUser.answer,
    {
      userId: 'u',
      photosCount: 1,
      albumsCount: 0,
      registrationDate: WHEN,
      lastUploadedAt: null,
      deletedCount: 0,
    },
  ],
  ['config', getConfig.answer, CONFIG],
  ['session', session, { accessToken: 't', expiresIn: 600, claims: CLAIMS }],
  ['push', libraryPush, { type: 'photos-changed', photoIds: ['a'], change: 'added' }],
  ['push of albums', libraryPush, { type: 'albums-changed', albumIds: ['a'], change: 'removed' }],
  [
    'push of an album',
    libraryPush,
    { type: 'album-photos-changed', albumId: 'a', photoIds: ['a'], change: 'removed' },
  ],
  ['created album', albums.createAlbum.answer, { albumId: ID, albumName: 'Oslo' }],
  [
    'albums',
    albums.albumPage,
    {
      cursor: null,
      addressesExpire: WHEN,
      albums: [
        {
          albumId: ID,
          userId: 'u',
          albumName: 'Oslo',
          coverPhoto: null,
          coverChosen: false,
          photosCount: 1,
          size: 4,
          created: WHEN,
          updated: WHEN,
          isShared: false,
        },
      ],
    },
  ],
  [
    'storage',
    storageStatus,
    {
      status: 'safe',
      monthsRemaining: 14,
      daysRemaining: 420,
      deletionDate: WHEN,
      lastOrderDate: null,
      registrationDate: WHEN,
      projectCount: 0,
      delayedDeletionDate: null,
      projectedDeletionDate: WHEN,
      lastRestorableDay: '2027-04-03',
    },
  ],
  [
    'download',
    download,
    { id: ID, name: null, photosCount: 3, size: null, state: 'ready', created: WHEN, expires: WHEN },
  ],
]

describe('schemas of the browser accept what the contract accepts', () => {
  test.each(SAMPLES)('PL-149 %s, unchanged and with each single value broken', (_, schema, sample) => {
    const json = compileSchema(schema, 'sample')
    if (!json) throw new Error('no schema')
    const cases = [sample, ...variants(JSON.parse(JSON.stringify(sample)))]
    expect(cases.length).toBeGreaterThan(15)
    const differing = cases.filter(
      each => (findMismatch(each, json) === undefined) !== schema.safeParse(each).success,
    )
    expect(differing).toEqual([])
    expect(findMismatch(sample, json)).toBeUndefined()
  })

  test('PL-149 reports the path of the invalid value', () => {
    const json = compileSchema(photoPage, 'photoPage')
    const broken = {
      cursor: null,
      addressesExpire: WHEN,
      images: [PHOTO, { ...PHOTO, thumbnails: [{ id: 0, url: '/t', width: -1, height: 2 }] }],
    }
    expect(findMismatch(broken, json ?? {})).toBe('images.1.thumbnails.0.width')
  })
})

describe('a rule that the browser does not check', () => {
  const text = z.string()
  test.each<[string, ZodType]>([
    ['refine', text.refine(value => value !== 'x')],
    ['superRefine', text.superRefine(() => {})],
    ['check', text.check(() => {})],
    ['a custom schema', z.custom(() => true)],
    ['trim', text.trim()],
    ['lower case', text.toLowerCase()],
    ['overwrite', text.overwrite(value => value.trimEnd())],
    ['transform', text.transform(value => value.length)],
    ['preprocess', z.preprocess(value => value, text)],
    ['pipe', text.pipe(z.string())],
    ['a default', text.default('x')],
    ['prefault', text.prefault('x')],
    ['catch', text.catch('x')],
    ['readonly', z.array(text).readonly()],
    ['coercion', z.coerce.number()],
    ['a codec', z.stringbool()],
    ['a date', z.date()],
    ['lazy', z.lazy(() => text)],
    ['an intersection', z.intersection(text, text)],
    ['a tuple', z.tuple([text])],
    ['exclusive bounds', z.number().gt(1)],
    ['steps', z.number().multipleOf(2)],
    ['an exact length', text.length(2)],
    ['another format', z.email()],
    ['another protocol', z.url({ protocol: /^ftp$/ })],
    ['a host name', z.url({ hostname: /^a$/ })],
    ['two patterns', text.regex(/a/).regex(/b/)],
    ['a pattern with flags', text.regex(/a/i)],
    ['typed rest', z.object({}).catchall(text)],
    ['a loose record', z.looseRecord(text.regex(/a/), text)],
    ['a refined object', z.object({ a: text }).refine(() => true)],
  ])('RV-602 %s is refused by name', (_what, schema) => {
    const answer = z.object({ list: z.array(z.object({ value: schema.nullable().optional() })) })
    expect(() => compileSchema(answer, 'getThings.answer')).toThrow(UnsupportedRuleError)
    expect(() => compileSchema(answer, 'getThings.answer')).toThrow(
      'getThings.answer.properties.list.items.properties.value',
    )
    const getThings = { ...getUser, answer }
    expect(() => compileContract({ getThings })).toThrow(
      "getThings.answer.properties.list.items.properties.value: the browser's",
    )
    expect([...compileContract({ answer }).keys()]).toEqual([])
  })
})

describe("the browser's version of a contract module", () => {
  test('has constants, endpoints and schemas, and no functions', () => {
    const compiled = evaluate(compileContract({ STEP: 24, getUser, image, helper: () => 1 }))
    expect(Object.keys(compiled)).toEqual(['STEP', 'getUser', 'image'])
    expect(compiled.STEP).toBe(24)
    expect(compiled.getUser).toMatchObject({
      method: 'GET',
      service: 'photoManagement',
      path: '/users',
      policy: 'customer',
    })
    expect((compiled.image as BrowserSchema).safeParse({}).success).toBe(false)
    expect((compiled.image as BrowserSchema).safeParse(PHOTO)).toEqual({
      success: true,
      data: PHOTO,
    })
  })
})

/** Ids, instants, months and addresses, some almost valid. */
const TEXTS = [
  ID,
  ID.replace('-7', '-9'),
  '2026-02-29T10:00:00Z',
  '2028-02-29T10:00:00+02:00',
  '2026-08-01T10:00:00',
  '1826',
  'ftp://example.com/',
  'https:example.com',
  'app://open',
  'https://example.com/a',
]

/** The sample with one value at a time removed or replaced. */
function* variants(value: unknown): Generator<unknown> {
  for (const wrong of [null, '', 'x', -1, 1.5, 2 ** 60, true, [], {}]) yield wrong
  if (typeof value === 'string') yield* TEXTS
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      for (const variant of variants(each)) yield value.with(index, variant)
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknownKey: 1 }
    for (const [key, each] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>
      yield rest
      for (const variant of variants(each)) yield { ...value, [key]: variant }
    }
  }
}

function evaluate(compiled: Map<string, string>): Record<string, unknown> {
  const list = [...compiled].map(([name, source]) => `${name}: ${source}`)
  return new Function('browserSchema', `return { ${list.join()} }`)(browserSchema)
}
