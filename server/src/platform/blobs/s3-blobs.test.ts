import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { BlobMissingError, type Blobs, BlobsUnavailableError, StorageFullError } from './blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'
import { nextToken } from './testing/stores.ts'

// What a real server cannot be made to answer on demand.
describe('S3 answers', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function against(
    answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
  ): Promise<Blobs> {
    const server = createServer(async (request, response) => answer(request, await buffer(request), response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const blobs = createS3Blobs({
      bucket: 'b',
      endpoint,
      region: 'r',
      accessKeyId: 'i',
      secretAccessKey: 's',
    })
    closing.push(async () => {
      await blobs.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    })
    return blobs
  }

  it.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [400, 'XMinioStorageFull'],
  ])('%i %s is a StorageFullError for every way of storing', async (status, code) => {
    const blobs = await against((request, _, response) => {
      if (request.method === 'GET') return response.end('<ListBucketResult></ListBucketResult>')
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>full</Message></Error>`)
    })
    await expect(blobs.put('a/b/c', Buffer.from('x'))).rejects.toThrow(StorageFullError)
    await expect(blobs.put('a/b/c', Readable.from([Buffer.from('x')]))).rejects.toThrow(StorageFullError)
    await expect(
      blobs.staging.append('id', 0, Readable.from([Buffer.from('x')]), 9, nextToken()),
    ).rejects.toThrow(StorageFullError)
  })

  it('a missing bucket is no missing blob', async () => {
    const blobs = await against((_, __, response) => {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end('<Error><Code>NoSuchBucket</Code><Message>no bucket</Message></Error>')
    })
    await expect(blobs.get('a/b/c')).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(text(blobs.read('a/b/c'))).rejects.not.toBeInstanceOf(BlobMissingError)
  })

  it('an error whose answer has a code and no text is told by its code', async () => {
    const blobs = await against((_, __, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    })
    const calls = [
      blobs.put('a/b/c', Buffer.from('x')),
      blobs.get('a/b/c'),
      blobs.remove(['a/b/c']),
      Array.fromAsync(blobs.list('')),
      blobs.label.read(),
    ]
    const answers = await Promise.allSettled(calls)
    const told = answers.map(answer => answer.status === 'rejected' && (answer.reason as Error).message)
    expect(told).toEqual(calls.map(() => 'SignatureDoesNotMatch'))
  })

  it('a server that ignores the range does not pass for one that answers it', async () => {
    const blobs = await against((_, __, response) => response.end('the whole blob'))
    await expect(text(blobs.read('a/b/c', { start: 4, end: 8 }))).rejects.toThrow('ignored the range')
  })

  it('of a server that sends more than asked for, only what was asked for is delivered', async () => {
    const blobs = await against((_, __, response) => {
      response.writeHead(206, { 'content-range': 'bytes 4-1000003/1000004', 'content-length': '1000000' })
      response.end('whole blob'.repeat(100_000))
    })
    expect(await text(blobs.read('a/b/c', { start: 4, end: 5 }))).toBe('wh')
    expect(await text(blobs.read('a/b/c', { start: 4, end: 200_003 }))).toBe('whole blob'.repeat(20_000))
  })

  it.each([
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [429, 'TooManyRequests'],
    [400, 'RequestTimeout'],
  ])('RV-710 %i %s is a BlobsUnavailableError for every call', async (status, code) => {
    const blobs = await against((_, __, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>later</Message></Error>`)
    })
    const calls = [
      blobs.put('a/b/c', Buffer.from('x')),
      blobs.put('a/b/c', Readable.from([Buffer.from('x')])),
      blobs.get('a/b/c'),
      text(blobs.read('a/b/c')),
      blobs.remove(['a/b/c']),
      blobs.label.read(),
      Array.fromAsync(blobs.list('')),
      blobs.staging.length('id'),
      blobs.staging.append('id', 0, Readable.from([Buffer.from('x')]), 9, nextToken()),
      blobs.withPath('a/b/c', async () => 'never'),
    ]
    for (const each of await Promise.allSettled(calls))
      expect(each).toMatchObject({ reason: { name: 'BlobsUnavailableError' } })
  })

  it('RV-710 objects the server cannot remove now are a BlobsUnavailableError', async () => {
    const blobs = await against((_, __, response) =>
      response.end(
        '<DeleteResult><Error><Key>blobs/a/b/c</Key><Code>InternalError</Code></Error></DeleteResult>',
      ),
    )
    await expect(blobs.remove(['a/b/c'])).rejects.toThrow(BlobsUnavailableError)
  })

  it('objects the server would not remove are an error', async () => {
    const blobs = await against((_, __, response) =>
      response.end(
        '<DeleteResult><Error><Key>blobs/a/b/c</Key><Code>AccessDenied</Code></Error></DeleteResult>',
      ),
    )
    await expect(blobs.remove(['a/b/c'])).rejects.toThrow('AccessDenied')
  })

  it('removing sends a right Content-MD5 that is part of the signature', async () => {
    const seen: { md5: unknown; expected: string; signed: boolean }[] = []
    const blobs = await against((request, body, response) => {
      const md5 = request.headers['content-md5']
      const signed = /SignedHeaders=[^,]*content-md5/.test(request.headers.authorization ?? '')
      seen.push({ md5, expected: createHash('md5').update(body).digest('base64'), signed })
      response.end('<DeleteResult></DeleteResult>')
    })
    await blobs.remove(['a/b/c'])
    expect(seen).toEqual([{ md5: seen[0]!.expected, expected: seen[0]!.expected, signed: true }])
  })

  it('an answer that breaks off is an error, not a shorter blob', async () => {
    const blobs = await against((_, __, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('only this', () => response.destroy())
    })
    await expect(text(blobs.read('a/b/c'))).rejects.toThrow(BlobsUnavailableError)
    await expect(blobs.get('a/b/c')).rejects.toThrow(BlobsUnavailableError)
    await expect(blobs.withPath('a/b/c', async () => 'never')).rejects.toThrow(BlobsUnavailableError)
  })
})
