import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { openPage, overrideAnswer } from './steps.ts'

const LIST = '**/api/v2/projects/*'

/** The saved projects of the demo, without any, with one just deleted, and one in the shop. */
export const PROJECTS: readonly Screen[] = [
  { name: 'projects', inContrast: true, open: page => openList(page, 10) },
  { name: 'projects-last', open: page => openList(page, 2, '/saved-projects?page=2') },
  {
    name: 'projects-empty',
    async open(page) {
      await overrideAnswer(page, LIST, { projects: [], totalProjectCount: 0 })
      await openPage(page, '/saved-projects', 'Saved projects')
    },
  },
  {
    name: 'projects-failed',
    async open(page) {
      await page.route(LIST, route => route.abort())
      await page.goto('/saved-projects')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'projects-delete',
    inContrast: true,
    async open(page) {
      await openList(page, 10)
      await page.getByRole('button', { name: 'Actions for Our wedding' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'project-saved',
    async open(page) {
      await openList(page, 10)
      await page.getByRole('link', { name: 'Continue with Our wedding' }).click()
      await expect(page.getByRole('heading', { name: 'Photo book' })).toBeVisible()
      // As after 'Save for later', without another version for each screenshot.
      await page.goto(new URL('?saved=project', page.url()).href)
      await expect(page.getByRole('status')).toContainText('Saved')
    },
  },
  {
    name: 'projects-undo',
    changesLibrary: true,
    async open(page) {
      await openList(page, 10)
      await page.getByRole('button', { name: 'Actions for Our wedding' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
    async cleanUp(page) {
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('‘Our wedding’ is back in your list.')).toBeVisible()
    },
  },
]

/** Opens a page of the list with all its pictures. */
async function openList(page: Page, projects: number, path = '/saved-projects'): Promise<void> {
  await openPage(page, path, 'Saved projects')
  const pictures = page.getByRole('main').getByRole('listitem').locator('img')
  await expect(pictures).toHaveCount(projects, { timeout: 60_000 })
  await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0))
}
