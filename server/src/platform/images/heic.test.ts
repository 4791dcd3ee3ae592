import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { BrokenPictureError } from './errors.ts'
import { createHeicDecoder, type HeicOptions } from './heic.ts'
import { createImages, type Images } from './index.ts'
import { createTemporaryFolder, readPixels, readQuadrants } from './pictures.testing.ts'
import { sharp } from './pixel-engine.ts'

// Drawn for these tests and encoded with libheif's heif-enc; the second has irot 1 and Exif orientation 8, each of
// which alone rotates the picture the same way.
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}.heic`, import.meta.url))
const plain = fixture('quadrants')

const openDecoder = async (options: Partial<HeicOptions> = {}) => {
  const tempDir = join(await createTemporaryFolder(), 'made')
  const decoder = createHeicDecoder({ tempDir, ...options })
  onTestFinished(() => decoder.close())
  return { decoder, tempDir }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.runIf(existsSync('/proc/self'))(
  'P7 a place that cannot be written to (a full disk) is no fault of the picture: the next try may succeed',
  async () => {
    const { decoder } = await openDecoder({ tempDir: '/proc' })
    const failed = await decoder.decode(plain).catch(error => error)
    expect(failed).toMatchObject({ name: 'DecoderStoppedError', reason: 'machine' })
  },
)

test.runIf(existsSync('/proc/self'))(
  'RV-303 a decode that got no CPU until its time limit is no fault of the picture',
  async () => {
    const { decoder } = await openDecoder()
    await decoder.decode(plain)
    process.kill(decoder.pids()[0]!, 'SIGSTOP')
    await expect(decoder.decode(plain, { timeoutMs: 1_500 })).rejects.toMatchObject({ reason: 'machine' })
    expect((await decoder.decode(plain)).width).toBe(96)
  },
)

describe('PL-171 HEIC is viewable', () => {
  let images: Images
  beforeAll(async () => {
    const tempDir = await mkdtemp(join(tmpdir(), 'keepsake-heic-'))
    images = createImages({ tempDir })
    return async () => {
      await images.close()
      await rm(tempDir, { recursive: true })
    }
  })

  test('pixels, size, variants and large rendering', async () => {
    const made = await images.makeVariants({ path: plain, type: 'image/heic' })
    expect(made).toMatchObject({ width: 96, height: 64 })
    const large = await images.renderLarge({ path: plain, type: 'image/heic' })
    for (const bytes of [...made.variants.map(variant => variant.bytes), large]) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 })
      expect(await readQuadrants(bytes)).toEqual(['red', 'green', 'blue', 'white'])
    }
  })

  test('only the rotation of the container is applied, not the Exif orientation', async () => {
    const file = { path: fixture('quadrants-irot'), type: 'image/heic' as const }
    const made = await images.makeVariants(file)
    expect(made).toMatchObject({ width: 64, height: 96 })
    const quick = await images.makeVariants(file, { first: 300 })
    for (const bytes of [made.variants[0]!.bytes, quick.variants[0]!.bytes, await images.renderLarge(file)]) {
      expect(await readQuadrants(bytes)).toEqual(['green', 'white', 'red', 'blue'])
    }
  })

  test('Display P3 is converted to sRGB', async () => {
    const file = { path: fixture('quadrants-p3'), type: 'image/heic' as const }
    const { variants } = await images.makeVariants(file)
    for (const bytes of [variants[0]!.bytes, await images.renderLarge(file)]) {
      expect(await readQuadrants(bytes)).toEqual(['red', 'green', 'blue', 'white'])
      expect(await sharp(bytes).metadata()).not.toHaveProperty('icc')
    }
  })

  test('transparent becomes white', async () => {
    const file = { path: fixture('half-transparent'), type: 'image/heic' as const }
    const { variants } = await images.makeVariants(file)
    for (const bytes of [variants[0]!.bytes, await images.renderLarge(file)]) {
      const [left, right] = await readPixels(bytes, [
        [0.25, 0.5],
        [0.75, 0.5],
      ])
      expect(right!.every(value => value > 250)).toBe(true)
      expect(left![0]).toBeGreaterThan(240)
      expect(left![1]).toBeLessThan(15)
    }
  })

  test('a box scales down, and the full size is returned', async () => {
    const { decoder } = await openDecoder()
    const { data, ...rest } = await decoder.decode(plain, { box: 48 })
    expect(rest).toEqual({ width: 48, height: 32, channels: 3, full: { width: 96, height: 64 } })
    expect(data.length).toBe(48 * 32 * 3)
  })
})

describe('the decoding child', () => {
  test('serves many calls, and deletes its files', async () => {
    const { decoder, tempDir } = await openDecoder()
    await Promise.all([decoder.decode(plain), decoder.decode(plain), decoder.render(plain, 90)])
    const [pid] = decoder.pids()
    await decoder.decode(plain)
    expect(decoder.pids()).toEqual([pid])
    expect(readdirSync(tempDir)).toEqual([])
  })

  test('ends when idle, and another serves the next call', async () => {
    const { decoder } = await openDecoder({ idleMs: 10 })
    await decoder.decode(plain)
    const [pid] = decoder.pids()
    await vi.waitFor(() => expect(decoder.pids()).toEqual([]), { timeout: 60_000 })
    await vi.waitFor(() => expect(isAlive(pid!)).toBe(false), { timeout: 60_000 })
    await decoder.decode(plain)
  })

  test('a broken file is refused without losing the child', async () => {
    const { decoder, tempDir } = await openDecoder()
    const folder = await createTemporaryFolder()
    const bytes = readFileSync(plain)
    const cut = join(folder, 'cut.heic')
    const foreign = join(folder, 'foreign.heic')
    await writeFile(cut, bytes.subarray(0, bytes.length - 40))
    await writeFile(foreign, 'not a picture')
    await decoder.decode(plain)
    const before = decoder.pids()
    await expect(decoder.decode(cut)).rejects.toThrow(BrokenPictureError)
    await expect(decoder.render(foreign, 90)).rejects.toThrow(BrokenPictureError)
    await decoder.decode(plain)
    expect(decoder.pids()).toEqual(before)
    expect(readdirSync(tempDir)).toEqual([])
  })

  test('is killed at its time limit and replaced', async () => {
    const warn = vi.fn()
    const { decoder, tempDir } = await openDecoder({ log: { warn } })
    await expect(decoder.decode(plain, { timeoutMs: 1 })).rejects.toMatchObject({ reason: 'timeout' })
    expect(decoder.pids()).toEqual([])
    expect(warn).toHaveBeenCalledOnce()
    expect((await decoder.decode(plain)).width).toBe(96)
    expect(readdirSync(tempDir)).toEqual([])
  })

  test('is killed at its memory limit', async () => {
    const { decoder } = await openDecoder({ maxMemoryMb: 1 })
    await expect(decoder.decode(plain)).rejects.toMatchObject({
      name: 'DecoderStoppedError',
      reason: 'memory',
    })
  })

  test('is replaced after a crash', async () => {
    const { decoder } = await openDecoder()
    await decoder.decode(plain)
    const [pid] = decoder.pids()
    process.kill(pid!, 'SIGKILL')
    await vi.waitFor(() => expect(decoder.pids()).toEqual([]), { timeout: 60_000 })
    await decoder.decode(plain)
    expect(decoder.pids()).not.toEqual([pid])
  })

  test('an abort stops a running call, and rejects a queued one immediately', async () => {
    const { decoder } = await openDecoder()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = decoder.decode(plain, { signal: running.signal })
    const second = decoder.decode(plain, { signal: waiting.signal })
    const third = decoder.decode(plain)
    waiting.abort(new Error('not wanted'))
    await expect(second).rejects.toThrow('not wanted')
    await vi.waitFor(() => expect(decoder.pids()).toHaveLength(1), { interval: 2 })
    const [pid] = decoder.pids()
    running.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    expect(isAlive(pid!)).toBe(false)
    expect((await third).width).toBe(96)
  })

  test('closing rejects calls and ends the child', async () => {
    const { decoder } = await openDecoder()
    const running = expect(decoder.decode(plain)).rejects.toMatchObject({ reason: 'closed' })
    const waiting = expect(decoder.decode(plain)).rejects.toMatchObject({ reason: 'closed' })
    await vi.waitFor(() => expect(decoder.pids()).toHaveLength(1), { interval: 2 })
    const [pid] = decoder.pids()
    await decoder.close()
    await Promise.all([running, waiting])
    expect(isAlive(pid!)).toBe(false)
    await expect(decoder.decode(plain)).rejects.toMatchObject({ reason: 'closed' })
  })

  test('exits when its parent disconnects or has exited', async () => {
    const program = fileURLToPath(new URL('./heic-child.ts', import.meta.url))
    const start = (parent: number) =>
      fork(program, [String(parent), '1024'], { execArgv: [], env: {}, silent: true })
    const orphan = start(0)
    const [, signal] = await once(orphan, 'exit')
    expect(signal).toBe('SIGKILL')
    const released = start(process.pid)
    const exit = once(released, 'exit')
    released.disconnect()
    expect(await exit).toEqual([0, null])
  })
})
