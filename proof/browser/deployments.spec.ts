import type { Page } from '@playwright/test'
import { type Deployment, startDeployment } from './fixtures/deployment.ts'
import { createGrid } from './fixtures/grid.ts'
import { getToast, preventPreload } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const build = (page: Page) => page.locator('script[type="module"][src^="/assets/"]').getAttribute('src')

let deployment: Deployment | undefined
test.beforeAll(async () => {
  deployment = await startDeployment()
})
test.afterAll(() => deployment?.close())

test('RV-402 open pages work with the assets of their build for a day after a deployment, then reload once by themselves, with unsaved work by a button only', async ({
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/, /Refused to apply style/, /LoadFailure: Not loaded/)
  if (!deployment) throw new Error('The server was not started')
  const context = await browser.newContext({ baseURL: deployment.origin, locale: 'en-GB' })
  browserErrors.listen(context)
  await deployment.signIn(context.request, 4)
  const page = await context.newPage()
  await preventPreload(page)
  const grid = createGrid(page)
  await grid.open()
  const first = await build(page)

  await deployment.deploy()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await build(page)).toBe(first)

  await deployment.passDay()
  await page.getByRole('button', { name: 'Add photos' }).click()
  await expect.poll(() => build(page)).not.toBe(first)
  const second = await build(page)
  await page.getByRole('button', { name: 'Add photos' }).click()
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await page.keyboard.press('Escape')

  await deployment.deploy()
  await deployment.passDay()
  await page.getByRole('link', { name: 'Downloads', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
  const third = await build(page)
  expect(third).not.toBe(second)

  await grid.open()
  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await deployment.deploy()
  await deployment.passDay()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(getToast(page, 'A new version is available. Reload the page when you’re ready.')).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await build(page)).toBe(third)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(grid.tile(1)).toBeVisible()
  expect(await build(page)).not.toBe(third)
  await context.close()
})
