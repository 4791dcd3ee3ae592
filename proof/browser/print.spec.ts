import { cellOf, createGrid } from './fixtures/grid.ts'
import { expect, test } from './fixtures/test.ts'

test('RV-409 RV-819 a printed timeline is a contact sheet of what is shown, without the ring of the focus', async ({
  signedIn: page,
  library,
}) => {
  await library.add(8)
  const { open, tiles, tile } = createGrid(page)
  await open()
  await expect(tiles).toHaveCount(8)
  for (let position = 1; position <= 8; position++)
    await expect(tile(position).locator('img')).toHaveJSProperty('complete', true)
  await tile(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tile(3)).toBeFocused()
  const ring = () => cellOf(page, 3).evaluate(cell => getComputedStyle(cell, '::after').content)
  expect(await ring()).not.toBe('none')
  await page.emulateMedia({ media: 'print' })
  expect(await ring()).toBe('none')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(?!Photo )/ })).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('slider')).toHaveCount(0)
  const boxes = await Promise.all((await tiles.all()).map(async each => (await each.boundingBox())!))
  for (const [index, box] of boxes.entries()) {
    expect(Math.abs(box.width - box.height)).toBeLessThan(2)
    for (const other of boxes.slice(index + 1))
      expect(
        box.x + box.width <= other.x + 1 || box.y + box.height <= other.y + 1 || other.y + 1 < box.y,
      ).toBe(true)
  }
  await page.emulateMedia({ media: null })
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(pdf.match(/\/Subtype \/Image\b/g)!.length).toBeGreaterThanOrEqual(8)
})
