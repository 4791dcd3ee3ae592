import { expect, type Page, type Route } from '@playwright/test'
import type { Demo, Step } from './screen.ts'

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** A step of several ones. */
export const all =
  (...steps: readonly Step[]): Step =>
  async (page, demo) => {
    for (const step of steps) await step(page, demo)
  }

/** Opens an address. */
export const go =
  (path: string | ((demo: Demo) => string)): Step =>
  (page, demo) =>
    page.goto(typeof path === 'string' ? path : path(demo))

/** Presses the first visible button with this name, or what has another role. */
export const press =
  (name: Name, role: Role = 'button', within?: Role): Step =>
  page =>
    (within ? page.getByRole(within) : page)
      .getByRole(role, { name, exact: true })
      .locator('visible=true')
      .first()
      .click()

export const pressKey =
  (key: string): Step =>
  page =>
    page.keyboard.press(key)

/** Enters a value into one of several fields of the same kind. */
export const enterAt =
  (role: 'combobox' | 'spinbutton', name: Name, place: number, value: string): Step =>
  page => {
    const field = page.getByRole(role, { name }).nth(place)
    return role === 'combobox' ? field.selectOption(value) : field.fill(value)
  }

/** Enters a text into the field with this label. */
export const fill =
  (label: Name, text: string): Step =>
  page =>
    page.getByRole('textbox', { name: label }).first().fill(text)

/** Waits for an element of this role. */
export const see =
  (role: Role, name?: Name): Step =>
  page =>
    expect(page.getByRole(role, { name }).first()).toBeVisible({ timeout: 20_000 })

export const seeText =
  (text: Name): Step =>
  page =>
    expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 })

export const scrollTo =
  (text: Name): Step =>
  page =>
    page.getByText(text).first().scrollIntoViewIfNeeded()

/** Opens the page with this title and waits until it has loaded. */
export const openPage = (path: string | ((demo: Demo) => string), title: Name): Step =>
  all(go(path), see('heading', title), page =>
    expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0),
  )

/** Chooses an action in the menu at the end of a page's tools. */
export const choose = (action: Name): Step =>
  all(press('More actions', 'button', 'main'), press(action, 'menuitem'))

/** Answers requests in the server's place. */
export const answer =
  (address: string, json: object, status = 200): Step =>
  page =>
    page.route(address, route => route.fulfill({ status, json }))

/** Answers no request for this address. */
export const lose =
  (address: string | RegExp): Step =>
  page =>
    page.route(address, route => route.abort())

/** Replaces fields of the server's answer. */
export const override =
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any service.
    (address: string, replace: object | ((json: any) => object)): Step =>
    page =>
      page.route(address, async route => {
        // The page may have been closed meanwhile.
        const response = await route.fetch().catch(() => null)
        if (!response) return
        const json = await response.json()
        const fields = typeof replace === 'function' ? replace(json) : replace
        await route.fulfill({ response, json: { ...json, ...fields } })
      })

/** Selects photos by their places. */
export const select = (...places: readonly number[]): Step =>
  all(
    press('Select'),
    ...places.map(
      (place): Step =>
        page =>
          getTiles(page).nth(place).click(),
    ),
  )

export const openPhoto =
  (place: number): Step =>
  page =>
    getTiles(page).nth(place).click()

const getTiles = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Photo \d/ })

/** Waits until every photo in view has its pixels. */
export const seePictures: Step = page =>
  page.waitForFunction(() => {
    // Tiles behind the header are not loaded.
    const header = 100
    const inView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > header && top < innerHeight
    }
    const tiles = [...document.querySelectorAll('[role=gridcell] button')].filter(inView)
    const images = [...document.images].filter(inView)
    return (
      images.length > 0 &&
      images.every(image => image.complete && image.naturalWidth > 0) &&
      tiles.every(tile => tile.querySelector('img') || !/^Photo /.test(tile.getAttribute('aria-label') ?? ''))
    )
  })

export const openPhotos = all(go('/my-photos/photos'), see('button', /^Photo \d/), seePictures)

/** Leaves the parts of uploads without an answer. The network is idle before, because it is not afterwards. */
export const holdUploads: Step = async page => {
  await page.waitForLoadState('networkidle')
  await page.route('**/uploads/files/*', (route: Route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
}

export const answerAll: Step = page => page.unrouteAll({ behavior: 'ignoreErrors' })
