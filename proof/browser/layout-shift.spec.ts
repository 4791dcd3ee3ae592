import type { Page } from '@playwright/test'
import { expect } from './fixtures/test.ts'
import { test } from './fixtures/three-months.ts'

/** Layout shifts of the page so far, with the elements that moved. */
const shifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)

test('RV-410 the titles of the overview stand still when their counts arrive late', async ({
  signedIn: page,
}) => {
  await observeShifts(page)
  await page.route(/\/photo-management\/users$/, async route => {
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Photos \d/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shifts(page)).toEqual([])
})

test('RV-410 nothing moves while a screen is loading', { tag: '@phone' }, async ({ signedIn: page }) => {
  await observeShifts(page)
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

/** Records layout shifts of the pages that are opened from now on. */
function observeShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
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
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
