import type { Page } from '@playwright/test'
import { deleteProject } from '#contract/projects.ts'
import { violations } from './fixtures/axe.ts'
import { gridOf } from './fixtures/grid.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { sendProjects } from './fixtures/projects.ts'
import { editorOf } from './fixtures/shop.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { expect, test } from './fixtures/test.ts'

const TITLE = 'Coast to coast'
const SHOP = `http://localhost:${process.env.E2E_SHOP_PORT}`

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

async function remove(page: Page, title: string) {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
}

test('AA-089 AA-090 AA-113 a book is saved in the shop, appears in the account and at its photos, is deleted and restored, continued and ordered', async ({
  signedIn: page,
  library,
  context,
}) => {
  test.slow()
  const [beach] = await library.add([
    { fileName: 'beach.jpg', taken: '2024:05:03 14:15:00', width: 1800, height: 1200 },
    { fileName: 'cat.jpg', taken: '2024:05:02 14:15:00', width: 1800, height: 1200 },
  ])
  const list = await context.newPage()
  await list.goto('/saved-projects')
  await expect(list.getByRole('heading', { name: 'No saved projects' })).toBeVisible()
  expect(await violations(list)).toEqual([])

  const grid = gridOf(page)
  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await page.getByRole('button', { name: 'Order prints' }).click()
  await editorOf(page).waitUntilLoaded(2)
  await page.getByRole('link', { name: 'Photo book' }).click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByRole('radio', { name: /28 × 28 cm/ }).check()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('status')).toContainText('Saved. You can continue whenever you like')
  expect(await violations(page)).toEqual([])

  // The list was open all the time.
  const card = cardOf(list, TITLE)
  await expect(card).toContainText('Photo book 28 × 28 cm, 48 pages · Changed today')
  await expect
    .poll(() => card.locator('img').evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await violations(list)).toEqual([])
  expect(await findOverflows(list)).toEqual([])

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
  expect(await violations(list)).toEqual([])
  await list.getByRole('menuitem', { name: 'Delete' }).focus()
  await list.keyboard.press('Enter')
  const dialog = list.getByRole('alertdialog', { name: `Delete ‘${TITLE}’?` })
  await expect(dialog).toBeVisible()
  expect(await violations(list)).toEqual([])
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
  for (const [name, value] of Object.entries(DELIVERY))
    await list.getByLabel(name, { exact: true }).fill(value)
  await list.getByRole('button', { name: 'Place order' }).click()
  await expect(list.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
  // The overview was open all the time.
  await expect(block).toHaveCount(0)
})

const DELIVERY = {
  'First name': 'Ada',
  'Last name': 'Keller',
  Street: 'High Street',
  'House number': '1',
  'Postal code': 'N1 9GU',
  City: 'London',
}

test('AA-089 AA-090 25 projects are three pages; the last one of page 3 leads to page 2, and a failure restores it', {
  tag: '@phone',
}, async ({ signedIn: page, customer, request, browserErrors }) => {
  test.slow()
  browserErrors.allow(/status of 500/, /HttpFailure .*Status Code: 500/)
  const ids = await sendProjects(request, customer.accountId, 25, `${SHOP}/projects/none`)
  await page.goto('/saved-projects')
  await expect(page.getByText('1–10 of 25')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10)
  expect(await violations(page)).toEqual([])
  expect(await findOverflows(page)).toEqual([])
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 25')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('21–25 of 25')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(5)

  // Deleted on another device.
  for (const id of ids.slice(21)) await customer.client.call(deleteProject, { params: { id } })
  await expect(page.getByText('21–21 of 21')).toBeVisible()
  await page.route('**/api/v2/project/*', route => route.fulfill({ status: 500, json: {} }))
  await remove(page, 'Project 21')
  await expect(page.getByText('We couldn’t delete ‘Project 21’.')).toBeVisible()
  await expect(page.getByText('21–21 of 21')).toBeVisible()
  await expect(cardOf(page, 'Project 21')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await remove(page, 'Project 21')
  await expect(page.getByText('11–20 of 20')).toBeVisible()
  await expect(page).toHaveURL(/\/saved-projects\?page=2$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('11–20 of 21')).toBeVisible()
})
