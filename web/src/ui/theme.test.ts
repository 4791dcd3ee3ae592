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
