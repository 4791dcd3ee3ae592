import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProof } from '../../testing/sample.ts'
import { planZip, type ZipSource } from './index.ts'
import { streamZip } from './stream.testing.ts'
import {
  createEntry,
  createMemorySource,
  createNoise,
  createSamplePlan,
  createScratchFolder,
  createStreamSource,
  generateSource,
  readRange,
  readZip,
} from './zip.testing.ts'

const MiB = 1024 * 1024

describe('OP-94 any range of a zip', () => {
  test('random splits join byte-identical', async () => {
    const plan = createSamplePlan()
    const whole = await readZip(plan)
    const cuts = fc.array(fc.integer({ min: 1, max: plan.length - 1 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(cuts, async positions => {
        const starts = [0, ...new Set(positions.toSorted((a, b) => a - b))]
        const parts = starts.map((start, index) =>
          readRange(plan, start, (starts[index + 1] ?? plan.length) - 1),
        )
        expect(Buffer.concat(await Promise.all(parts)).equals(whole)).toBe(true)
      }),
      { numRuns: isProof ? 16 : 4 },
    )
  })

  test('every single byte of a small zip can be requested', async () => {
    const plan = planZip([
      createEntry('a', createNoise(9, 1)),
      createEntry('é', createNoise(0, 2)),
      createEntry('c/d', createNoise(10, 3)),
    ])
    const whole = await readZip(plan)
    for (let at = 0; at < plan.length; at++)
      expect(await readRange(plan, at, at)).toEqual(whole.subarray(at, at + 1))
  })

  test.each([
    [-1, 5],
    [5, 4],
    [0, 10_000_000],
    [0.5, 3],
    [Number.NaN, 3],
  ])('%d to %d is refused', async (start, end) => {
    await expect(readRange(createSamplePlan(), start, end)).rejects.toThrow(RangeError)
  })

  test('file handles and file streams of node give the same bytes', async () => {
    await using folder = await createScratchFolder()
    const plan = createSamplePlan()
    const pathOf = new Map(
      plan.entries.map(({ source }, index) => [source, join(folder.path, String(index))]),
    )
    for (const [bytes, path] of pathOf) await writeFile(path, bytes)
    const range = { start: 100, end: plan.length - 100 }
    const whole = await readRange(plan, range.start, range.end)
    const handles = streamZip(plan, range, source => open(pathOf.get(source)!))
    expect((await buffer(handles)).equals(whole)).toBe(true)
    const streams = streamZip(plan, range, (source, start, end) =>
      createReadStream(pathOf.get(source)!, { start, end }),
    )
    expect((await buffer(streams)).equals(whole)).toBe(true)
  })
})

describe('OP-94 a failed source makes the transfer fail visibly, never a short zip', () => {
  const entries = [
    createEntry('first', createNoise(2 * MiB, 1)),
    createEntry('bad', createNoise(MiB + 5, 2)),
    createEntry('last', createNoise(9, 3)),
  ]
  const bad = entries[1]!.source
  const short = bad.subarray(0, bad.length - 1)
  const long = Buffer.concat([bad, Buffer.from('x')])
  const cases: [string, () => ZipSource | Promise<ZipSource>, string][] = [
    ['cannot be opened', () => Promise.reject(new Error('gone')), 'gone'],
    ['throws when opened', () => fail('gone'), 'gone'],
    [
      'cannot be read',
      () => ({ read: () => Promise.reject(new Error('disk')), close: async () => {} }),
      'disk',
    ],
    ['is short, read at positions', () => createMemorySource(short), 'shorter'],
    ['is short, streamed', () => createStreamSource(short, 0, short.length - 1), 'shorter'],
    ['is short, generated', () => generateSource(short, 0, short.length - 1), 'shorter'],
    ['is empty', () => createMemorySource(Buffer.alloc(0)), 'shorter'],
    ['is long, read at positions', () => createMemorySource(long), 'longer'],
    ['is long, streamed', () => createStreamSource(long, 0, long.length - 1), 'longer'],
    ['fails half-way', () => brokenHalfWay(bad), 'half-way'],
    [
      'cannot be closed',
      () => ({ ...createMemorySource(bad), close: () => Promise.reject(new Error('close')) }),
      'close',
    ],
  ]

  test.each(cases)('a source that %s', async (_, openBad, message) => {
    const plan = planZip(entries)
    const others: ReturnType<typeof createMemorySource>[] = []
    const stream = streamZip(plan, { start: 0, end: plan.length - 1 }, source => {
      if (source === bad) return openBad()
      const other = createMemorySource(source)
      others.push(other)
      return other
    })
    await expect(buffer(stream)).rejects.toThrow(message)
    expect(stream.readableEnded).toBe(false)
    await turn()
    expect(others.map(other => other.open)).toEqual(others.map(() => false))
  })

  test('a stream that fails before it is read, during the previous source', async () => {
    const plan = planZip(entries)
    const early = new Readable({ read: () => {} })
    const first = createMemorySource(entries[0]!.source)
    const read = first.read
    first.read = async (...args) => {
      const last = args[3] >= MiB
      if (last) await new Promise(resolve => early.once('close', resolve).destroy(new Error('early')))
      return read(...args)
    }
    const stream = streamZip(plan, { start: 0, end: plan.length - 1 }, source =>
      source === bad ? early : first,
    )
    await expect(buffer(stream)).rejects.toThrow('early')
  })

  test('a source may be longer than a range that ends inside it', async () => {
    const plan = planZip(entries)
    const range = { start: 0, end: 2 * MiB }
    const stream = streamZip(plan, range, source => createMemorySource(source))
    expect((await buffer(stream)).length).toBe(2 * MiB + 1)
  })
})

describe('OP-94 flat memory', () => {
  test('at most two sources are open at a time', async () => {
    const entries = Array.from({ length: 20 }, (_, index) =>
      createEntry(String(index), createNoise(1000 + index, index)),
    )
    const opened: ReturnType<typeof createMemorySource>[] = []
    let most = 0
    const plan = planZip(entries)
    const stream = streamZip(plan, { start: 0, end: plan.length - 1 }, source => {
      opened.push(createMemorySource(source))
      most = Math.max(most, opened.filter(({ open }) => open).length)
      return opened.at(-1)!
    })
    await buffer(stream)
    expect(most).toBeLessThanOrEqual(2)
    expect(opened).toHaveLength(20)
  })
})

function fail(message: string): never {
  throw new Error(message)
}

async function* brokenHalfWay(bytes: Buffer) {
  yield bytes.subarray(0, 100_000)
  fail('half-way')
}
