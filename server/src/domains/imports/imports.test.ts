import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as contract from '#contract/activation.ts'
import * as albums from '#contract/albums.ts'
import { createExport } from '#contract/exports.ts'
import * as photos from '#contract/photos.ts'
import { type ImportPush, PUSH_BAD_TOKEN } from '#contract/push.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { checkHashes, getStorageUsage } from '#contract/uploads.ts'
import { insertRows, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { MARK, replaceMark } from '../../testing/encodings.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, png } from '../../testing/pictures.ts'
import { runJob } from '../../testing/run-job.ts'
import { openLibrarySocket, openSocket } from '../../testing/sockets.ts'
import { importLibrariesCommand, readLegacyIndex } from './index.ts'
import {
  getActivation,
  type LegacyPhoto,
  putLegacyLibrary,
  removeIndex,
  SERVICE_TOKEN,
  writeIndex,
  writeLibrary,
} from './testing/legacy-library.ts'

const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, serviceTokens: [{ name: 'archive', token: SERVICE_TOKEN }] },
  }),
)
const root = join(server.ctx.config.dataDir, 'legacy-store')
await mkdir(root)
server.ctx.config.legacy = { folder: root }
const three = [
  { file: 'a/1.jpg', bytes: await jpeg({ taken: '2012:07:03 14:15:00' }), name: 'Sommer.jpg' },
  { file: 'a/2.jpg', bytes: await jpeg(), taken: '2011-02-01T08:00:00+01:00' },
  { file: '3.png', bytes: await png(), taken: '0000-00-00' },
]

/** A customer with a registered legacy library; its folder is the account id. */
async function withLegacyLibrary(
  library: readonly LegacyPhoto[],
  legacyAlbums: Parameters<typeof writeLibrary>[2] = [],
): Promise<Client> {
  const customer = await server.customer()
  await writeLibrary(folderOf(customer), library, legacyAlbums)
  expect(
    (await putLegacyLibrary(server.origin, customer.accountId, { source: customer.accountId })).status,
  ).toBe(200)
  return customer
}
const folderOf = ({ accountId }: Client) => join(root, accountId)
const start = (customer: Client) => customer.call(contract.startActivation)
const libraryOf = async (customer: Client) =>
  (await customer.call(photos.getPhotos, { query: { sortKey: 'dateTaken', sortOrder: 'asc' } })).images
const refusedOf = async (customer: Client) => (await customer.call(contract.getRefusedFiles)).files
async function imported(customer: Client): Promise<contract.Activation> {
  expect(await start(customer)).toEqual({ started: true })
  await server.idle()
  return getActivation(customer)
}
async function expectCountsToMatch({ accountId }: Client): Promise<void> {
  expect(await findMonthCountErrors(server.ctx, accountId)).toEqual([])
  expect(await findAlbumCountErrors(server.ctx, accountId)).toEqual([])
}
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('PL-155 reactivation', () => {
  test('PL-137 NOT_ACTIVE → IMPORTING → ACTIVE, a second start meanwhile starts nothing, the bytes are unchanged', async () => {
    const customer = await withLegacyLibrary(three)
    expect(await getActivation(customer)).toEqual({ status: 'NOT_ACTIVE', waitingCount: 3 })
    const [first, second] = await Promise.all([start(customer), start(customer)])
    expect([first.started, second.started].sort()).toEqual([false, true])
    expect(['IMPORTING', 'ACTIVE']).toContain((await getActivation(customer)).status)
    await server.idle()
    expect(await getActivation(customer)).toMatchObject({
      status: 'ACTIVE',
      import: { photosCount: 3, added: 3, alreadyThere: 0, refused: 0, problem: null },
    })
    const images = await libraryOf(customer)
    expect(
      images.map(image => [image.localFileName, image.dateTaken, image.dateTakenOffset, image.state]),
    ).toEqual([
      ['2.jpg', '2011-02-01T08:00:00', 60, 'ready'],
      ['Sommer.jpg', '2012-07-03T14:15:00', undefined, 'ready'],
      ['3.png', undefined, undefined, 'ready'],
    ])
    const bytes = Buffer.from(await (await fetch(images[1]!.untouchedUrl)).arrayBuffer())
    expect(bytes.equals(three[0]!.bytes!)).toBe(true)
    expect(await start(customer)).toEqual({ started: false })
    await expectCountsToMatch(customer)
  })

  test('RV-305 imported photos count for the quota but are not refused by it', async () => {
    const customer = await withLegacyLibrary(three)
    const { quotaBytes } = await customer.call(getStorageUsage)
    await insertRows(server.ctx.db, 'storage_usage', {
      account_id: customer.accountId,
      stored_bytes: quotaBytes,
    })
    expect(await imported(customer)).toMatchObject({ import: { added: 3, refused: 0 } })
    const bytes = three.reduce((sum, photo) => sum + photo.bytes!.length, 0)
    expect((await customer.call(getStorageUsage)).storedBytes).toBe(quotaBytes + bytes)
    expect((await customer.createUpload('more.jpg', 1)).status).toBe(507)
  })

  test('PL-155 an account without a legacy library is ACTIVE and a start does nothing', async () => {
    const customer = await server.customer()
    expect(await getActivation(customer)).toEqual({ status: 'ACTIVE' })
    expect(await start(customer)).toEqual({ started: false })
  })

  test('RV-1283 OP-26 a photo that the customer took out of an imported album is not in it after the next import', async () => {
    const album = { id: 'x', name: 'Norwegen', photos: three.map(({ file }) => file) }
    const customer = await withLegacyLibrary(three.slice(0, 2), [album])
    await imported(customer)
    const [norway] = (await customer.call(albums.getAlbums)).albums
    const params = { id: norway!.albumId }
    const list = async () =>
      (await customer.call(albums.getAlbumPhotos, { params })).images.map(
        ({ localFileName }) => localFileName,
      )
    const [first] = (await customer.call(albums.getAlbumPhotos, { params })).images
    await customer.call(albums.removeAlbumPhotos, { params, body: { photoIds: [first!.imageId] } })
    const left = await list()
    await writeLibrary(folderOf(customer), three, [album])
    await putLegacyLibrary(server.origin, customer.accountId, {
      source: customer.accountId,
      again: true,
    })
    await imported(customer)
    expect((await list()).toSorted()).toEqual([...left, '3.png'].toSorted())
  })

  test('OP-26 the legacy store is only read', async () => {
    const customer = await withLegacyLibrary(three)
    const readFolder = async () => {
      const names = (await readdir(folderOf(customer), { recursive: true })).toSorted()
      const stats = names.map(async name => {
        const { mtimeMs, size } = await stat(join(folderOf(customer), name))
        return `${name} ${size} ${mtimeMs}`
      })
      return Promise.all(stats)
    }
    const before = await readFolder()
    await imported(customer)
    expect(await readFolder()).toEqual(before)
  })

  test('OP-26 albums are imported with name, date, cover and photos; any name becomes a valid one', async () => {
    const customer = await withLegacyLibrary(three, [
      {
        id: 'x',
        name: 'Norwegen',
        created: '2012-08-01T10:00:00Z',
        cover: '3.png',
        photos: ['a/1.jpg', '3.png', 'gone.jpg'],
      },
      { id: 'nul\u0000\ud800', name: ' <b>;', photos: ['a/2.jpg'] },
      { name: ';', photos: [] },
    ])
    await imported(customer)
    const { albums: list } = await customer.call(albums.getAlbums, {
      query: { sortKey: 'created', sortOrder: 'asc' },
    })
    expect(list.map(album => [album.albumName, album.photosCount]).sort()).toEqual([
      ['Norwegen', 2],
      ['Untitled album', 0],
      ['b', 1],
    ])
    const norway = list.find(album => album.albumName === 'Norwegen')!
    expect([norway.created, norway.coverPhoto?.localFileName]).toEqual(['2012-08-01T10:00:00.000Z', '3.png'])
    await expectCountsToMatch(customer)
  })
})

describe('RV-866 texts of a legacy library that are not valid Unicode', () => {
  test('RV-866 an index that is not UTF-8 is refused as a whole', async () => {
    const customer = await withLegacyLibrary(three)
    for (const bytes of [[0xfc], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
      const index = JSON.stringify({
        version: 1,
        photos: [{ file: three[0]!.file, name: `M${MARK}ller.jpg` }],
      })
      await writeIndex(folderOf(customer), replaceMark(index, bytes))
      await expect(readLegacyIndex(server.ctx, customer.accountId, customer.accountId)).rejects.toThrow(
        'it is not UTF-8',
      )
    }
  })

  test('RV-866 half of a surrogate pair in a name is left out and reported, never replaced', async () => {
    const library = [
      { ...three[0]!, name: 'M\ud800ller.jpg' },
      { ...three[1]!, name: '👨‍👩‍👧 u\u0308.jpg' },
    ]
    const customer = await withLegacyLibrary(library, [{ name: 'M\ud800ller 𐍈', photos: [] }])
    const { problems } = await readLegacyIndex(server.ctx, customer.accountId, customer.accountId)
    expect(problems).toEqual([
      'photos[0]: its name is not valid Unicode and is ignored',
      'albums[0]: its name is not valid Unicode and is shortened',
    ])
    await imported(customer)
    const { images } = await customer.call(photos.getPhotos)
    expect(images.map(each => each.localFileName).sort()).toEqual(
      ['1.jpg', '👨‍👩‍👧 ü.jpg'.normalize('NFC')].sort(),
    )
    const { albums: list } = await customer.call(albums.getAlbums)
    expect(list.map(each => each.albumName)).toEqual(['Mller 𐍈'])
  })
})

test('RV-1084 RV-1166 dates of the index are known as exactly as it says, and its defaults are none', async () => {
  const customer = await withLegacyLibrary([
    { file: 'day.jpg', bytes: await jpeg(), taken: '1974-08-12' },
    { file: 'month.jpg', bytes: await jpeg(), taken: '1975-08' },
    { file: 'exact.jpg', bytes: await jpeg(), taken: '1976-08-12T10:11:12+02:00' },
    { file: 'default.jpg', bytes: await jpeg(), taken: '1980-01-01T00:00:00' },
  ])
  await imported(customer)
  const images = await libraryOf(customer)
  expect(
    images.map(each => [each.localFileName, each.dateTaken, each.dateTakenPrecision, each.dateTakenSource]),
  ).toEqual([
    ['day.jpg', '1974-08-12T00:00:00', 'day', 'companion'],
    ['month.jpg', '1975-08-01T00:00:00', 'month', 'companion'],
    ['exact.jpg', '1976-08-12T10:11:12', undefined, 'companion'],
    ['default.jpg', undefined, undefined, undefined],
  ])
})

describe('OP-26 one bad file never stops the others', () => {
  test('refused files are listed with their reason, in the order of the index', async () => {
    const good = await jpeg()
    const cut = await jpeg({ width: 400, height: 300 })
    const customer = await withLegacyLibrary([
      { file: 'gone.jpg', bytes: null },
      { file: 'text.jpg', bytes: Buffer.from('not a picture') },
      { file: 'empty.jpg', bytes: Buffer.alloc(0) },
      { file: 'cut.jpg', bytes: cut.subarray(0, cut.length - 200) },
      { file: 'other.jpg', bytes: await jpeg(), sha256: sha(good) },
      { file: '../outside.jpg', bytes: null },
      { file: 'half\ud800.jpg', bytes: null },
      { file: 'good.jpg', bytes: good, sha256: sha(good) },
      { file: 'twin.jpg', bytes: good },
    ])
    expect((await imported(customer)).import).toMatchObject({
      photosCount: 9,
      added: 1,
      alreadyThere: 1,
      refused: 7,
    })
    expect(await refusedOf(customer)).toEqual([
      { fileName: 'gone.jpg', reason: 'missing' },
      { fileName: 'text.jpg', reason: 'unsupported-type' },
      { fileName: 'empty.jpg', reason: 'empty' },
      { fileName: 'cut.jpg', reason: 'truncated' },
      { fileName: 'other.jpg', reason: 'checksum-mismatch' },
      { fileName: '#6', reason: 'bad-entry' },
      { fileName: '#7', reason: 'bad-entry' },
    ])
    expect((await libraryOf(customer)).map(image => image.localFileName)).toHaveLength(1)
  })

  test('a file whose full decode fails later is listed, too', async () => {
    const broken = Buffer.from(await jpeg({ width: 640, height: 480 }))
    randomBytes(broken.length - 1200).copy(broken, 1000)
    broken.forEach((byte, i) => {
      if (i >= 1000 && i < broken.length - 200 && byte === 0xff) broken[i] = 0x7f
    })
    const customer = await withLegacyLibrary([{ file: 'b.jpg', bytes: broken }, three[0]!])
    const status = await imported(customer)
    expect(await libraryOf(customer)).toHaveLength(1)
    expect(status.import).toMatchObject({ added: 1, refused: 1 })
    expect(await refusedOf(customer)).toEqual([{ fileName: 'b.jpg', reason: 'broken' }])
  })

  test('RV-209 the list is paged', async () => {
    const customer = await withLegacyLibrary(
      Array.from({ length: contract.REFUSED_FILES_PAGE + 3 }, (_, i) => ({ file: `${i}.jpg`, bytes: null })),
    )
    await imported(customer)
    const first = await customer.call(contract.getRefusedFiles)
    expect(first.files).toHaveLength(contract.REFUSED_FILES_PAGE)
    const rest = await customer.call(contract.getRefusedFiles, { query: { cursor: first.cursor! } })
    expect(rest.files.map(file => file.fileName)).toEqual(['200.jpg', '201.jpg', '202.jpg'])
    expect(rest.cursor).toBeNull()
  })
})

describe('OP-26 an import that fails as a whole', () => {
  test.each([
    ['the index is missing', 'index-missing', (folder: string) => removeIndex(folder)],
    ['the index is no JSON', 'index-broken', (folder: string) => writeIndex(folder, '{')],
    [
      'the index is of a later version',
      'index-broken',
      (folder: string) => writeIndex(folder, '{"version":2,"photos":[]}'),
    ],
    [
      'the index is another customer’s',
      'index-broken',
      (folder: string) => writeIndex(folder, '{"version":1,"accountId":"x","photos":[]}'),
    ],
  ] as const)(
    '%s: NOT_ACTIVE with the problem, and the next start succeeds',
    async (_what, problem, spoil) => {
      const customer = await withLegacyLibrary(three)
      const index = await readFile(join(folderOf(customer), 'index.json'), 'utf8')
      await spoil(folderOf(customer))
      const failed = await imported(customer)
      expect(failed).toMatchObject({ status: 'NOT_ACTIVE', import: { problem, added: 0 } })
      await writeIndex(folderOf(customer), index)
      expect((await imported(customer)).import).toMatchObject({ problem: null, added: 3 })
    },
  )

  test('the store becomes unavailable: no file counts as missing, and the next start imports the rest', async () => {
    const customer = await withLegacyLibrary(three)
    await rename(root, `${root}-away`)
    const failed = await imported(customer)
    await rename(`${root}-away`, root)
    expect(failed).toMatchObject({
      status: 'NOT_ACTIVE',
      waitingCount: 3,
      import: { problem: 'store-unavailable', refused: 0 },
    })
    expect((await imported(customer)).import).toMatchObject({ added: 3 })
  })

  test('an import without progress for a day ends, and can be started again', async () => {
    const customer = await withLegacyLibrary(three)
    await updateRows(
      server.ctx.db,
      'activations',
      { account_id: customer.accountId },
      {
        state: 'importing',
        run: 1,
        started_at: server.clock.now(),
        stepped_at: new Date(server.clock.now().getTime() - 25 * 3_600_000),
      },
    )
    await runJob(server, 'imports.tidy')
    expect(await getActivation(customer)).toMatchObject({
      status: 'NOT_ACTIVE',
      import: { problem: 'stuck' },
    })
    expect((await imported(customer)).import).toMatchObject({ added: 3 })
  })
})

describe('OP-26 run twice', () => {
  test('imports no file twice, imports repaired files, and keeps what was deleted or renamed since', async () => {
    const customer = await withLegacyLibrary(
      [...three, { file: 'late.jpg', bytes: null }],
      [{ name: 'All', photos: ['a/1.jpg', 'a/2.jpg', '3.png', 'late.jpg'] }],
    )
    await imported(customer)
    const [gone] = await libraryOf(customer)
    await customer.call(photos.deletePhotos, { body: { photoIds: [gone!.imageId] } })
    const [album] = (await customer.call(albums.getAlbums)).albums
    await customer.call(albums.updateAlbum, { params: { id: album!.albumId }, body: { name: 'Mine' } })

    await writeFile(join(folderOf(customer), 'late.jpg'), await jpeg())
    const body = { source: customer.accountId }
    expect(await (await putLegacyLibrary(server.origin, customer.accountId, body)).json()).toMatchObject({
      status: 'ACTIVE',
    })
    const again = await putLegacyLibrary(server.origin, customer.accountId, { ...body, again: true })
    expect(await again.json()).toMatchObject({ status: 'NOT_ACTIVE' })
    const { import: run } = await imported(customer)
    expect(run).toMatchObject({ photosCount: 4, added: 4, alreadyThere: 0, refused: 0 })
    expect(await libraryOf(customer)).toHaveLength(3)
    const list = (await customer.call(albums.getAlbums)).albums
    expect(list.map(each => [each.albumName, each.photosCount])).toEqual([['Mine', 3]])
    await expectCountsToMatch(customer)
  })

  test('photos the customer had uploaded before are in the library once', async () => {
    const customer = await withLegacyLibrary(three)
    const { response } = await customer.upload('mine.jpg', three[0]!.bytes!)
    expect(response.ok).toBe(true)
    expect((await imported(customer)).import).toMatchObject({ added: 2, alreadyThere: 1 })
    expect(await libraryOf(customer)).toHaveLength(3)
  })

  test('another folder is another library, even with equal file names', async () => {
    const customer = await withLegacyLibrary(three)
    await imported(customer)
    const source = `${customer.accountId}-moved`
    await writeLibrary(join(root, source), [{ file: 'a/1.jpg', bytes: await jpeg() }])
    await putLegacyLibrary(server.origin, customer.accountId, { source, again: true })
    expect((await imported(customer)).import).toMatchObject({ photosCount: 1, added: 1 })
    expect(await libraryOf(customer)).toHaveLength(4)
  })
})

describe('PL-194 PL-195 the import socket', () => {
  const hello = (token: string) => ({ action: 'authenticate', token })

  test('PL-194 OP-42 a valid token is answered with OK; messages of the run are delivered to that customer only', async () => {
    const customer = await withLegacyLibrary(three)
    const other = await server.customer()
    const [socket, foreign] = await Promise.all([
      openSocket(server.origin, '/api/push/import'),
      openSocket(server.origin, '/api/push/import'),
    ])
    const library = await openLibrarySocket(server.origin, customer.token)
    socket.send(hello(customer.token))
    foreign.send(hello(other.token))
    expect(await socket.next<unknown>(message => message === 'OK')).toBe('OK')
    await foreign.next<unknown>(message => message === 'OK')
    await imported(customer)
    const finished = await socket.next<ImportPush>(message => message.type === 'import-finished')
    expect(finished.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(finished.data.payload).toMatchObject({ status: 'ACTIVE', import: { added: 3 } })
    expect(finished.data.timestamp).toBe(server.clock.now().toISOString())
    expect(socket.received.map(message => (message as ImportPush).type ?? message)).toEqual([
      'OK',
      'import-started',
      'import-finished',
    ])
    expect(foreign.received).toEqual(['OK'])
    const types = library.received.map(message => (message as { type: string }).type)
    expect(types.filter(type => type === 'import-started')).toHaveLength(1)
    for (const each of [socket, foreign, library]) each.close()
  })

  test('PL-195 a problem is published as import-error', async () => {
    const customer = await withLegacyLibrary(three)
    await removeIndex(folderOf(customer))
    const socket = await openSocket(server.origin, '/api/push/import')
    socket.send(hello(customer.token))
    await socket.next<unknown>(message => message === 'OK')
    await imported(customer)
    const error = await socket.next<ImportPush>(message => message.type === 'import-error')
    expect(error.data.payload).toMatchObject({ status: 'NOT_ACTIVE', import: { problem: 'index-missing' } })
    socket.close()
  })

  test.each([
    ['a bad token', hello('x')],
    ['the message of the other sockets', { type: 'authenticate', accessToken: 'x' }],
  ])('PL-194 OP-42 %s gets no OK and is closed with 4401', async (_what, message) => {
    const socket = await openSocket(server.origin, '/api/push/import')
    socket.send(message)
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual([])
  })
})

describe('OP-26 effects of the states', () => {
  test('DELETING: every way of adding photos is refused, until ACTIVE', async () => {
    const customer = await withLegacyLibrary(three)
    await putLegacyLibrary(server.origin, customer.accountId, { status: 'DELETING' })
    expect(await getActivation(customer)).toEqual({ status: 'DELETING' })
    expect(await start(customer)).toEqual({ started: false })
    expect((await customer.createUpload('a.jpg', 10)).status).toBe(403)
    const files = [{ sha256: sha(three[0]!.bytes!), fileName: 'a.jpg' }]
    expect((await customer.expectError(checkHashes, { body: { files } })).status).toBe(403)
    expect((await customer.expectError(createUploadSession, { body: {} })).status).toBe(403)
    await putLegacyLibrary(server.origin, customer.accountId, { status: 'ACTIVE' })
    expect(await getActivation(customer)).toEqual({ status: 'ACTIVE' })
    expect((await customer.createUpload('a.jpg', 10)).status).toBe(201)
  })

  test('IMPORTING: an export would be incomplete and is refused', async () => {
    const customer = await withLegacyLibrary(three)
    await updateRows(server.ctx.db, 'activations', { account_id: customer.accountId }, { state: 'importing' })
    expect(await getActivation(customer)).toMatchObject({ status: 'IMPORTING' })
    await customer.upload('a.jpg', await jpeg())
    const refusal = await customer.expectError(createExport, { body: { channel: 'KEEPSAKE-GB' } })
    expect([refusal.status, refusal.body.code]).toEqual([409, 'not-ready'])
  })

  test('the deletion date is at least 60 days after the start of the import; a later one stays', async () => {
    const customer = await withLegacyLibrary(three)
    const DAY = 86_400_000
    const registered = (days: number) =>
      updateRows(
        server.ctx.db,
        'customers',
        { account_id: customer.accountId },
        { registered_at: new Date(server.clock.now().getTime() - days * DAY) },
      )
    await registered(3000)
    await imported(customer)
    expect((await customer.call(getStorageStatus)).daysRemaining).toBe(60)
    await registered(0)
    expect((await customer.call(getStorageStatus)).monthsRemaining).toBe(18)
  })
})

describe('OP-26 registration by the retailer', () => {
  test('refused requests change nothing', async () => {
    const customer = await withLegacyLibrary(three)
    const other = await server.customer()
    const register = async (accountId: string, body: object) => {
      const answer = await putLegacyLibrary(server.origin, accountId, body)
      return [answer.status, (await answer.json()).fields ?? null]
    }
    expect(await register(other.accountId, { source: customer.accountId })).toEqual([409, null])
    expect(await register('nobody', { status: 'ACTIVE' })).toEqual([404, null])
    expect(await register(other.accountId, { source: '../secrets' })).toMatchObject([
      400,
      { source: expect.any(String) },
    ])
    expect(await register(other.accountId, { source: 'not-there' })).toEqual([
      400,
      { source: 'index-missing' },
    ])
    expect(await register(other.accountId, {})).toMatchObject([400, { source: expect.any(String) }])
    expect(await getActivation(other)).toEqual({ status: 'ACTIVE' })
    expect(await getActivation(customer)).toEqual({ status: 'NOT_ACTIVE', waitingCount: 3 })
  })

  test('OP-26 RV-718 of two accounts that are registered with one folder at the same moment one gets it', async () => {
    const customers = [await server.customer(), await server.customer()]
    const source = `shared-by-${customers.map(({ accountId }) => accountId).join('-')}`
    await writeLibrary(join(root, source), three)
    const answers = await Promise.all(
      customers.map(({ accountId }) => putLegacyLibrary(server.origin, accountId, { source })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const [i, { status }] of answers.entries())
      expect(await getActivation(customers[i]!)).toEqual(
        status === 200 ? { status: 'NOT_ACTIVE', waitingCount: 3 } : { status: 'ACTIVE' },
      )
  })

  test('RV-718 a folder is free again once its library is removed or the account is registered with another one', async () => {
    const [customer, other] = [await withLegacyLibrary(three), await server.customer()]
    const register = async ({ accountId }: Client, body: object) =>
      (await putLegacyLibrary(server.origin, accountId, body)).status
    const source = customer.accountId
    const moved = `${source}-elsewhere`
    await writeLibrary(join(root, moved), three)
    expect(await register(other, { source })).toBe(409)
    expect(await register(customer, { source: moved })).toBe(200)
    expect(await register(other, { source })).toBe(200)
    expect(await register(customer, { source })).toBe(409)
    expect(await register(other, { status: 'ACTIVE' })).toBe(200)
    expect(await register(customer, { source })).toBe(200)
    expect(await register(other, { source: moved })).toBe(200)
  })

  test('the command registers the valid entries of its file, prints what is wrong with the others, and is idempotent', async () => {
    const [first, second] = [await server.customer(), await server.customer()]
    await writeLibrary(folderOf(first), [...three, { file: '/bad', bytes: null }])
    const file = join(server.ctx.config.dataDir, 'libraries.json')
    const entries = [
      { account: first.email, source: first.accountId },
      { account: 'nobody@keepsake.test', source: 'x' },
      { account: second.accountId, status: 'DELETING' },
      { source: 'y' },
    ]
    await writeFile(file, JSON.stringify({ libraries: entries }))
    const run = async (...args: string[]) => {
      const lines: string[] = []
      const code = await importLibrariesCommand.parse(args)!(server.ctx, line => lines.push(line))
      return { code, text: lines.join('\n') }
    }
    const checked = await run(file, '--check')
    expect([checked.code, (await getActivation(first)).status]).toEqual([1, 'ACTIVE'])
    for (const round of [1, 2]) {
      const { code, text } = await run(file)
      expect([round, code]).toEqual([round, 1])
      expect(text).toContain(`libraries[0] ${first.email}: NOT_ACTIVE, 4 photos`)
      expect(text).toContain('photos[3]: file: not a path below the folder of the library')
      expect(text).toContain('libraries[1] nobody@keepsake.test: no such customer')
      expect(text).toContain('2 of 4 libraries registered.')
    }
    expect((await getActivation(second)).status).toBe('DELETING')
    expect((await run(`${file}.not`)).code).toBe(1)
    await writeFile(file, Buffer.from('{"libraries":[{"account":"M\u00fcller"}]}', 'latin1'))
    expect(await run(file)).toEqual({ code: 1, text: `${file} cannot be read: it is not UTF-8` })
    expect([importLibrariesCommand.parse([]), importLibrariesCommand.parse([file, 'x'])]).toEqual([
      null,
      null,
    ])
    await rm(file)
  })
})
