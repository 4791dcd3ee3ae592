import { createGrid } from './fixtures/grid.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { expect } from './fixtures/test.ts'

const test = createTestWithLibrary(
  [
    ...Array.from({ length: 5 }, (_, index) => ({
      taken: `2024:07:0${index + 1} 10:00:00`,
      fileName: `beach-${index}.jpg`,
    })),
    { taken: '2023:12:25 10:00:00', fileName: 'tree.jpg' },
    { taken: '2023:06:11 10:00:00', fileName: 'garden.jpg' },
    { fileName: 'scan.jpg' },
  ].map(picture => ({ width: 300, height: 200, ...picture })),
)

test('NX-201 NX-203 NX-206 a text is suggested, searched and kept in the address; chips change the results', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await page.goto('/my-photos/photos')
  const { tile } = createGrid(page)
  await expect(tile(1)).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search your photos' })
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('July 2024')
  await expect(page.getByRole('option', { name: /July 2024.*5/ })).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/my-photos\/search\?date=2024-07$/)
  await expect(page.getByRole('heading', { name: /July 2024/ })).toBeVisible()
  await expect(page.getByText('5 photos').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Photos', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.reload()
  await expect(page.getByText('5 photos').first()).toBeVisible()
  await expect(field).toHaveValue('July 2024')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Never printed' }).click()
  await expect(page).toHaveURL(/\/my-photos\/search\?date=2024-07&printed=never$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Remove: July 2024' }).click()
  await expect(page.getByText('8 photos').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText('5 photos').first()).toBeVisible()
})

test('NX-207 NX-208 the preview moves within the results, and all are selected by rule', {
  tag: '@suite',
}, async ({ signedIn: page }) => {
  await page.goto('/my-photos/search?date=2024-07')
  const { tile } = createGrid(page)
  await tile(1).click()
  await expect(page).toHaveURL(/\/search\/preview\/[0-9a-f-]+\?date=2024-07$/)
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  // Keys are lost until the preview is there.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/my-photos\/search\?date=2024-07$/, { timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Select all 5' }).click()
  await expect(page.getByText('5 selected')).toBeVisible()
})

test('RV-1263 RV-1149 on phones the results have the focus, and no tooltip lies over their number', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/my-photos/photos')
  await page.getByRole('button', { name: 'Search your photos' }).click()
  const field = page.getByRole('combobox', { name: 'Search your photos' })
  await field.fill('july 2024 unicorn')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeFocused()
  const status = page.getByRole('status').filter({ hasText: 'July 2024: 5 photos' })
  await expect(status).toContainText('We don’t know: unicorn.')
  // Longer than a tooltip waits.
  await page.waitForTimeout(900)
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
})

test('NX-210 nothing found names what would be found without each filter', async ({ signedIn: page }) => {
  await page.goto('/my-photos/search?date=2023-12&name=beach')
  await expect(page.getByRole('heading', { name: 'No photos match all filters' })).toBeVisible()
  await page.getByRole('link', { name: /Without: December 2023.*5 photos/ }).click()
  await expect(page.getByText('5 photos').first()).toBeVisible()
})

test('NX-202 recent searches are kept and cleared', async ({ signedIn: page }) => {
  await page.goto('/my-photos/photos')
  const field = page.getByRole('combobox', { name: 'Search your photos' })
  await field.fill('christmas')
  await field.press('Enter')
  await expect(page).toHaveURL(/days=christmas$/)
  await field.fill('')
  await field.focus()
  await expect(page.getByRole('button', { name: 'christmas', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear recent searches' }).click()
  await field.fill('a')
  await field.fill('')
  await expect(page.getByRole('button', { name: 'christmas', exact: true })).toHaveCount(0)
})

test('NX-201 NX-202 @phone the search has the whole screen, and the results its text', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/my-photos/photos')
  const opener = page.getByRole('button', { name: 'Search your photos' })
  const field = page.getByRole('combobox', { name: 'Search your photos' })
  await opener.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  // The panel covers the bottom bar.
  await expect(page.getByRole('heading', { name: 'Try' })).toBeVisible()
  const covering = await page.evaluate(
    () =>
      document.elementFromPoint(195, 820)?.closest('[role="presentation"]')?.querySelector('h2')?.textContent,
  )
  expect(covering).toBe('Try')
  await page.getByRole('button', { name: 'Last summer' }).click()
  await expect(page).toHaveURL(/\/my-photos\/search\?date=/)
  await opener.click()
  await expect(field).toHaveValue('Last summer')
})
