import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { createOpener } from './steps.ts'

/** Downloads and the page of an export. */
export const EXPORTS: readonly Screen[] = [
  {
    name: 'downloads',
    async open(page) {
      await page.goto('/downloads')
      await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
      await expect(page.getByText('Summer')).toBeVisible()
    },
  },
  {
    name: 'export-modal',
    async open(page) {
      await page.goto('/my-photos/exports/of-long-ago')
      await page.getByRole('button', { name: 'Create a new export' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'export-expired',
    open: createOpener('/my-photos/exports/of-long-ago', page =>
      page.getByText('Your download link has expired'),
    ),
  },
  { name: 'export', open: openExport },
  {
    name: 'export-checked',
    async open(page) {
      await openExport(page)
      const saving = page.waitForEvent('download')
      await page
        .getByRole('button', { name: /^Download .* as \.zip$/ })
        .first()
        .click()
      const buffer = await readFile(await (await saving).path())
      const file = { name: 'photo-export-1.zip', mimeType: 'application/zip', buffer }
      const truncatedFile = { ...file, name: 'photo-export-2.zip', buffer: buffer.subarray(0, -1000) }
      await page.locator('input[type=file]').first().setInputFiles([file, truncatedFile])
      await expect(page.getByText(/missing in these files/)).toBeVisible()
      await page.getByRole('heading', { name: 'How to open' }).evaluate(heading => heading.scrollIntoView())
    },
  },
]

async function openExport(page: Page): Promise<void> {
  await page.goto('/downloads')
  await page.getByRole('link', { name: 'Open export' }).click()
  await expect(page.getByText('Your export is ready to download')).toBeVisible()
}
