import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { RawPicture } from './picture-source.ts'
import { computePixelFacts } from './pixel-facts.ts'

const [WIDTH, HEIGHT] = [1600, 1200]

/** A drawn scene without symmetry: sky, sun, hills and a fence. */
const SCENE = (() => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) pixels.set(pickColour(x, y), (y * WIDTH + x) * 3)
  return pixels
})()

function pickColour(x: number, y: number): [number, number, number] {
  const post = Math.floor((x - 40) / 52)
  const isPost = x >= 40 && (x - 40) % 52 < 16 && y >= 880 + (post % 5) * 9 && y < 1110 + (post % 5) * 9
  if (isPost) return [201, 160, 106]
  if (y > 980 - 150 * Math.sin(x / 520) + x / 30) return [36, 71, 31]
  if (y > 800 - 230 * Math.sin(x / 270)) return [63, 125, 58]
  return Math.hypot(x - 1250, y - 260) < 150 ? [255, 226, 122] : [125, 180, 232]
}

const scene = () => sharp(SCENE, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })

async function read(image: Sharp, box = 800): Promise<RawPicture> {
  const whole = await image.png().toBuffer()
  const { data, info } = await sharp(whole)
    .resize({ width: box, height: box, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels: channels as RawPicture['channels'], full: { width, height } }
}

const facts = async (image: Sharp, box?: number) => computePixelFacts(await read(image, box))
const recompress = async (image: Sharp, quality: number) => sharp(await image.jpeg({ quality }).toBuffer())

function countBits(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return 64
  return BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
}

describe('NX-229 facts of pixels', () => {
  test.each([
    ['re-compressed', async () => recompress(scene(), 30)],
    ['of half the size', async () => sharp(await scene().resize(800).png().toBuffer())],
    ['brighter by 10 %', async () => scene().modulate({ brightness: 1.1 })],
    ['in black and white', async () => scene().greyscale()],
    ['cropped by 3 %', async () => scene().extract({ left: 24, top: 18, width: 1552, height: 1164 })],
  ])('the hash of a copy %s is at most 8 bits away', async (_kind, derive) => {
    const original = await facts(scene())
    expect(countBits(original.hash, (await facts(await derive())).hash)).toBeLessThanOrEqual(8)
  })

  test('the hash of another picture is far, its first bit is 0, and a flat picture has none', async () => {
    const original = await facts(scene())
    expect(BigInt.asUintN(64, original.hash!) & 1n).toBe(0n)
    expect(countBits(original.hash, (await facts(scene().flop())).hash)).toBeGreaterThan(16)
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: '#808080' } })
    expect((await facts(flat)).hash).toBeNull()
  })

  test('sharpness falls with each step of blur, and a sharp part before a soft background is sharp', async () => {
    const values: number[] = []
    for (const sigma of [0, 1, 2, 4])
      values.push((await facts(sigma ? scene().blur(sigma) : scene())).sharpness)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(values[3]! / values[0]!).toBeLessThan(0.35)
    const subject = await scene().extract({ left: 0, top: 800, width: 800, height: 400 }).png().toBuffer()
    const soft = scene()
      .blur(12)
      .composite([{ input: subject, left: 0, top: 800 }])
    expect((await facts(soft)).sharpness).toBeGreaterThan(values[0]! * 0.5)
  })

  test('dark, light and paper are shares; colours are those of 4×4 fields', async () => {
    const half = sharp({ create: { width: 400, height: 400, channels: 3, background: '#000' } }).composite([
      { input: { create: { width: 200, height: 400, channels: 3, background: '#fff' } }, left: 200, top: 0 },
    ])
    const { dark, light, paper, colours } = await facts(half)
    expect([dark, light, paper]).toEqual([0.5, 0.5, 0.5])
    expect([...colours.slice(0, 12)]).toEqual([0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255])
    const yellow = sharp({ create: { width: 90, height: 60, channels: 3, background: '#ffff60' } })
    expect((await facts(yellow)).paper).toBe(0)
  })

  test.each([
    [1, 1],
    [1, 400],
    [2, 2],
    [7, 5],
  ])('a picture of %i × %i has facts', async (width, height) => {
    const { sharpness, colours } = await facts(
      sharp({ create: { width, height, channels: 3, background: '#fff' } }),
    )
    expect(sharpness).toBe(0)
    expect(colours).toHaveLength(48)
  })
})
