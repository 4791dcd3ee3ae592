import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { createOpener, openPage, overrideAnswer } from './steps.ts'

/** Id of the widget that prepareOrders sends. */
const PRODUCT = '2140-01'

/** Widgets, the share screen, the gallery, and the public page. */
export const WIDGETS: readonly Screen[] = [
  { name: 'widgets', inContrast: true, open: openList },
  {
    name: 'widgets-blocked',
    async open(page) {
      await overrideAnswer(page, '**/v1/widget/all*', {
        widgets: [{ ...BLOCKED, title: 'Ski trip', blocked: true }],
      })
      await openPage(page, '/online-products', 'Widgets')
    },
  },
  {
    name: 'widgets-empty',
    async open(page) {
      await overrideAnswer(page, '**/v1/widget/all*', { widgets: [] })
      await openPage(page, '/online-products', 'Widgets')
    },
  },
  {
    name: 'widget-gallery',
    inContrast: true,
    async open(page) {
      await openList(page)
      await page.getByRole('button', { name: 'More: Coast to coast' }).click()
      await page.getByRole('menuitem', { name: /gallery/ }).click()
      await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible()
    },
  },
  { name: 'widget-share', inContrast: true, open: openShare },
  {
    name: 'widget-share-wrong',
    async open(page) {
      await openShare(page)
      await page.getByRole('textbox', { name: 'Their email address' }).fill('grandma@example')
      await page.getByRole('button', { name: 'Send email' }).click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    },
  },
  {
    name: 'widget-viewer',
    inContrast: true,
    async open(page) {
      await openShare(page)
      const address = await page.getByRole('textbox', { name: 'Or share the link yourself' }).inputValue()
      await page.goto(`/${address.split('/').slice(1).join('/')}`)
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('status')).toHaveText(/2/)
    },
  },
  {
    name: 'widget-viewer-ended',
    open: createOpener('/w/AAAAAAAAAAAAAAAAAAAAAA', page =>
      page.getByRole('heading', { name: 'This book is no longer shared' }),
    ),
  },
]

const BLOCKED = {
  productCode: PRODUCT,
  orderCode: '4711-2140',
  description: '',
  pageCount: 24,
  aspectRatio: 1,
  previewUrl: null,
  publicUrl: null,
  createdAt: '2026-11-01T10:00:00Z',
  galleryEntryId: null,
  galleryChannel: null,
  galleryState: null,
}

async function openList(page: Page): Promise<void> {
  await openPage(page, '/online-products', 'Widgets')
  await expect(page.getByRole('heading', { name: 'Coast to coast' })).toBeVisible()
}

function openShare(page: Page): Promise<void> {
  return openPage(page, `/online-products/${PRODUCT}`, 'Share ‘Coast to coast’')
}
