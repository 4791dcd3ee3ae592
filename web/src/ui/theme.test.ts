import { readFile } from 'node:fs/promises'
// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { vendorThemes } from '#brands/index.ts'
import { applyTheme } from './theme.ts'

test('AA-029 a vendor’s colours and favicon are set on the document, and replaced by the next vendor’s', () => {
  for (const theme of vendorThemes) {
    applyTheme(theme)
    const value = document.documentElement.style.getPropertyValue('--accent')
    expect(value).toBe(`light-dark(${theme.light.accent}, ${theme.dark.accent})`)
    const icons = document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')
    expect(icons).toHaveLength(1)
    expect(decodeURIComponent(icons[0]!.href)).toContain(theme.logo.d)
  }
})

test('RV-410 the window has the colour of the page, in both schemes', async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
  const [, light, dark] = /--bg: light-dark\((#\w+), (#\w+)\)/.exec(await read('./tokens.css'))!
  const page = await read('../../index.html')
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light}"`)
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark}"`)
})
