import type { Locator } from '@playwright/test'
import { createGrid } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

// Playwright hides scrollbars, which makes them as wide as those that lie over the page.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

const rightEdge = (element: Locator) => element.evaluate(node => node.getBoundingClientRect().right)

test('RV-113 with classic scrollbars dialog, viewer and details reach the edge of the window, and nothing below them moves', async ({
  signedIn: page,
  library,
}) => {
  await library.add(2)
  const { open, select, tile } = createGrid(page)
  await open()
  const beside = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  expect(beside).toBeGreaterThan(0)
  const place = await tile(2).boundingBox()

  await select()
  await tile(1).click()
  const bar = page.getByRole('region', { name: 'Actions for the selected photos' })
  // The scrollbar is beside the bar, not an empty gutter.
  expect(await rightEdge(bar)).toBe(1280 - beside)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('scroll')
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  const scrim = page.locator('[data-covers-page]')
  expect([await rightEdge(scrim), await rightEdge(bar)]).toEqual([1280, 1280])
  expect(await tile(2).boundingBox()).toEqual(place)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')

  await tile(1).click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toBeVisible()
  expect([await rightEdge(scrim), await rightEdge(details)]).toEqual([1280, 1280])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(scrim).toHaveCount(0)
  expect(await tile(2).boundingBox()).toEqual(place)
})
