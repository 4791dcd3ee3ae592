import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { planZip, ReceiverGoneError, sendZip, type ZipSource } from './index.ts'
import {
  createEntry,
  createMemorySource,
  createNoise,
  createSamplePlan,
  openBuffer,
  readZip,
} from './zip.testing.ts'

const MiB = 1024 * 1024

describe('OP-94 a zip over HTTP', () => {
  test('arrives complete, with its exact length, and the connection stays usable', async () => {
    const plan = createSamplePlan()
    const whole = await readZip(plan)
    const results: Promise<void>[] = []
    await using server = await serving((_, response) => {
      response.setHeader('content-length', plan.length)
      results.push(sendZip(plan, { start: 0, end: plan.length - 1 }, openBuffer, response))
    })
    for (const round of [1, 2, 3]) {
      const answer = await server.get()
      expect(Number(answer.headers['content-length']), `round ${round}`).toBe(whole.length)
      expect((await buffer(answer)).equals(whole)).toBe(true)
    }
    await expect(Promise.all(results)).resolves.toHaveLength(3)
  })

  test('arrives complete at a slow reader, although its buffers are reused', async () => {
    const plan = planZip([1, 2, 3].map(seed => createEntry(`${seed}`, createNoise(5 * MiB + seed, seed))))
    const range = { start: 7, end: plan.length - 7 }
    await using server = await serving((_, response) => {
      response.setHeader('content-length', range.end + 1 - range.start)
      void sendZip(plan, range, source => createMemorySource(source), response)
    })
    const answer = await server.get()
    const hash = createHash('sha256')
    for await (const bytes of answer) {
      for (let turns = 0; turns < 5; turns++) await turn()
      hash.update(bytes)
    }
    const expected = (await readZip(plan)).subarray(range.start, range.end + 1)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(expected).digest('hex'))
  })

  test.each<[string, (source: Buffer) => ZipSource | Promise<ZipSource>]>([
    ['is short', source => createMemorySource(source.subarray(1))],
    ['is long', source => createMemorySource(Buffer.concat([source, source]))],
    ['cannot be opened', () => Promise.reject(new Error('gone'))],
  ])('breaks when a source %s: the receiver sees it', async (_, openBad) => {
    const entries = [1, 2, 3].map(seed => createEntry(`${seed}`, createNoise(2 * MiB, seed)))
    const plan = planZip(entries)
    let result: Promise<void> | undefined
    await using server = await serving((_, response) => {
      response.setHeader('content-length', plan.length)
      result = sendZip(
        plan,
        { start: 0, end: plan.length - 1 },
        source => (source === entries[2]!.source ? openBad(source) : createMemorySource(source)),
        response,
      )
      result.catch(() => {})
    })
    const answer = await server.get()
    await expect(buffer(answer)).rejects.toThrow('aborted')
    await expect(result).rejects.toThrow(/shorter|longer|gone/)
  })

  test('stops and releases its sources when the receiver disconnects', async () => {
    const plan = planZip([createEntry('a', createNoise(64 * MiB, 1))])
    const source = createMemorySource(plan.entries[0]!.source)
    let result: Promise<void> | undefined
    await using server = await serving((_, response) => {
      response.setHeader('content-length', plan.length)
      result = sendZip(plan, { start: 0, end: plan.length - 1 }, () => source, response)
      result.catch(() => {})
    })
    const answer = await server.get()
    await once(answer, 'readable')
    answer.destroy()
    await expect(result).rejects.toThrow(ReceiverGoneError)
    await turn()
    expect(source.open).toBe(false)
  })

  test('stops when the receiver disconnects while a source hangs', async () => {
    const plan = createSamplePlan()
    const results: Promise<void>[] = []
    await using server = await serving((_, response) => {
      response.setHeader('content-length', plan.length)
      response.flushHeaders()
      const hanging = () => new Readable({ read: () => {} })
      results.push(sendZip(plan, { start: 0, end: plan.length - 1 }, hanging, response))
      results[0]!.catch(() => {})
    })
    const answer = await server.get()
    answer.destroy()
    await expect(results[0]).rejects.toThrow(ReceiverGoneError)
  })

  test.each<[string, () => ZipSource | Promise<ZipSource>]>([
    ['opens', () => new Promise(() => {})],
    ['answers a read', () => ({ read: () => new Promise(() => {}), close: async () => {} })],
    ['sends', () => new Readable({ read: () => {} })],
    ['yields', () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })],
  ])('stops when its signal aborts, also while a source never %s', async (_, openHanging) => {
    const plan = createSamplePlan()
    const stop = new AbortController()
    const signals: AbortSignal[] = []
    let result: Promise<void> | undefined
    await using server = await serving((_, response) => {
      response.setHeader('content-length', plan.length)
      response.flushHeaders()
      const range = { start: 0, end: plan.length - 1 }
      result = sendZip(
        plan,
        range,
        (_source, _start, _end, signal) => {
          signals.push(signal)
          return openHanging()
        },
        response,
        { signal: stop.signal },
      )
      result.catch(() => {})
    })
    const body = buffer(await server.get())
    stop.abort(new Error('closing down'))
    await expect(body).rejects.toThrow('aborted')
    await expect(result).rejects.toThrow('closing down')
    expect(new Set(signals.map(({ aborted }) => aborted))).toEqual(new Set([true]))
  })

  test('opens nothing if its signal was already aborted', async () => {
    const plan = createSamplePlan()
    const signal = AbortSignal.abort(new Error('closing down'))
    const target = new Writable({ write: () => {} }).on('error', () => {}) as Socket
    const open = () => expect.unreachable()
    const sending = sendZip(plan, { start: 0, end: plan.length - 1 }, open, target, { signal })
    await expect(sending).rejects.toThrow('closing down')
  })
})

describe('OP-94 flat memory', () => {
  test('at most three chunks are in flight, and none is overwritten before it is sent', async () => {
    const plan = planZip([
      createEntry('a', createNoise(10 * MiB, 1)),
      createEntry('b', createNoise(10 * MiB, 2)),
    ])
    const unsent: { bytes: Buffer; sent: () => void }[] = []
    const target = new Writable({
      highWaterMark: 100 * MiB,
      write: (bytes: Buffer, _, sent) => void unsent.push({ bytes, sent }),
    })
    let read = 0
    const open = (source: Buffer) => {
      const memory = createMemorySource(source)
      return {
        ...memory,
        async read(...args: Parameters<typeof memory.read>) {
          const answer = await memory.read(...args)
          read += answer.bytesRead
          return answer
        },
      }
    }
    const result = sendZip(plan, { start: 0, end: plan.length - 1 }, open, target as Socket)
    const received: Buffer[] = []
    let receivedBytes = 0
    while (receivedBytes < plan.length) {
      for (let turns = 0; turns < 50; turns++) await turn()
      expect(read - receivedBytes).toBeLessThanOrEqual(3 * MiB)
      const { bytes, sent } = unsent.shift()!
      received.push(Buffer.from(bytes))
      receivedBytes += bytes.length
      sent()
    }
    await result
    expect(Buffer.concat(received).equals(await readZip(plan))).toBe(true)
  })
})

/** A server on a free port and its client, closed at the end of the block. */
async function serving(listener: RequestListener<typeof IncomingMessage, typeof ServerResponse>) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async get(): Promise<IncomingMessage> {
      const [answer] = await once(get({ port, host: '127.0.0.1' }), 'response')
      return answer
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
