import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { vendorThemes } from '#brands/index.ts'
import type { Accent } from '#contract/brands.ts'

/** Text on its background: at least 4.5:1 (WCAG 2.2, 1.4.3). */
const TEXT: [ink: string, ground: string][] = [
  ...pairs(['ink', 'ink-2', 'ink-3'], ['bg', 'surface', 'raised']),
  ...pairs(['ink', 'ink-2'], ['hover']),
  ['accent-ink', 'accent'],
  ...pairs(['accent-text'], ['bg', 'surface', 'raised', 'hover', 'accent-soft']),
  ['ink', 'accent-soft'],
  ['danger-ink', 'danger'],
  ...pairs(['danger-text'], ['bg', 'raised', 'hover']),
  ['warn-ink', 'warn-bg'],
  ['crit-ink', 'crit-bg'],
  ['cyan-ink', 'cyan-bg'],
  ['inverse-ink', 'inverse-bg'],
  ['bar-ink', 'bar-bg'],
  ['toast-ink', 'toast-bg'],
  ['toast-action', 'toast-bg'],
]

/** Edges, focus rings and bars that must be visible: at least 3:1 (1.4.11). */
const SHAPES = [
  ...pairs(['edge', 'accent', 'danger'], ['bg', 'raised']),
  ...pairs(['accent', 'cyan'], ['line']),
] satisfies typeof TEXT

for (const theme of vendorThemes) {
  for (const scheme of ['light', 'dark'] as const) {
    const colours = { ...tokens(scheme), ...accentTokens(theme[scheme]) }

    test(`AA-029 look 2: ${theme.vendor} ${scheme}: all text has a contrast of 4.5:1`, () => {
      expect(tooFaint(TEXT, colours, 4.5)).toEqual([])
    })

    test(`AA-029 look 2: ${theme.vendor} ${scheme}: edges and focus rings have a contrast of 3:1`, () => {
      expect(tooFaint(SHAPES, colours, 3)).toEqual([])
    })
  }
}

test('look 2: the favicon of every vendor has a contrast of 4.5:1', () => {
  for (const { favicon } of vendorThemes) {
    expect(contrast(favicon.ink, favicon.background)).toBeGreaterThanOrEqual(4.5)
  }
})

test('contrast is calculated as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('the main vendor’s colours in tokens.css are those of its theme', () => {
  const keepsake = vendorThemes.find(theme => theme.vendor === 'keepsake')!
  for (const scheme of ['light', 'dark'] as const) {
    expect(tokens(scheme)).toMatchObject(accentTokens(keepsake[scheme]))
  }
})

function tooFaint(list: [string, string][], colours: Record<string, string>, least: number) {
  return list
    .map(([ink, ground]) => ({ ink, ground, ratio: contrast(of(colours, ink), of(colours, ground)) }))
    .filter(({ ratio }) => ratio < least)
}

function of(colours: Record<string, string>, name: string) {
  const colour = colours[name]
  if (!colour) throw new Error(`tokens.css has no --${name}`)
  return colour
}

function accentTokens({ accent, ink, soft, text }: Accent) {
  return { accent, 'accent-ink': ink, 'accent-soft': soft, 'accent-text': text }
}

function tokens(scheme: 'light' | 'dark') {
  const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
  const found: Record<string, string> = {}
  for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)) {
    found[name!] = (scheme === 'light' ? light : dark)!
  }
  for (const [, name, colour] of css.matchAll(/--([\w-]+): (#\w{6});/g)) found[name!] = colour!
  return found
}

function pairs(inks: string[], grounds: string[]): [string, string][] {
  return inks.flatMap(ink => grounds.map((ground): [string, string] => [ink, ground]))
}

function contrast(a: string, b: string) {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
