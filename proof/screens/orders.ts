import { expect } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { enterAddress } from '../browser/fixtures/shop.ts'
import type { ScreenTable, Step } from './screen.ts'
import {
  all,
  enterAt,
  fill,
  go,
  lose,
  openPage,
  openPhotos,
  override,
  press,
  see,
  seePictures,
  seeText,
  select,
} from './steps.ts'

/** Opens the newest order of a status that has at least so many products. */
const openOrder =
  (status: string, productsCount = 1): Step =>
  (page, demo) => {
    const isWanted = (order: Order) => order.status === status && order.products.length >= productsCount
    return openPage(`/orders/${demo.orders.find(isWanted)!.superOrderCode}`, /^Order /)(page, demo)
  }

const changeAddress = all(openOrder('Confirmed'), press('Change address'), see('radio'))

/** Opens the order whose change of the address is in this state, without waiting for a retailer. */
const openChangedOrder = (state: 'sent' | 'refused', more: object = {}) =>
  all(
    override('**/v1/superorders/*', ({ deliveryAddress: previousAddress, products }: Order) => {
      const address = { ...previousAddress!, street: 'Alma Vale Road', postalCode: 'BS8 2HS' }
      const isPending = state === 'sent'
      return {
        deliveryAddress: isPending ? { ...address, type: 'ChangeInProgress' } : previousAddress,
        addressChange: {
          productCodes: products.map(({ code }) => code),
          lastChange: { changeId: 'c-1', address, previousAddress, state, ...more },
          ...(isPending && { blockedBy: 'change-in-progress' }),
        },
      }
    }),
    openOrder('Confirmed'),
  )

/** The first product is dearer, and the others are gone. */
const changeItems = override(
  '**/reorder/status/*',
  ({ items }: { items: { code: string; was: number }[] }) => ({
    reorderable: true,
    items: items.map(({ code, was = 720 }, index) =>
      index === 0
        ? { code, was, now: was + 70, state: 'changed', changes: ['price'] }
        : { code, was, state: 'gone', changes: ['article'] },
    ),
  }),
)

const openEditor = all(
  openPhotos,
  select(0, 1, 3, 4, 6),
  press('Order prints'),
  page => page.waitForURL(/\/prints\/[0-9a-f-]{36}$/),
  // A large print, two copies, and a photo that is not printed.
  enterAt('combobox', /^Size of/, 0, '30 × 45 cm'),
  enterAt('spinbutton', /^Quantity of/, 1, '2'),
  enterAt('spinbutton', /^Quantity of/, 2, '0'),
  page => page.keyboard.press('Tab'),
  seeText('5 prints'),
  page => page.evaluate(() => scrollTo(0, 0)),
)
const openDelivery = all(openEditor, press('Continue to delivery'), enterAddress)

const openProjects = all(openPage('/saved-projects', 'Saved projects'), seePictures)
const deleteProject = all(
  openProjects,
  press('Actions for Our wedding'),
  press('Delete', 'menuitem'),
  see('alertdialog'),
)

const openWidgets = all(openPage('/online-products', 'Widgets'), see('heading', 'Tulips'))
const openShare = openPage(({ widget }) => `/online-products/${widget}`, /^Share/)
const openSharedBook: Step = async (page, demo) => {
  const address = await page.getByRole('textbox', { name: 'Or share the link yourself' }).inputValue()
  return go(`/${address.split('/').slice(1).join('/')}`)(page, demo)
}

/** Orders, the stand-in shop's pages, saved projects and widgets. */
export const ORDERS: ScreenTable = {
  orders: [openPage('/orders', 'My orders'), see('heading', /^History \d/)],
  'orders-failed': [lose('**/v2/superorders/me*'), go('/orders'), see('alert')],
  order: [openOrder('Confirmed')],
  'order-unpaid': [openOrder('Received')],
  'order-production': [openOrder('ProductionStarted')],
  'order-sent': [openOrder('Dispatched')],
  'order-cancelled': [openOrder('Cancelled')],
  'order-failed': [openOrder('rejected')],
  'order-unknown': [go('/orders/nobody-knows'), see('heading', 'We can’t find this order')],
  'order-address': [changeAddress],
  'order-address-wrong': [
    changeAddress,
    page => page.getByRole('radio', { name: /Use a different address/ }).check(),
    fill('Street name', ''),
    press('Use this address', 'button', 'dialog'),
    see('alert'),
  ],
  'order-address-sent': [openChangedOrder('sent')],
  'order-address-refused': [openChangedOrder('refused', { refusal: 'in-production' })],
  reorder: [changeItems, openOrder('Dispatched', 2), press('Order again'), seeText('No longer available')],

  'prints-transfer': {
    // Stops the navigation, which would be faster than the screenshot.
    steps: [lose('**/prints?*'), openPhotos, select(0, 1, 3), press('Order prints'), see('alertdialog')],
    cleanUp: [press('Cancel')],
  },
  'prints-editor': [openEditor],
  'prints-delivery': [
    openEditor,
    press('Continue to delivery'),
    page => page.getByLabel('Postal code', { exact: true }).fill(''),
    press('Place order'),
    see('alert'),
  ],
  'photo-book': [openEditor, press('Photo book', 'link'), see('heading', 'Photo book')],

  projects: [openProjects],
  'projects-last': [openPage('/saved-projects?page=2', 'Saved projects'), seePictures],
  'projects-empty': [
    override('**/api/v2/projects/*', { projects: [], totalProjectCount: 0, cursor: null }),
    openPage('/saved-projects', 'Saved projects'),
  ],
  'projects-failed': [lose('**/api/v2/projects/*'), go('/saved-projects'), see('alert')],
  'projects-delete': [deleteProject],
  'project-saved': [
    openProjects,
    press('Continue with Our wedding', 'link'),
    see('heading', 'Photo book'),
    // As after 'Save for later', without another version for each screenshot.
    page => page.goto(new URL('?saved=project', page.url()).href),
    seeText('Saved'),
  ],

  widgets: [openWidgets],
  'widgets-blocked': [
    override('**/v1/widget/all*', ({ widgets: [widget] }: { widgets: object[] }) => ({
      widgets: [{ ...widget, blocked: true }],
    })),
    openPage('/online-products', 'Widgets'),
  ],
  'widgets-empty': [override('**/v1/widget/all*', { widgets: [] }), openPage('/online-products', 'Widgets')],
  'widget-gallery': [
    openWidgets,
    press('More: Tulips'),
    press(/gallery/, 'menuitem'),
    see('combobox', 'Category'),
  ],
  'widget-share': [openShare],
  'widget-share-wrong': [
    openShare,
    fill('Their email address', 'grandma@example'),
    press('Send email'),
    seeText('Please enter a valid email address'),
  ],
  'widget-viewer': [
    openShare,
    openSharedBook,
    page => page.keyboard.press('ArrowRight'),
    page => expect(page.getByRole('status')).toHaveText(/2/),
  ],
  'widget-viewer-ended': [go('/w/AAAAAAAAAAAAAAAAAAAAAA'), see('heading', 'This book is no longer shared')],
}

/** Orders that are placed, and a project that is deleted. */
export const ORDER_CHANGES: ScreenTable = {
  'prints-ordered': [openDelivery, press('Place order'), seeText('18 months')],
  'prints-pay': [
    openDelivery,
    page => page.getByLabel('Pay within 3 days').check(),
    press('Place order'),
    press('Pay now', 'link'),
    see('heading', 'Pay now'),
  ],
  'projects-undo': {
    steps: [deleteProject, press('Delete project', 'button', 'alertdialog'), see('button', 'Undo')],
    cleanUp: [press('Undo'), seeText('‘Our wedding’ is back in your list.')],
  },
  toast: {
    steps: [
      openPhotos,
      select(0),
      press('Delete'),
      press('Delete', 'button', 'alertdialog'),
      see('button', 'Undo'),
    ],
    cleanUp: [press('Undo'), seeText('Photo restored')],
  },
}
