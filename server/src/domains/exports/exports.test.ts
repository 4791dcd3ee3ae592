import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/brands.ts'
import * as contract from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { getTranslator } from '#server/platform/i18n/translate.ts'
import { jobs } from '../../app.ts'
import { encodeOffset } from '../../http/cursor.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg, png } from '../../testing/pictures.ts'
import { runJob } from '../../testing/run-job.ts'
import { listLinks } from '../identity/testing/mail-links.ts'
import { prepareExport } from './job-kinds.ts'
import {
  CHANNEL,
  createReadyExport,
  downloadZips,
  fetchBytes,
  getChunkUrl,
  isManifest,
  requestExport,
  signInAgain,
  upload,
} from './testing/library.ts'

const DAY = 86_400_000
const LIMIT = 100_000
const server = closeAfterAll(await testServer({ config: { exportChunkBytes: LIMIT } }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Runs the clean-up as its schedule does. */
async function cleanUp(at = server): Promise<void> {
  await runJob(at, 'exports.tidy')
  await at.idle()
}

async function setLocale({ accountId }: Client, locale: string): Promise<void> {
  await updateRows(server.ctx.db, 'customers', { account_id: accountId }, { locale })
}

describe('PL-184 requesting an export', () => {
  test('a missing or unknown channel is a bad request and starts nothing', async () => {
    const customer = await server.customer()
    await upload(server, customer, [['a.jpg', await jpeg()]])
    for (const body of [{}, { channel: '' }, { channel: 'NOWHERE' }, { channel: 7 }]) {
      const answer = await customer.expectError(contract.createExport, { body: body as { channel: string } })
      expect([answer.status, answer.body.code]).toEqual([400, 'bad-request'])
    }
    expect((await customer.call(contract.getExports)).items).toEqual([])
  })

  test('OP-39 an empty library is a bad request; so is one with photos in the bin only', async () => {
    const customer = await server.customer()
    const body = { channel: CHANNEL }
    expect((await customer.expectError(contract.createExport, { body })).status).toBe(400)
    const photoIds = await upload(server, customer, [['a.jpg', await jpeg()]])
    await customer.call(photos.deletePhotos, { body: { photoIds } })
    expect((await customer.expectError(contract.createExport, { body })).status).toBe(400)
  })

  test('a running export is returned again, also to concurrent requests; so is a READY one until it expires', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    await customer.upload('a.jpg', await jpeg())
    const answers = await Promise.all([
      requestExport(customer),
      requestExport(customer),
      requestExport(customer),
    ])
    expect(new Set(answers.map(({ backupId }) => backupId)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(['REQUESTED', 'REQUESTED', 'REQUESTED'])
    const { backupId } = answers[0]!
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await idle.idle()
    expect(await requestExport(customer)).toMatchObject({
      status: 'READY',
      backupId,
      chunks: [{ iteration: 1 }],
    })
    idle.clock.advance(7 * DAY)
    const later = await requestExport(await signInAgain(idle, customer))
    expect(later.status).toBe('REQUESTED')
    expect(later.backupId).not.toBe(backupId)
    await idle.idle()
    await idle.close()
  })
})

describe('PL-185 OP-39 the chunks', () => {
  let customer: Client
  let ready: contract.ReadyExport
  let files: [string, Buffer][]
  beforeAll(async () => {
    customer = await server.customer()
    const large = padJpeg(await jpeg({ taken: '2019:07:01 10:00:00' }), LIMIT + 50_000)
    files = [
      ['IMG_1.jpg', padJpeg(await jpeg({ taken: '2024:05:03 14:15:00' }), 40_000)],
      ['img_1.JPG', padJpeg(await jpeg({ taken: '2024:05:04 14:15:00' }), 40_000)],
      ['IMG_1.jpg', padJpeg(await jpeg({ taken: '2024:05:05 14:15:00' }), 40_000)],
      ['large.jpg', large],
      ['../../con.jpg', await jpeg({ taken: '2023:12:31 23:59:59' })],
      ['Größe — 🏖️, "x".jpg', await jpeg()],
      ['scan.png', await png()],
    ]
    const photoIds = await upload(server, customer, files)
    for (const name of ['Oslo', 'Best of']) {
      const { albumId } = await customer.call(createAlbum, { body: { name } })
      await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [photoIds[0]!] } })
    }
    ready = await createReadyExport(server, customer)
  })

  test('are numbered from 1, none exceeds the limit except for a single larger photo; sizes are exact', async () => {
    expect(ready.chunks.map(({ iteration }) => iteration)).toEqual([1, 2, 3])
    expect(ready.photosCount).toBe(files.length)
    for (const { iteration, size, photosCount } of ready.chunks) {
      const answer = await fetchBytes(await getChunkUrl(customer, ready.backupId, iteration))
      expect(answer.body.length).toBe(size)
      expect(answer.headers.get('content-length')).toBe(String(size))
      if (photosCount > 1) expect(size).toBeLessThanOrEqual(LIMIT)
    }
  })

  test('P12 contain every photo once, byte by byte, by year and month, under names that are safe in one folder', async () => {
    const entries = (await downloadZips(customer, ready)).flatMap(zip =>
      [...zip].filter(([name]) => !isManifest(name)),
    )
    expect(entries.map(([name]) => name)).toEqual([
      '2019/07/large.jpg',
      '2023/12/_con.jpg',
      '2024/05/IMG_1.jpg',
      '2024/05/img_1 (2).JPG',
      '2024/05/IMG_1 (3).jpg',
      'Unknown Date/Größe — 🏖️, _x_.jpg',
      'Unknown Date/scan.png',
    ])
    expect(entries.map(([, bytes]) => sha256(bytes)).sort()).toEqual(
      files.map(([, bytes]) => sha256(bytes)).sort(),
    )
    expect(ready.chunks.map(({ from, to }) => [from, to])).toEqual([
      ['2019-07', '2019-07'],
      ['2023-12', '2024-05'],
      ['2024-05', '2024-05'],
    ])
  })

  test('OP-94 manifest.json and manifest.csv list each zip with name, SHA-256, date taken and albums', async () => {
    const zips = await downloadZips(customer, ready)
    for (const [index, zip] of zips.entries()) {
      const manifest = JSON.parse(zip.get('manifest.json')!.toString())
      const inside = [...zip].filter(([name]) => !isManifest(name))
      expect(manifest).toMatchObject({
        format: 2,
        export: ready.backupId,
        created: ready.created,
        part: index + 1,
        last: index === zips.length - 1,
        photosCount: inside.length,
      })
      expect(
        manifest.photos.map((photo: { name: string; sha256: string }) => [photo.name, photo.sha256]),
      ).toEqual(inside.map(([name, bytes]) => [name, sha256(bytes)]))
      const csv = zip.get('manifest.csv')!.toString()
      expect(csv.startsWith('\ufeffname,size,sha256,dateTaken,albums,originalName\r\n')).toBe(true)
      expect(csv.trimEnd().split('\r\n')).toHaveLength(inside.length + 1)
    }
    const [, second] = zips
    expect(JSON.parse(second!.get('manifest.json')!.toString()).photos[1]).toEqual({
      name: '2024/05/IMG_1.jpg',
      originalName: 'IMG_1.jpg',
      size: files[0]![1].length,
      sha256: sha256(files[0]![1]),
      dateTaken: '2024-05-03T14:15:00',
      albums: ['Best of', 'Oslo'],
    })
    const last = zips.at(-1)!.get('manifest.csv')!.toString()
    expect(last).toContain(
      `"Unknown Date/Größe — 🏖️, _x_.jpg",${files[5]![1].length},${sha256(files[5]![1])},,,"Größe — 🏖️, ""x"".jpg"\r\n`,
    )
  })

  test('RV-209 the list of files of a chunk equals its zip, paged by cursors of that chunk', async () => {
    const zips = await downloadZips(customer, ready)
    for (const { iteration } of ready.chunks) {
      const params = { backupId: ready.backupId, iteration }
      const page = await customer.call(contract.getExportFiles, { params, query: {} })
      expect(page).toEqual({
        cursor: null,
        files: [...zips[iteration - 1]!]
          .filter(([name]) => !isManifest(name))
          .map(([name, bytes]) => ({ name, size: bytes.length, sha256: sha256(bytes) })),
      })
      const query = { cursor: encodeOffset(['export-files', ready.backupId, iteration], 1) }
      const rest = await customer.call(contract.getExportFiles, { params, query })
      expect(rest).toEqual({ cursor: null, files: page.files.slice(1) })
      const other = { params: { ...params, iteration: (iteration % ready.chunks.length) + 1 }, query }
      expect((await customer.expectError(contract.getExportFiles, other)).status).toBe(400)
    }
  })
})

describe('PL-185 changes while an export is prepared', () => {
  test('photos added later are not in it; photos deleted later are, with all their bytes', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    const files: [string, Buffer][] = [
      ['a.jpg', await jpeg()],
      ['b.jpg', await jpeg()],
    ]
    for (const [name, bytes] of files) await customer.upload(name, bytes)
    const { backupId } = await requestExport(customer)
    idle.clock.advance(1000)
    await customer.upload('late.jpg', await jpeg())
    const { images } = await customer.call(photos.getPhotos)
    const deleted = images.find(({ localFileName }) => localFileName === 'a.jpg')!
    await customer.call(photos.deletePhotos, { body: { photoIds: [deleted.imageId] } })
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await idle.idle()
    const ready = await customer.call(contract.getExport, { params: { backupId } })
    const [zip] = await downloadZips(customer, ready as contract.ReadyExport)
    const inside = [...zip!].filter(([name]) => !isManifest(name)).map(([, bytes]) => sha256(bytes))
    expect(inside.sort()).toEqual(files.map(([, bytes]) => sha256(bytes)).sort())
    await idle.close()
  })

  test('P14 PL-197 an export whose job never ends is FAILED after 48 hours, and another can be requested', async () => {
    const idle = await testServer({ work: false })
    const customer = await idle.customer()
    await customer.upload('a.jpg', await jpeg())
    const { backupId } = await requestExport(customer)
    // Its job is lost.
    await idle.ctx.db.deleteFrom('pgboss.job' as never).execute()
    idle.clock.advance(48 * 3_600_000)
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await cleanUp(idle)
    const later = await signInAgain(idle, customer)
    expect(await later.call(contract.getExport, { params: { backupId } })).toMatchObject({
      status: 'FAILED',
      backupId,
    })
    const params = { backupId, iteration: 1 }
    expect((await later.expectError(contract.getExportChunkUrl, { params })).status).toBe(409)
    const next = await createReadyExport(idle, later)
    expect(next.backupId).not.toBe(backupId)
    await idle.close()
  })

  test('P28 a lost job is sent again by the clean-up, and by another request', async () => {
    const idle = await testServer({ work: false })
    const lost: Client[] = []
    for (const minutes of [2, 11]) {
      const customer = await idle.customer()
      await customer.upload('a.jpg', await jpeg())
      await requestExport(customer)
      await idle.ctx.db.deleteFrom('pgboss.job' as never).execute()
      lost.push(customer)
      // A crash leaves an export in progress without chunks.
      const key = { account_id: customer.accountId }
      if (minutes === 11) await updateRows(idle.ctx.db, 'exports', key, { state: 'in-progress' })
      if (minutes === 11) continue
      for (const [milliseconds, jobsOfExport] of [
        [60_000, 0],
        [1, 1],
      ] as const) {
        idle.clock.advance(milliseconds)
        await requestExport(customer)
        expect(await idle.ctx.jobs.pending(prepareExport)).toBe(jobsOfExport)
      }
    }
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await idle.idle()
    const states = async () =>
      Promise.all(
        lost.map(
          async each => (await (await signInAgain(idle, each)).call(contract.getExports)).items[0]!.status,
        ),
      )
    idle.clock.advance(11 * 60_000)
    await cleanUp(idle)
    expect(await states()).toEqual(['READY', 'READY'])
    await idle.close()
  })
})

describe('PL-186 AA-056 the mail', () => {
  /** Mails but the one that tells of the request. */
  const mailsTo = ({ email }: Client, locale: Locale = DEFAULT_LOCALE) => {
    const requested = getTranslator(locale)('mail.security.export.subject')
    return server.mailbox.list().filter(mail => mail.to.includes(email) && mail.subject !== requested)
  }

  test("is sent once, in the customer's language, with the link of the download page", async () => {
    const english = getTranslator(DEFAULT_LOCALE)('mail.export-ready.subject')
    const customers = await Promise.all(
      LOCALES.map(async locale => {
        const customer = await server.customer()
        await setLocale(customer, locale)
        await customer.upload('a.jpg', await jpeg())
        return { locale, customer, backupId: (await requestExport(customer)).backupId }
      }),
    )
    await server.idle()
    for (const { locale, customer, backupId } of customers) {
      await runJob(server, 'exports.mail', { accountId: customer.accountId, backupId })
      const [mail, ...more] = mailsTo(customer, locale)
      expect([locale, more]).toEqual([locale, []])
      expect(mail!.subject).toBe(getTranslator(locale)('mail.export-ready.subject'))
      if (!locale.startsWith('en')) expect(mail!.subject).not.toBe(english)
      // RV-840
      const text = getTranslator(locale)
      expect(mail!.text).toContain(
        `${text('mail.fact.account')}: ${customer.email}\n${text('mail.fact.requested')}: `,
      )
      for (const shown of [mail!.text, mail!.html])
        expect(shown).toContain(`${server.origin}/my-photos/exports/${backupId}`)
    }
  })

  test('NX-328 a request is told at once, with device and a link that ends everything; one that returns a running export is not', async () => {
    const customer = await server.customer()
    await upload(server, customer, [['a.jpg', await jpeg()]])
    for (const _ of [1, 2]) await requestExport(customer)
    await server.idle()
    const told = server.mailbox
      .list()
      .filter(
        ({ to, subject }) =>
          to.includes(customer.email) && subject === 'Somebody asked for an export of your photos',
      )
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toMatch(/^From: 127\.0\.0\.x$/m)
    expect(listLinks(told[0]!).map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining(['/settings/security', expect.stringMatching(/^\/identity\/not-me\//)]),
    )
  })
})

describe('PL-187 reading an export', () => {
  test('READY has backupId, sorted chunks, created and updated; unknown and foreign ids are 404, a text that is no id 400', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    await upload(server, customer, [['a.jpg', await jpeg()]])
    const ready = await createReadyExport(server, customer)
    expect(ready).toMatchObject({ photosCount: 1, chunks: [{ iteration: 1, photosCount: 1 }] })
    expect(Date.parse(ready.expires) - Date.parse(ready.updated)).toBe(7 * DAY)
    expect((await customer.call(contract.getExports)).items).toEqual([ready])
    for (const [caller, backupId, status] of [
      [other, ready.backupId, 404],
      [customer, randomUUID(), 404],
      [customer, 'anything', 400],
    ] as const)
      expect((await caller.expectError(contract.getExport, { params: { backupId } })).status).toBe(status)
    expect((await other.call(contract.getExports)).items).toEqual([])
  })

  test('P15 PL-187 PL-188 PL-197 expires exactly 7 days after updated: page, list, address and bytes', async () => {
    const customer = await server.customer()
    await upload(server, customer, [['a.jpg', await jpeg()]])
    const ready = await createReadyExport(server, customer)
    expect(Date.parse(ready.expires) - Date.parse(ready.updated)).toBe(7 * 86_400_000)
    const params = { backupId: ready.backupId, iteration: 1 }
    server.clock.set(new Date(Date.parse(ready.expires) - 1))
    const early = await signInAgain(server, customer)
    expect(await early.call(contract.getExport, { params })).toEqual(ready)
    const url = await getChunkUrl(early, ready.backupId, 1)
    expect((await fetchBytes(url)).status).toBe(200)
    server.clock.advance(1)
    const late = await signInAgain(server, customer)
    expect((await late.expectError(contract.getExport, { params })).status).toBe(404)
    expect((await late.expectError(contract.getExportChunkUrl, { params })).status).toBe(404)
    expect((await late.expectError(contract.getExportFiles, { params, query: {} })).status).toBe(404)
    expect((await late.call(contract.getExports)).items).toEqual([])
    expect((await fetchBytes(url, { range: 'bytes=1-' })).status).toBe(404)
    await cleanUp()
    for (const table of ['exports', 'export_chunks', 'photo_holds'] as const)
      expect(
        await server.ctx.db
          .selectFrom(table)
          .selectAll()
          .where('account_id', '=', customer.accountId)
          .execute(),
      ).toEqual([])
  })
})

describe('PL-188 the address of a chunk', () => {
  test('unknown iterations are 404, an export that is not READY is 409, a foreign one 404', async () => {
    const idle = await testServer({ work: false })
    const [customer, other] = [await idle.customer(), await idle.customer()]
    await customer.upload('a.jpg', await jpeg())
    const { backupId } = await requestExport(customer)
    const url = (client: Client, iteration: number) =>
      client.expectError(contract.getExportChunkUrl, { params: { backupId, iteration } })
    expect((await url(customer, 1)).status).toBe(409)
    expect((await url(other, 1)).status).toBe(404)
    await idle.ctx.jobs.work(idle.ctx, jobs)
    await idle.idle()
    for (const iteration of [0, 2, 1_000_000_000_000])
      expect((await url(customer, iteration)).status).toBe(404)
    expect((await url(customer, -1)).status).toBe(400)
    expect((await url(customer, 1.5)).status).toBe(400)
    expect((await url(other, 1)).status).toBe(404)
    await idle.close()
  })

  test('P15 gives access to its own zip only, can start for five minutes and resume for a day, and has a file name', async () => {
    const customer = await server.customer()
    await upload(server, customer, [
      ['a.jpg', padJpeg(await jpeg(), 90_000)],
      ['b.jpg', padJpeg(await jpeg(), 90_000)],
    ])
    const { backupId } = await createReadyExport(server, customer)
    const url = await getChunkUrl(customer, backupId, 2)
    const answer = await fetchBytes(url)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=photo-export-2.zip')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect((await fetchBytes(url.replace('photo-export-2', 'photo-export-1'))).status).toBe(403)
    expect((await fetchBytes(url.replace('/api/photo-export/', '/api/downloads/'))).status).toBe(403)
    server.clock.advance(301_000)
    expect((await fetchBytes(url)).status).toBe(403)
    expect((await fetchBytes(url, { range: 'bytes=100-' })).status).toBe(403)
    const resumed = { range: 'bytes=100-', 'if-range': answer.headers.get('etag')! }
    expect((await fetchBytes(url, resumed)).status).toBe(206)
    server.clock.advance(DAY)
    expect((await fetchBytes(url, resumed)).status).toBe(403)
  })
})

test('P12 concurrent exports contain their own library and nothing of another', async () => {
  const customers = await Promise.all(
    Array.from({ length: Number(process.env.EXPORTS_AT_ONCE ?? 8) }, async () => {
      const customer = await server.customer()
      const files: [string, Buffer][] = []
      for (let i = 0; i < 3; i++) files.push(['same.jpg', padJpeg(await jpeg(), 45_000)])
      for (const [name, bytes] of files) await customer.upload(name, bytes)
      return { customer, files }
    }),
  )
  await server.idle()
  const requested = await Promise.all(customers.map(({ customer }) => requestExport(customer)))
  await server.idle()
  await Promise.all(
    customers.map(async ({ customer, files }, index) => {
      const params = { backupId: requested[index]!.backupId }
      const ready = (await customer.call(contract.getExport, { params })) as contract.ReadyExport
      const zips = await downloadZips(customer, ready)
      const hashes = zips.flatMap(zip =>
        [...zip].filter(([name]) => !isManifest(name)).map(([, bytes]) => sha256(bytes)),
      )
      expect(hashes.sort()).toEqual(files.map(([, bytes]) => sha256(bytes)).sort())
    }),
  )
})
