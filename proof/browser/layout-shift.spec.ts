import type { Page } from '@playwright/test'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'

/** Layout shifts of the page so far, with the elements that moved. */
const shifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)

test('RV-410 nothing moves while a screen is loading', { tag: '@phone-proof' }, async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push(
            `${entry.value.toFixed(3)} ${entry.sources
              .map(({ node, previousRect, currentRect }) => {
                const element = node instanceof Element ? node : node?.parentElement
                const from = `${previousRect.x},${previousRect.y},${previousRect.width}x${previousRect.height}`
                const to = `${currentRect.x},${currentRect.y},${currentRect.width}x${currentRect.height}`
                return `${element?.outerHTML.slice(0, 90)} ${from} → ${to}`
              })
              .join(' | ')}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const found: [string, string[]][] = []
  for (const path of [
    '/',
    '/my-photos/photos',
    '/my-photos/albums',
    '/my-photos/deleted',
    '/orders',
    '/settings',
    '/downloads',
    '/saved-projects',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    found.push([path, await shifts(page)])
  }
  const visible = found.map(
    ([path, each]) => [path, each.filter(shift => !shift.startsWith('0.000'))] as const,
  )
  expect(visible.filter(([, each]) => each.length > 0)).toEqual([])
})

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
