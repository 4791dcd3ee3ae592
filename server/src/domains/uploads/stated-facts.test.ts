import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { changePhotoDates } from '#contract/photo-dates.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import { checkHashes } from '#contract/uploads.ts'
import { findRow, listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

async function upload(metadata: Record<string, string>, bytes?: Uint8Array, name = 'beach.jpg') {
  const { response } = await customer.upload(name, bytes ?? (await jpeg()), metadata)
  expect(response.status).toBe(204)
  await server.idle()
  const row = (await findRow(server.ctx.db, 'photos', { account_id: customer.accountId }, [
    'taken_at',
    'taken_offset',
    'taken_source',
    'taken_precision',
    'title',
    'folder',
    'file_modified_at',
  ]))!
  return row
}

const COMPANION = { takenAt: '2019-05-04T14:00:55', offset: 120, title: 'Opa im Garten' }

describe('NX-245 the companion of an upload', () => {
  test('gives a photo without a date its date, zone and title; the folder is stored', async () => {
    const row = await upload({ companion: encode(COMPANION), folder: 'Garten 2019' })
    expect(row).toMatchObject({
      taken_at: '2019-05-04 14:00:55',
      taken_offset: 120,
      taken_source: 'companion',
      title: 'Opa im Garten',
      folder: 'Garten 2019',
    })
    const [image] = (await customer.call(getPhotos)).images
    expect(image!.dateTaken).toMatch(/^2019-05-04T14:00:55/)
  })

  test('a date in the file wins, one in the name does not', async () => {
    const dated = await jpeg({ taken: '2015:01:02 03:04:05' })
    expect(await upload({ companion: encode(COMPANION) }, dated)).toMatchObject({
      taken_at: '2015-01-02 03:04:05',
      taken_source: 'file',
      title: 'Opa im Garten',
    })
    customer = await server.customer()
    expect(await upload({ companion: encode(COMPANION) }, undefined, 'IMG_20240503.jpg')).toMatchObject({
      taken_source: 'companion',
    })
  })

  test('an implausible date and empty texts are ignored', async () => {
    const companion = encode({ takenAt: '2999-01-01T00:00:00', title: ' \u200b ' })
    expect(await upload({ companion, folder: ' / ' })).toMatchObject({
      taken_at: null,
      title: null,
      folder: null,
    })
  })

  test('texts are one line of 200 characters, a folder is the last one of a path', async () => {
    const row = await upload({
      companion: encode({ title: `a\nb\u202e${'🎂'.repeat(300)}` }),
      folder: `secret/${'x'.repeat(300)}`,
    })
    expect([...row.title!]).toHaveLength(200)
    expect(row.title).toMatch(/^a b 🎂/)
    expect(row.folder).toBe('x'.repeat(200))
  })

  test('NX-216 a position that a sender adds is stored nowhere', async () => {
    await upload({ companion: encode({ ...COMPANION, place: { lat: 52.0123, lon: 4.3 }, geoData: 52.0123 }) })
    for (const table of ['uploads', 'photos'] as const) {
      const rows = await server.ctx.db
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', customer.accountId)
        .execute()
      expect(JSON.stringify(rows)).not.toContain('52.0123')
    }
  })

  test.each([
    ['no base64url', 'a+b='],
    ['no JSON', encode('x')],
    ['another form', encode({ takenAt: 5 })],
    ['a date that does not exist', encode({ takenAt: '2019-02-30T00:00:00' })],
    ['too long', encode({ title: 'x'.repeat(2048) })],
  ])('%s is a bad request that names it', async (_, companion) => {
    const response = await customer.createUpload('beach.jpg', 10, { companion })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { companion: 'not-valid' } })
  })
})

describe('RV-1148 a companion of a photo that is there already', () => {
  const list = async () => {
    const { images } = await customer.call(getPhotos)
    return Object.fromEntries(
      images.map(({ localFileName, dateTaken, dateTakenSource }) => [
        localFileName,
        [dateTaken?.slice(0, 19), dateTakenSource],
      ]),
    )
  }
  const getTitles = async () => {
    const rows = await listColumns(server.ctx.db, 'photos', { account_id: customer.accountId }, [
      'file_name',
      'title',
    ])
    return Object.fromEntries(rows.map(({ file_name, title }) => [file_name, title]))
  }
  const add = async (name: string, bytes: Uint8Array, metadata: Record<string, string> = {}) => {
    await customer.upload(name, bytes, metadata)
    await server.idle()
    return { sha256: createHash('sha256').update(bytes).digest('hex'), fileName: name }
  }
  const findId = async (name: string) =>
    (await customer.call(getPhotos)).images.find(image => image.localFileName === name)!.imageId
  const STATED = ['2019-05-04T14:00:55', 'companion']

  test('fills in the date and the title that it has not; what the file or the customer says stays', async () => {
    const files = [
      await add('none.jpg', await jpeg()),
      await add('IMG_20240503.jpg', await jpeg()),
      await add('file.jpg', await jpeg({ taken: '2015:01:02 03:04:05' })),
      await add('customer.jpg', await jpeg()),
      await add('titled.jpg', await jpeg(), { companion: encode({ title: 'Oma' }) }),
    ]
    const other = await add('other.jpg', await jpeg())
    await customer.call(changePhotoDates, {
      body: {
        requestId: randomUUID(),
        selection: { photoIds: [await findId('customer.jpg')] },
        set: { precision: 'year', year: 1974 },
      },
    })
    const call = () =>
      customer.call(checkHashes, {
        body: { files: [...files.map(file => ({ ...file, companion: COMPANION })), other] },
      })
    expect((await call()).known).toHaveLength(6)
    const expected = {
      'none.jpg': STATED,
      'IMG_20240503.jpg': STATED,
      'file.jpg': ['2015-01-02T03:04:05', undefined],
      'customer.jpg': ['1974-01-01T00:00:00', 'customer'],
      'titled.jpg': STATED,
    }
    expect(await list()).toMatchObject(expected)
    expect((await list())['other.jpg']).not.toEqual(STATED)
    expect(await getTitles()).toMatchObject({
      'none.jpg': COMPANION.title,
      'titled.jpg': 'Oma',
      'other.jpg': null,
    })
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    // A second companion does not replace the first one.
    const later = { takenAt: '2020-01-01T00:00:01', title: 'later' }
    await customer.call(checkHashes, { body: { files: files.map(file => ({ ...file, companion: later })) } })
    expect(await list()).toMatchObject(expected)
    // What came later is what the file says.
    await customer.call(changePhotoDates, {
      body: {
        requestId: randomUUID(),
        selection: { photoIds: [await findId('none.jpg'), await findId('customer.jpg')] },
        reset: true,
      },
    })
    expect(await list()).toMatchObject({ 'none.jpg': STATED, 'customer.jpg': [undefined, undefined] })
  })

  test('RV-1081 a sidecar corrects it as if it had come with it, once; another companion does not replace that', async () => {
    const taken = '2015:01:02 03:04:05'
    const files = [
      await add('file.jpg', await jpeg({ taken, offset: '+02:00' })),
      await add('same.jpg', await jpeg({ taken, offset: '+02:00' })),
      await add('companion.jpg', await jpeg(), { companion: encode(COMPANION) }),
      await add('customer.jpg', await jpeg({ taken })),
    ]
    await customer.call(changePhotoDates, {
      body: {
        requestId: randomUUID(),
        selection: { photoIds: [await findId('customer.jpg')] },
        set: { precision: 'year', year: 1974 },
      },
    })
    const month = { takenAt: '1974-08-01T00:00:00', precision: 'month' as const, corrects: true }
    const same = { takenAt: '2015-01-02T03:04:05', corrects: true }
    const call = (companion: object) =>
      customer.call(checkHashes, {
        body: {
          files: files.map(file => ({
            ...file,
            companion: file.fileName === 'same.jpg' ? same : companion,
          })),
        },
      })
    const CORRECTED = ['1974-08-01T00:00:00', 'companion']
    const expected = {
      'file.jpg': CORRECTED,
      'same.jpg': ['2015-01-02T03:04:05', undefined],
      'companion.jpg': CORRECTED,
      'customer.jpg': ['1974-01-01T00:00:00', 'customer'],
    }
    for (const companion of [month, month, COMPANION]) {
      await call(companion)
      expect(await list()).toEqual(expected)
    }
    const { images } = await customer.call(getPhotos)
    expect(images.find(image => image.localFileName === 'same.jpg')!.dateTakenOffset).toBe(120)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('of equal files any may have the companion; each title is that of its own photo', async () => {
    const [one, two] = [await add('one.jpg', await jpeg()), await add('two.jpg', await jpeg())]
    await customer.call(checkHashes, { body: { files: [{ ...one, companion: COMPANION }, one] } })
    expect(await list()).toMatchObject({ 'one.jpg': STATED })
    const rows = await listColumns(server.ctx.db, 'photo_facts', { account_id: customer.accountId }, [
      'name_norm',
    ])
    expect(rows.filter(({ name_norm }) => name_norm.includes('opa im garten'))).toHaveLength(1)
    await customer.call(checkHashes, { body: { files: [one, { ...two, companion: COMPANION }] } })
    expect(await getTitles()).toEqual({ 'one.jpg': COMPANION.title, 'two.jpg': COMPANION.title })
  })

  test('fills in one that is restored from the bin, and one whose bytes are sent again', async () => {
    const [binned, sent] = [await jpeg(), await jpeg()]
    const file = await add('binned.jpg', binned)
    await add('sent.jpg', sent)
    await customer.call(deletePhotos, { body: { photoIds: [await findId('binned.jpg')] } })
    await customer.call(checkHashes, { body: { files: [{ ...file, companion: COMPANION }] } })
    await add('sent.jpg', sent, { companion: encode(COMPANION) })
    expect(await list()).toEqual({ 'binned.jpg': STATED, 'sent.jpg': STATED })
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('says nothing about photos of others, and nothing implausible', async () => {
    const bytes = await jpeg()
    const file = await add('mine.jpg', bytes)
    const other = await server.customer()
    const foreign = await other.call(checkHashes, { body: { files: [{ ...file, companion: COMPANION }] } })
    expect(foreign.known).toEqual([])
    const companion = { takenAt: '2999-01-01T00:00:00', title: ' \u200b ' }
    await customer.call(checkHashes, { body: { files: [{ ...file, companion }] } })
    expect(await list()).toEqual({ 'mine.jpg': [undefined, undefined] })
    expect(await getTitles()).toEqual({ 'mine.jpg': null })
  })
})

describe('RV-1081 how exactly the date of a companion is known', () => {
  test.each([
    ['day', '1974-08-12 00:00:00'],
    ['month', '1974-08-01 00:00:00'],
    ['year', '1974-01-01 00:00:00'],
  ])('to the %s it is stored as %s', async (precision, taken_at) => {
    const companion = encode({ takenAt: '1974-08-12T10:11:12', precision })
    expect(await upload({ companion })).toMatchObject({
      taken_at,
      taken_precision: precision,
      taken_source: 'companion',
    })
  })

  test('one that corrects its file replaces a date in it, one that does not fills a gap', async () => {
    const companion = { takenAt: '1974-08-01T00:00:00', precision: 'month' }
    const dated = { taken: '2015:01:02 03:04:05', offset: '+02:00' }
    expect(
      await upload({ companion: encode({ ...companion, corrects: true }) }, await jpeg(dated)),
    ).toMatchObject({
      taken_at: '1974-08-01 00:00:00',
      taken_offset: null,
      taken_precision: 'month',
      taken_source: 'companion',
    })
    customer = await server.customer()
    expect(await upload({ companion: encode(companion) }, await jpeg(dated))).toMatchObject({
      taken_at: '2015-01-02 03:04:05',
      taken_offset: 120,
      taken_source: 'file',
    })
  })

  test('another precision is a bad request', async () => {
    const response = await customer.createUpload('beach.jpg', 10, {
      companion: encode({ takenAt: '1974-08-12T00:00:00', precision: 'decade' }),
    })
    expect(response.status).toBe(400)
  })
})

describe('RV-1166 the device says when a file was changed, and its zone', () => {
  test('a default of a format is no date of a companion', async () => {
    const companion = encode({ takenAt: '1904-01-01T01:00:00', offset: 60, corrects: true })
    expect(await upload({ companion })).toMatchObject({ taken_at: null, taken_source: 'file' })
  })

  test('an upload is never refused for them, and the date of a photo is never that of its file', async () => {
    const lastModified = String(Date.parse('2004-07-14T10:00:00Z'))
    const row = await upload({ lastModified, timeZone: 'America/New_York' })
    expect(row).toMatchObject({ taken_at: null, file_modified_at: '2004-07-14 06:00:00' })
    for (const [value, zone] of [
      ['', ''],
      ['1e12', 'constructor'],
      ['-99999999999999999999', '__proto__'],
      ['999999999999999', '+05:00'],
    ] as const) {
      customer = await server.customer()
      expect(await upload({ lastModified: value, timeZone: zone })).toMatchObject({ file_modified_at: null })
    }
  })

  test('RV-1085 an instant in the name is local in the zone of the device', async () => {
    const name = 'mmexport1714745700000.jpg'
    expect(await upload({ timeZone: 'asia/kathmandu' }, undefined, name)).toMatchObject({
      taken_at: '2024-05-03 20:00:00',
      taken_offset: 345,
      taken_source: 'name',
    })
    customer = await server.customer()
    expect(await upload({}, undefined, name)).toMatchObject({
      taken_at: '2024-05-03 14:15:00',
      taken_offset: null,
    })
  })
})
