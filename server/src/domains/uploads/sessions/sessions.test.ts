import { describe, expect, test, vi } from 'vitest'
import * as albums from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import * as contract from '#contract/upload-sessions.ts'
import { change } from '../../../context.ts'
import { findRow, listColumns, updateRows } from '../../../platform/db/rows.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { closeCustomer } from '../../customers/store/closing.ts'
import { cleanUpUploads } from '../index.ts'

/** Calls of a phone in a minute, set for this server. */
const LIMIT = 200
const server = closeAfterAll(await testServer({ config: { requestsPerMinute: LIMIT } }))

const TUS = { 'tus-resumable': '1.0.0' }

/** A phone that has scanned the QR code. */
function phoneWith(uploadUrl: string) {
  const token = new URL(uploadUrl).hash.slice(1)
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(SERVICES.uploads + path, server.origin), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
  const create = (name: string, size: number) =>
    send('/phone/files', {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    })
  const patch = (id: string, offset: number, bytes: Uint8Array) =>
    send(`/phone/files/${id}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.from(bytes),
    })
  return {
    send,
    create,
    patch,
    session: () => send('/phone/session'),
    result: async () => {
      const answer = await send('/phone/result')
      expect(answer.status).toBe(200)
      const result: contract.PhoneResult = await answer.json()
      return {
        ...result,
        outcomes: result.files.map(({ fileName, outcome }) => `${fileName} ${outcome}`).toSorted(),
      }
    },
    start: async (name: string, size: number) =>
      (await create(name, size)).headers.get('location')!.split('/').at(-1)!,
    async upload(name: string, bytes: Uint8Array) {
      const id = await this.start(name, bytes.length)
      return { id, response: await patch(id, 0, bytes) }
    },
    receipts: async (uploadIds: string[]) => {
      const answer = await send('/phone/receipts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uploadIds }),
      })
      return (await answer.json()).receipts
    },
  }
}

async function openSession(customer: Client, albumId?: string) {
  const opened = await customer.call(contract.createUploadSession, { body: { albumId } })
  return {
    ...opened,
    phone: phoneWith(opened.uploadUrl),
    read: () => customer.call(contract.getUploadSession, { params: { id: opened.sessionId } }),
    revoke: () => customer.call(contract.revokeUploadSession, { params: { id: opened.sessionId } }),
  }
}

const newAlbum = async (customer: Client, name = 'Oslo') =>
  (await customer.call(albums.createAlbum, { body: { name } })).albumId
const inAlbum = async (customer: Client, id: string) =>
  (await customer.call(albums.getAlbumPhotos, { params: { id } })).images.map(({ imageId }) => imageId)

const library = async (customer: Client) => (await customer.call(photos.getPhotos)).images

describe('PL-048 OP-12 an upload session', () => {
  test('OP-12 its address is short, of this host, and expires after 60 minutes', async () => {
    const customer = await server.customer()
    const { uploadUrl, expiresAt, secondsLeft, phone } = await openSession(customer)
    const url = new URL(uploadUrl)
    expect([url.origin, url.pathname, url.search]).toEqual([server.origin, '/from-phone', ''])
    expect(url.hash).toMatch(/^#[\w-]{43}$/)
    expect(secondsLeft).toBe(3600)
    expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBe(3_600_000)
    const seen = await (await phone.session()).json()
    expect(seen).toMatchObject({ owner: expect.stringMatching(/^.•••@keepsake\.test$/), filesLeft: 100 })
    expect(JSON.stringify(seen)).not.toContain(customer.email)
  })

  test('PL-048 a photo from a phone is in the library and in the files of its session', async () => {
    const customer = await server.customer()
    const { phone, read, sessionId } = await openSession(customer)
    expect(await read()).toMatchObject({ state: 'open', opened: false, files: [] })
    await phone.session()
    expect(await read()).toMatchObject({ opened: true })
    const bytes = await jpeg({ taken: '2024:05:03 14:15:00' })
    const half = Math.floor(bytes.length / 2)
    const id = await phone.start('beach.jpg', bytes.length)
    expect((await read()).files).toEqual([
      { uploadId: id, fileName: 'beach.jpg', state: 'receiving', size: bytes.length },
    ])
    expect((await phone.patch(id, 0, bytes.subarray(0, half))).status).toBe(204)
    // A phone that was locked asks for the offset.
    const head = await phone.send(`/phone/files/${id}`, { method: 'HEAD', headers: TUS })
    expect(head.headers.get('upload-offset')).toBe(String(half))
    expect((await phone.patch(id, half, bytes.subarray(half))).status).toBe(204)
    await server.idle()
    const [image] = await library(customer)
    expect(image).toMatchObject({ localFileName: 'beach.jpg', uploadId: id })
    expect((await read()).files).toMatchObject([{ uploadId: id, state: 'added', photoId: image!.imageId }])
    expect(await (await phone.session()).json()).toMatchObject({ arrived: 1, filesLeft: 99 })
    expect(await phone.receipts([id])).toEqual([{ uploadId: id, fileName: 'beach.jpg', state: 'added' }])
    expect(sessionId).toBe((await read()).sessionId)
  })

  test('PL-048 only the owner is notified of the phone and of every file', async () => {
    const customer = await server.customer()
    const { phone, sessionId } = await openSession(customer)
    const { accountId } = customer
    const messages: unknown[] = []
    const stop = server.ctx.push.subscribe('library', accountId, body => {
      messages.push(body)
    })
    /** Messages until now: they arrive in the order of their commits, so before one published now. */
    const changes = async () => {
      await change(server.ctx, tx =>
        server.ctx.push.publish(tx, { channel: 'library', accountId, body: 'now' }),
      )
      await vi.waitFor(() => expect(messages).toContain('now'), { timeout: 60_000 })
      return messages.splice(0).filter(body => (body as LibraryPush).type === 'upload-session-changed')
    }
    const changed = { type: 'upload-session-changed', sessionId }
    await phone.session()
    expect(await changes()).toEqual([changed])
    await phone.session()
    expect(await changes()).toEqual([])
    const bytes = await jpeg()
    const id = await phone.start('a.jpg', bytes.length)
    expect(await changes()).toEqual([changed])
    await phone.patch(id, 0, bytes)
    expect(await changes()).toEqual([changed])
    await phone.send(`/phone/files/${await phone.start('b.jpg', 10)}`, { method: 'DELETE', headers: TUS })
    expect(await changes()).toEqual([changed, changed])
    stop()
  })

  test('PL-170 files are checked as any upload: refused with a reason, known bytes are not stored twice', async () => {
    const customer = await server.customer()
    const { phone, read } = await openSession(customer)
    const bytes = await jpeg()
    await customer.upload('mine.jpg', bytes)
    const twice = await phone.upload('again.jpg', bytes)
    const text = await phone.upload('diary.jpg', Buffer.from('Dear diary, no picture today.'))
    expect([twice.response.status, text.response.status]).toEqual([204, 415])
    expect((await phone.create('huge.jpg', 201 * 1024 * 1024)).status).toBe(413)
    await server.idle()
    const byName = (await read()).files.toSorted((a, b) => a.fileName.localeCompare(b.fileName))
    expect(byName.map(({ state, reason }) => reason ?? state)).toEqual(['already-there', 'unsupported-type'])
    expect(await library(customer)).toHaveLength(1)
  })

  test('OP-12 at most 100 files, also concurrently; a deleted one makes room', async () => {
    const customer = await server.customer()
    const { phone, read } = await openSession(customer)
    const answers = await Promise.all(Array.from({ length: 104 }, (_, at) => phone.create(`${at}.jpg`, 10)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(answers.length - refused.length).toBe(100)
    expect(await refused[0]!.json()).toMatchObject({ fields: { reason: 'too-many-files' } })
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]))
    const { files } = await read()
    expect(files).toHaveLength(100)
    await phone.send(`/phone/files/${files[0]!.uploadId}`, { method: 'DELETE', headers: TUS })
    expect((await phone.create('one-more.jpg', 10)).status).toBe(201)
    expect((await phone.create('one-too-many.jpg', 10)).status).toBe(403)
    expect(await (await phone.session()).json()).toMatchObject({ filesLeft: 0 })
  })

  test('OP-12 the session has its album', async () => {
    const customer = await server.customer()
    const albumId = await newAlbum(customer)
    const { sessionId } = await customer.call(contract.createUploadSession, { body: { albumId } })
    expect(await customer.call(contract.getUploadSession, { params: { id: sessionId } })).toMatchObject({
      albumId,
    })
    const bad = await customer.expectError(contract.createUploadSession, { body: { albumId: 'holiday' } })
    expect(bad.status).toBe(400)
  })
})

describe('PL-044 an upload session of an album', () => {
  test('PL-044 its photos are added to the album, new, known or restored from the bin', async () => {
    const customer = await server.customer()
    const [known, binned] = [await jpeg(), await jpeg()]
    await customer.upload('known.jpg', known)
    await customer.upload('binned.jpg', binned)
    const [first] = (await library(customer)).filter(({ localFileName }) => localFileName === 'binned.jpg')
    await customer.call(photos.deletePhotos, { body: { photoIds: [first!.imageId] } })
    const albumId = await newAlbum(customer)
    const { phone, read } = await openSession(customer, albumId)
    await phone.upload('new.jpg', await jpeg())
    await phone.upload('known.jpg', known)
    await phone.upload('binned.jpg', binned)
    const { files } = await read()
    expect(files.map(({ state }) => state).toSorted()).toEqual(
      expect.arrayContaining(['already-there', 'restored']),
    )
    const all = (await library(customer)).map(({ imageId }) => imageId)
    expect(all).toHaveLength(3)
    expect((await inAlbum(customer, albumId)).toSorted()).toEqual(all.toSorted())
    expect(await customer.call(albums.getAlbum, { params: { id: albumId } })).toMatchObject({
      photosCount: 3,
    })
  })

  test('PL-044 OP-12 the session determines the album, never the phone', async () => {
    const customer = await server.customer()
    const [oslo, garden] = [await newAlbum(customer), await newAlbum(customer, 'Garden')]
    // An unknown album is not refused either: a phone learns nothing about albums.
    for (const [albumId, sent] of [
      [oslo, garden],
      [undefined, crypto.randomUUID()],
    ] as const) {
      const { phone } = await openSession(customer, albumId)
      const bytes = await jpeg()
      const created = await phone.send('/phone/files', {
        method: 'POST',
        headers: {
          ...TUS,
          'upload-length': String(bytes.length),
          'upload-metadata': `filename ${btoa('a.jpg')},albumId ${btoa(sent)}`,
        },
      })
      const id = created.headers.get('location')!.split('/').at(-1)!
      expect((await phone.patch(id, 0, bytes)).status).toBe(204)
    }
    expect(await library(customer)).toHaveLength(2)
    expect(await inAlbum(customer, oslo)).toHaveLength(1)
    expect(await inAlbum(customer, garden)).toEqual([])
  })

  test('PL-044 OP-31 a foreign album gets the response of a missing one, a shared one is refused; no session is opened', async () => {
    const [customer, stranger] = [await server.customer(), await server.customer()]
    const refused = (albumId: string) =>
      stranger.expectError(contract.createUploadSession, { body: { albumId } })
    const [foreign, missing] = [await refused(await newAlbum(customer)), await refused(crypto.randomUUID())]
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not-found'])
    expect([missing.status, missing.body.message]).toEqual([404, foreign.body.message])
    const shared = await newAlbum(stranger)
    await updateRows(server.ctx.db, 'albums', { album_id: shared }, { shared: true })
    expect((await refused(shared)).status).toBe(403)
    const opened = await listColumns(server.ctx.db, 'upload_sessions', { account_id: stranger.accountId }, [
      'session_id',
    ])
    expect(opened).toEqual([])
  })

  test('PL-044 when the album is deleted meanwhile, the photos are added to the library', async () => {
    const customer = await server.customer()
    const albumId = await newAlbum(customer)
    const { phone, read } = await openSession(customer, albumId)
    await customer.call(albums.deleteAlbum, { params: { id: albumId } })
    expect((await phone.upload('new.jpg', await jpeg())).response.status).toBe(204)
    expect(await library(customer)).toHaveLength(1)
    expect((await read()).state).toBe('open')
  })
})

describe('RV-812 the result of an upload session on the phone', () => {
  const confirm = (customer: Client, id: string) =>
    customer.call(contract.confirmUploadSession, { params: { id } })

  test('RV-812 a photo is received until its owner confirms, then kept; a deleted one is not kept', async () => {
    const customer = await server.customer()
    const { phone, read, revoke, sessionId } = await openSession(customer)
    await phone.upload('beach.jpg', await jpeg())
    await phone.upload('sea.jpg', await jpeg())
    await phone.upload('diary.jpg', Buffer.from('Dear diary, no picture today.'))
    await phone.start('late.jpg', 1000)
    expect(await phone.result()).toMatchObject({
      sessionId,
      state: 'open',
      outcomes: ['beach.jpg received', 'diary.jpg refused', 'late.jpg receiving', 'sea.jpg received'],
    })
    await revoke()
    // Nothing is decided by the end of the session.
    expect(await phone.result()).toMatchObject({
      state: 'revoked',
      outcomes: ['beach.jpg received', 'diary.jpg refused', 'late.jpg not-sent', 'sea.jpg received'],
    })
    const { files } = await read()
    const sea = files.find(({ fileName }) => fileName === 'sea.jpg')!
    await customer.call(photos.deletePhotos, { body: { photoIds: [sea.photoId!] } })
    await confirm(customer, sessionId)
    await confirm(customer, sessionId)
    expect((await phone.result()).outcomes).toEqual([
      'beach.jpg kept',
      'diary.jpg refused',
      'late.jpg not-sent',
      'sea.jpg not-kept',
    ])
  })

  test('RV-812 discarded photos are not kept; one that was in the library before stays', async () => {
    const customer = await server.customer()
    const known = await jpeg()
    await customer.upload('known.jpg', known)
    const { phone, read, revoke } = await openSession(customer)
    await phone.upload('beach.jpg', await jpeg())
    await phone.upload('again.jpg', known)
    const photoId = (await read()).files.find(({ fileName }) => fileName === 'beach.jpg')!.photoId!
    await customer.call(photos.deletePhotos, { body: { photoIds: [photoId] } })
    await revoke()
    expect((await phone.result()).outcomes).toEqual(['again.jpg kept', 'beach.jpg not-kept'])
  })

  test('RV-812 after its hour the session is expired, one that its owner ended is revoked; only the owner confirms', async () => {
    const [customer, stranger] = [await server.customer(), await server.customer()]
    const { phone, sessionId } = await openSession(customer)
    await phone.start('late.jpg', 1000)
    for (const id of [sessionId, crypto.randomUUID()])
      expect((await stranger.expectError(contract.confirmUploadSession, { params: { id } })).status).toBe(404)
    server.clock.advance(3_600_000)
    expect(await phone.result()).toMatchObject({ state: 'expired', outcomes: ['late.jpg not-sent'] })
    expect((await phone.session()).status).toBe(410)
  })

  test('RV-813 the phone recognizes the library of an earlier session, and no other', async () => {
    const [customer, stranger] = [await server.customer(), await server.customer()]
    const keyOf = async (account: Client) => {
      const { phone } = await openSession(account)
      const { libraryKey } = await (await phone.session()).json()
      expect((await phone.result()).libraryKey).toBe(libraryKey)
      return libraryKey
    }
    const key = await keyOf(customer)
    expect(key).toMatch(/^[\w-]{22}$/)
    expect(await keyOf(customer)).toBe(key)
    expect(await keyOf(stranger)).not.toBe(key)
  })
})

describe('OP-12 the end of an upload session', () => {
  test('OP-12 after 60 minutes everything answers 410, complete files stay, incomplete ones are discarded', async () => {
    const customer = await server.customer()
    const { phone, sessionId } = await openSession(customer)
    await phone.upload('in-time.jpg', await jpeg())
    await server.idle()
    const bytes = await jpeg()
    const late = await phone.start('late.jpg', bytes.length)
    await phone.patch(late, 0, bytes.subarray(0, 100))
    server.clock.advance(3_599_000)
    expect((await phone.session()).status).toBe(200)
    server.clock.advance(1000)
    const answers = [
      await phone.session(),
      await phone.create('x.jpg', 10),
      await phone.patch(late, 100, bytes.subarray(100)),
      await phone.send(`/phone/files/${late}`, { method: 'HEAD', headers: TUS }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410])
    expect(await answers[0]!.json()).toMatchObject({ code: 'gone', fields: { reason: 'expired' } })
    // The access token has expired within the hour, too.
    const again = await server.signIn(customer)
    const session = await again.call(contract.getUploadSession, { params: { id: sessionId } })
    expect(session.state).toBe('expired')
    await cleanUpUploads(server.ctx, new AbortController().signal)
    expect(await again.call(contract.getUploadSession, { params: { id: sessionId } })).toEqual(session)
    const ended = session.files.toSorted((a, b) => a.fileName.localeCompare(b.fileName))
    expect(ended.map(({ state, reason }) => reason ?? state)).toEqual(['added', 'expired'])
    expect(await library(again)).toHaveLength(1)
    const staged = await Array.fromAsync(server.ctx.blobs.staging.list())
    expect(staged.filter(({ id }) => id.startsWith(customer.accountId))).toEqual([])
  })

  test('OP-12 last bytes in flight when the hour ends add nothing', async () => {
    const customer = await server.customer()
    const { phone, sessionId } = await openSession(customer)
    const bytes = await jpeg()
    const id = await phone.start('late.jpg', bytes.length)
    const append = server.ctx.blobs.staging.append.bind(server.ctx.blobs.staging)
    const slow = vi.spyOn(server.ctx.blobs.staging, 'append').mockImplementation(async (...parts) => {
      const staged = await append(...parts)
      server.clock.advance(3_600_000)
      return staged
    })
    const answer = await phone.patch(id, 0, bytes)
    slow.mockRestore()
    expect([answer.status, await answer.json()]).toMatchObject([410, { fields: { reason: 'expired' } }])
    const again = await server.signIn(customer)
    const { files } = await again.call(contract.getUploadSession, { params: { id: sessionId } })
    expect(files).toMatchObject([{ state: 'refused', reason: 'expired' }])
    expect(await library(again)).toEqual([])
  })

  test('OP-88 requests of a phone are counted per session', async () => {
    const [one, other] = [
      await openSession(await server.customer()),
      await openSession(await server.customer()),
    ]
    const statuses = new Set<number>()
    for (let call = 0; call < LIMIT + 20; call += 20) {
      const some = await Promise.all(Array.from({ length: 20 }, () => one.phone.session()))
      for (const { status } of some) statuses.add(status)
    }
    expect([...statuses]).toEqual([200, 429])
    expect((await other.phone.session()).status).toBe(200)
  })

  test('RV-1282 OP-12 revoking ends it immediately, also during a file, and is idempotent', async () => {
    const customer = await server.customer()
    const { phone, read, revoke } = await openSession(customer)
    const second = await openSession(customer)
    const bytes = await jpeg()
    const id = await phone.start('half.jpg', bytes.length)
    await phone.patch(id, 0, bytes.subarray(0, 100))
    const secondId = await second.phone.start('other.jpg', bytes.length)
    await second.phone.patch(secondId, 0, bytes.subarray(0, 100))
    await revoke()
    const answer = await phone.patch(id, 100, bytes.subarray(100))
    expect([answer.status, await answer.json()]).toMatchObject([410, { fields: { reason: 'revoked' } }])
    await revoke()
    expect(await read()).toMatchObject({ state: 'revoked', files: [{ state: 'refused', reason: 'expired' }] })
    expect(await library(customer)).toEqual([])
    expect(await second.read()).toMatchObject({ state: 'open', files: [{ state: 'receiving' }] })
    expect((await second.phone.patch(secondId, 100, bytes.subarray(100))).status).toBe(204)
    expect(await library(customer)).toHaveLength(1)
  })

  test('OP-12 last bytes in flight while it is revoked are either completed or refused', async () => {
    const customer = await server.customer()
    for (let round = 0; round < 5; round++) {
      const { phone, read, revoke } = await openSession(customer)
      const bytes = await jpeg()
      const id = await phone.start(`${round}.jpg`, bytes.length)
      const [answer] = await Promise.all([phone.patch(id, 0, bytes), revoke()])
      const [file] = (await read()).files
      const isAdded = (await library(customer)).some(({ uploadId }) => uploadId === id)
      expect([answer.status === 204, file!.state !== 'refused']).toEqual([isAdded, isAdded])
    }
  })

  test('OP-12 the eleventh open session revokes the oldest; more than 60 per hour are refused', async () => {
    const customer = await server.customer()
    const first = await openSession(customer)
    for (let count = 0; count < 9; count++) {
      server.clock.advance(10)
      await openSession(customer)
    }
    expect((await first.read()).state).toBe('open')
    server.clock.advance(10)
    const eleventh = await openSession(customer)
    expect([(await first.read()).state, (await eleventh.read()).state]).toEqual(['revoked', 'open'])
    for (let count = 0; count < 49; count++) await openSession(customer)
    const refused = await customer.expectError(contract.createUploadSession, { body: {} })
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
  })

  test('OP-12 upload tokens of a deleted account are refused', async () => {
    const customer = await server.customer()
    const { phone } = await openSession(customer)
    const now = server.clock.now()
    await change(server.ctx, tx => closeCustomer(tx, customer.accountId, now))
    expect((await phone.session()).status).toBe(410)
  })

  test('a month later it is deleted', async () => {
    const customer = await server.customer()
    const { sessionId, phone } = await openSession(customer)
    server.clock.advance(31 * 86_400_000 + 3_600_000)
    await cleanUpUploads(server.ctx, new AbortController().signal)
    const row = await findRow(server.ctx.db, 'upload_sessions', { session_id: sessionId }, ['session_id'])
    expect(row).toBeUndefined()
    expect((await phone.session()).status).toBe(410)
  })
})
