import { expect } from '@playwright/test'
import { ACCOUNT } from './account.ts'
import { ACTIVITY } from './activity.ts'
import { ALBUMS } from './albums.ts'
import { API_KEYS } from './api-keys.ts'
import { EXPORTS } from './exports.ts'
import { INTEGRATION } from './integration.ts'
import { OVERLAYS } from './overlays.ts'
import { PHOTOS } from './photos.ts'
import { PRINTS } from './prints.ts'
import { PROJECTS } from './projects.ts'
import type { Screen } from './screen.ts'
import { SETTINGS } from './settings.ts'
import { SHARED_ALBUMS } from './shared-albums.ts'
import { STATE_SCREENS } from './states.ts'
import { createOpener, openOrder } from './steps.ts'
import { UPLOADS } from './uploads.ts'
import { WIDGETS } from './widgets.ts'

/** All screens of which screenshots are taken, with the demo library. */
export const SCREENS: readonly Screen[] = [
  ...STATE_SCREENS,
  ...OVERLAYS,
  ...SETTINGS,
  ...ACCOUNT,
  ...ACTIVITY,
  ...PHOTOS,
  ...PRINTS,
  ...UPLOADS,
  ...ALBUMS,
  ...SHARED_ALBUMS,
  ...EXPORTS,
  ...WIDGETS,
  ...API_KEYS,
  ...INTEGRATION,
  ...PROJECTS,
  {
    name: 'sign-in',
    inContrast: true,
    user: 'anonymous',
    open: createOpener('/', page => page.getByRole('heading', { name: 'Welcome back' })),
  },
  {
    name: 'sign-in-wrong',
    user: 'anonymous',
    async open(page) {
      await page.goto('/')
      await page.getByLabel('Email').fill('demo@keepsake.test')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'orders',
    inContrast: true,
    open: createOpener('/orders', page => page.getByRole('heading', { name: /^History \d/ })),
  },
  { name: 'order', inContrast: true, open: page => openOrder(page, '4711-2140') },
  { name: 'order-unpaid', inContrast: true, open: page => openOrder(page, '4711-1988') },
  { name: 'order-cancelled', inContrast: true, open: page => openOrder(page, '4699-0041') },
  {
    name: 'invoices',
    inContrast: true,
    user: 'business',
    async open(page) {
      await page.goto('/invoices')
      // The jobs after the start make the PDFs, the newest first.
      await expect(page.getByRole('button', { name: /^Download PDF of/ }).first()).toBeVisible({
        timeout: 60_000,
      })
    },
  },
  {
    name: 'overview',
    async open(page) {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')
    },
  },
  {
    name: 'not-found',
    open: createOpener('/nobody/knows', page => page.getByRole('heading', { name: 'Page not found' })),
  },
]
