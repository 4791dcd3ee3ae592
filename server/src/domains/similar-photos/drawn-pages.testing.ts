import sharp, { type Sharp } from 'sharp'
import { createRandom, type Random } from '../../testing/random.ts'

/** Kinds of pages that look alike however different their texts are. */
export const PAGE_KINDS = ['letter', 'form', 'receipt', 'chat', 'slide', 'music'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** Draws a page; those of one kind have the same layout, and forms differ in one digit only. */
export function drawPage(kind: PageKind, number: number): Sharp {
  const random = createRandom(1000 * PAGE_KINDS.indexOf(kind) + number + 1)
  const page = DRAWINGS[kind](random, number)
  return sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 3 } })
}

type Colour = readonly [red: number, green: number, blue: number]
const BLACK: Colour = [20, 20, 20]
const WHITE: Colour = [255, 255, 255]

class Page {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer

  constructor(width: number, height: number, background: Colour = WHITE) {
    this.width = width
    this.height = height
    this.pixels = Buffer.alloc(width * height * 3)
    this.fill(0, 0, width, height, background)
  }

  fill(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = top; y < Math.min(this.height, top + height); y++)
      for (let x = left; x < Math.min(this.width, left + width); x++)
        this.pixels.set(colour, (y * this.width + x) * 3)
  }

  /** Letters of 5 × 7 dots; `size` is that of a dot. */
  write(left: number, top: number, text: string, size: number, colour: Colour = BLACK): void {
    for (const [place, letter] of [...text].entries()) {
      const dots = GLYPHS.get(letter) ?? []
      for (const [dot, isInk] of dots.entries())
        if (isInk)
          this.fill(
            left + (place * 6 + (dot % 5)) * size,
            top + Math.floor(dot / 5) * size,
            size,
            size,
            colour,
          )
    }
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789.,'

/** Any pattern does that is another one for each letter. */
const GLYPHS = (() => {
  const random = createRandom(11)
  return new Map([...LETTERS].map(letter => [letter, Array.from({ length: 35 }, () => random.chance(0.45))]))
})()

const createText = (random: Random, length: number): string =>
  Array.from({ length }, () => (random.chance(0.18) ? ' ' : random.pick([...LETTERS.slice(0, 26)]))).join('')
const createNumber = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.integer(10)).join('')

const FORM = createRandom(5)
const FORM_LINES = Array.from({ length: 40 }, () => createText(FORM, 58))

const DRAWINGS: Record<PageKind, (random: Random, number: number) => Page> = {
  letter(random) {
    const page = new Page(827, 1170)
    page.write(100, 80, 'sparkasse musterstadt', 4)
    for (let line = 0; line < 40; line++) page.write(100, 300 + line * 20, createText(random, 52), 2)
    return page
  },
  form(_, number) {
    const page = new Page(827, 1170)
    page.write(100, 80, 'kontoauszug', 4)
    page.write(560, 80, `0${number}.04.2024`, 2)
    for (const [line, text] of FORM_LINES.entries()) page.write(60, 200 + line * 20, text, 2)
    page.write(560, 1080, '1137,21', 3)
    return page
  },
  receipt(random) {
    const page = new Page(480, 880)
    page.write(60, 60, 'markt', 5)
    for (let line = 0; line < 20; line++) {
      page.write(40, 160 + line * 28, createText(random, 18), 3)
      page.write(390, 160 + line * 28, createNumber(random, 3), 3)
    }
    page.write(40, 760, `summe ${createNumber(random, 4)}`, 4)
    return page
  },
  chat(random) {
    const page = new Page(585, 1266, [236, 229, 221])
    page.fill(0, 0, 585, 75, [7, 94, 84])
    page.write(40, 26, 'familie', 4, WHITE)
    for (let message = 0; message < 12; message++) {
      const [left, top] = [message % 2 === 0 ? 20 : 135, 100 + message * 95]
      page.fill(left, top, 430, 80, message % 2 === 0 ? WHITE : [220, 248, 198])
      page.write(left + 15, top + 14, createText(random, 32), 2)
      page.write(left + 15, top + 42, createText(random, 28), 2)
    }
    return page
  },
  slide(random) {
    const page = new Page(1280, 720)
    page.fill(0, 0, 1280, 105, [31, 56, 100])
    page.write(50, 30, createText(random, 24), 6, WHITE)
    for (let line = 0; line < 6; line++) page.write(90, 190 + line * 80, createText(random, 36), 4)
    return page
  },
  music(random) {
    const page = new Page(827, 1170)
    page.write(300, 50, 'sonate', 5)
    for (let staff = 0; staff < 10; staff++) {
      const top = 130 + staff * 100
      for (let line = 0; line < 5; line++) page.fill(60, top + line * 9, 707, 1, BLACK)
      for (let note = 0; note < 26; note++) {
        const [left, y] = [90 + note * 26, top - 6 + random.integer(9) * 4]
        page.fill(left, y, 10, 7, BLACK)
        page.fill(left + 9, y - 26, 2, 28, BLACK)
      }
    }
    return page
  },
}
