import type { Page } from '@playwright/test'
import { findViolations } from './fixtures/axe.ts'
import { createGrid } from './fixtures/grid.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { createEditor, enterAddress } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const TITLE = 'Coast to coast'

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

test('AA-089 AA-090 AA-113 a book is saved in the shop, appears in the account and at its photos, is deleted and restored, continued and ordered', {
  tag: '@suite',
}, async ({ signedIn: page, library, context }) => {
  const [beach] = await library.add([
    { fileName: 'beach.jpg', taken: '2024:05:03 14:15:00', width: 1800, height: 1200 },
    { fileName: 'cat.jpg', taken: '2024:05:02 14:15:00', width: 1800, height: 1200 },
  ])
  const list = await context.newPage()
  await list.goto('/saved-projects')
  await expect(list.getByRole('heading', { name: 'No saved projects' })).toBeVisible()
  expect(await findViolations(list)).toEqual([])

  const grid = createGrid(page)
  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await page.getByRole('button', { name: 'Order prints' }).click()
  await createEditor(page).waitUntilLoaded(2)
  await page.getByRole('link', { name: 'Photo book' }).click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByRole('radio', { name: /28 × 28 cm/ }).check()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('status')).toContainText('Saved. You can continue whenever you like')
  expect(await findViolations(page)).toEqual([])

  // The list was open all the time.
  const card = cardOf(list, TITLE)
  await expect(card).toContainText('Photo book 28 × 28 cm, 48 pages · Changed today')
  await expect
    .poll(() => card.locator('img').evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await findViolations(list)).toEqual([])
  expect(await findOverflowsAtBothWidths(list)).toEqual([])

  // Its photos know it.
  await page.goto(`/my-photos/photos/preview/${beach}`)
  const preview = page.getByRole('dialog', { name: 'Photo preview' })
  await preview.getByRole('button', { name: 'Details' }).click()
  const products = preview.locator('dt', { hasText: 'In 1 product' }).locator('xpath=following-sibling::dd')
  await expect(products.getByRole('link', { name: TITLE })).toHaveAttribute('href', '/saved-projects')
  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await page
    .getByRole('region', { name: 'Actions for the selected photos' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('1 photo is used in a saved project.')

  // By the keyboard alone.
  await list.bringToFront()
  await list.getByRole('heading', { level: 1 }).focus()
  await tabTo(list.getByRole('button', { name: `Actions for ${TITLE}` }))
  await list.keyboard.press('Enter')
  await expect(list.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(await findViolations(list)).toEqual([])
  await list.getByRole('menuitem', { name: 'Delete' }).focus()
  await list.keyboard.press('Enter')
  const dialog = list.getByRole('alertdialog', { name: `Delete ‘${TITLE}’?` })
  await expect(dialog).toBeVisible()
  expect(await findViolations(list)).toEqual([])
  await tabTo(dialog.getByRole('button', { name: 'Delete project' }))
  await list.keyboard.press('Enter')
  await expect(list.getByRole('heading', { name: 'No saved projects' })).toBeVisible()
  await list.keyboard.press('Control+z')
  await expect(card).toBeVisible()

  await page.goto('/')
  const block = page.getByRole('region', { name: /^Saved projects/ })
  await expect(block.getByRole('link', { name: `Continue with ${TITLE}` })).toBeVisible()
  await list.getByRole('link', { name: `Continue with ${TITLE}` }).click()
  await expect(list.getByLabel('Title')).toHaveValue(TITLE)
  await expect(list.getByRole('radio', { name: /28 × 28 cm/ })).toBeChecked()
  await expect(list.getByRole('heading', { name: '2 photos' })).toBeVisible()
  await list.getByRole('button', { name: 'Continue to delivery' }).click()
  await enterAddress(list)
  await list.getByRole('button', { name: 'Place order' }).click()
  await expect(list.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  // The overview was open all the time.
  await expect(block).toHaveCount(0)
})
