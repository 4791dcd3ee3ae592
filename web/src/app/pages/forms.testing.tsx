import type { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../screens.testing.tsx'
import { addressForTests, addressService, renderAddresses } from './addresses/addresses.testing.tsx'
import { AlbumPage } from './album/album-page.tsx'
import { AlbumsPage } from './albums/albums-page.tsx'
import { IntegrationPage } from './integration/integration-page.tsx'
import { orderForTests, orderService, renderOrders } from './orders/orders.testing.tsx'
import {
  CUSTOMER,
  renderSettings,
  type SettingsService,
  settingsService,
} from './settings/settings.testing.tsx'
import { renderWidgets, widgetForTests, widgetService } from './widgets/widgets.testing.tsx'

/** A form of the web, with the fake services behind it. */
export interface FormCase {
  name: string
  serve: () => FormService
  /** Renders the screen of the form. */
  render: (queries: QueryClient) => void
  /** Presses, in their sequence, that open the form. */
  presses?: (() => HTMLElement | null)[]
  /** Returns a field of the form; null while the form is not shown. */
  find: () => HTMLElement | null
  /** Types `typed` into the field, or chooses another value. */
  change: (field: HTMLElement) => void
  read: (field: HTMLElement) => string
  /** What `read` returns after `change`. */
  typed: string
  /** Whether the form can be submitted after `change`. */
  isComplete?: boolean
}

export interface FormService {
  stop: () => void
  /** Saves another value of the field, as another window does; returns what the field then shows. */
  saveElsewhere?: () => string
  /** Deletes what the form changes, as another window does. */
  deleteElsewhere?: () => void
}

const TYPED = 'Half of it'

const ORDER = '4711-2140'
const BUSINESS = {
  companyName: 'Lindholm Studio',
  registrationNumber: '09876543',
  vatNumber: 'GB980780684',
  contactFirstName: 'Mira',
  contactLastName: 'Lindholm',
  invoiceEmail: 'accounts@lindholm.example',
  phoneNumber: '0117 496 0123',
}
const ADDRESS = addressForTests({ id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a001', isDefault: true })
const button = (name: string | RegExp) => () => screen.queryByRole('button', { name })
const item = (name: string) => () => screen.queryByRole('menuitem', { name })

const textField = (
  name: string | RegExp,
  typed = TYPED,
): Pick<FormCase, 'find' | 'change' | 'read' | 'typed'> => ({
  find: () => screen.queryByRole('textbox', { name }),
  change: field => void fireEvent.change(field, { target: { value: typed } }),
  read: field => (field as HTMLInputElement).value,
  typed,
})

const settingsCase = (
  name: string,
  path: string,
  field: Pick<FormCase, 'find' | 'change' | 'read' | 'typed' | 'isComplete'>,
  saveElsewhere?: (service: SettingsService) => string,
  { business = false } = {},
): FormCase => ({
  name,
  serve: () => {
    const service = settingsService()
    service.customer = { ...CUSTOMER, status: business ? 'Default' : null, addresses: [ADDRESS] }
    return {
      stop: service.restore,
      ...(saveElsewhere && { saveElsewhere: () => saveElsewhere(service) }),
    }
  },
  render: queries => {
    signIn({ business, sub: CUSTOMER.id, idpType: 'keepsake' })
    renderSettings(path, { queries })
  },
  ...field,
})

const widgetCase = (name: string, parts: Omit<FormCase, 'name' | 'serve' | 'render'>): FormCase => ({
  name,
  serve: () => ({ stop: widgetService([widgetForTests()]).restore }),
  render: queries => renderWidgets(PATHS.onlineProducts, queries),
  ...parts,
})

/** Every form of the web in which something is entered that would be lost. */
export const FORMS: readonly FormCase[] = [
  {
    name: 'the delivery address of an order',
    serve: () => {
      const { phoneNumber, isDefault: _, id: __, ...address } = ADDRESS
      const service = orderService([
        orderForTests({
          superOrderCode: ORDER,
          deliveryAddress: { type: 'Home', phoneNumber, ...address },
          addressChange: { productCodes: ['2140-01'] },
        }),
      ])
      service.addresses = [{ ...ADDRESS, street: 'Alma Vale Road' }]
      return { stop: service.restore }
    },
    render: queries => void renderOrders(`/orders/${ORDER}`, { queries }),
    presses: [
      button('Change address'),
      () => screen.queryByRole('radio', { name: /Use a different address/ }),
    ],
    ...textField('Street name'),
  },
  {
    name: 'the first address',
    serve: () => ({ stop: addressService([]).restore }),
    render: queries => void renderAddresses(PATHS.addresses, { queries }),
    ...textField('Street name'),
  },
  {
    name: 'a new address',
    serve: () => ({ stop: addressService([ADDRESS]).restore }),
    render: queries => void renderAddresses(PATHS.newAddress, { queries }),
    ...textField('Street name'),
  },
  {
    name: 'an address of the address book',
    serve: () => {
      const service = addressService([ADDRESS])
      return {
        stop: service.restore,
        saveElsewhere: () => {
          service.addresses = [{ ...ADDRESS, street: 'Alma Vale Road' }]
          return 'Alma Vale Road'
        },
        deleteElsewhere: () => {
          service.addresses = []
        },
      }
    },
    isComplete: true,
    render: queries => void renderAddresses(PATHS.address.replace('$addressId', ADDRESS.id), { queries }),
    ...textField('Street name'),
  },
  settingsCase(
    'the personal details',
    PATHS.personalDetails,
    { ...textField('Last name'), isComplete: true },
    service => {
      service.customer = { ...service.customer, lastName: 'Winter' }
      return 'Winter'
    },
  ),
  settingsCase(
    'the payment method',
    PATHS.paymentMethod,
    {
      find: () => screen.queryByRole('radio', { name: 'No preference' }),
      change: field => void fireEvent.click(field),
      read: field => new FormData((field as HTMLInputElement).form!).get('paymentMethod') as string,
      typed: '',
      isComplete: true,
    },
    service => {
      service.customer = { ...service.customer, paymentMethod: 'card' }
      return 'card'
    },
  ),
  settingsCase('the new email address', PATHS.changeEmail, textField('New email address')),
  settingsCase(
    'the business details',
    PATHS.businessSettings,
    textField('Company name'),
    service => {
      service.business = {
        status: 'New',
        details: { ...BUSINESS, companyName: 'Winter Ltd', invoiceAddress: ADDRESS },
      }
      return 'Winter Ltd'
    },
    { business: true },
  ),
  {
    name: 'the callbacks',
    serve: () => {
      let callbackUrl = 'https://erp.example/keepsake'
      const answers: Record<string, unknown> = {
        '/api/callbacks/v1/me': { endpoint: null },
        '/api/sftp-access/v1/me': { access: null },
        '/api/callbacks/v1/events': { events: [], total: 0, failed: 0, next: null },
      }
      const stop = answerCalls(({ method, path, body }) => {
        if (method === 'PATCH') callbackUrl = body.ftp.callbackUrl
        const ftp = { callbackUrl, callbackFormat: 'JSON' }
        return Response.json(answers[path] ?? { ...CUSTOMER, status: 'Active', ftp })
      })
      return {
        stop,
        saveElsewhere: () => {
          callbackUrl = 'https://erp.example/elsewhere'
          return callbackUrl
        },
      }
    },
    isComplete: true,
    render: queries => {
      signIn({ business: true })
      renderScreens(PATHS.integration, { [PATHS.integration]: IntegrationPage }, { queries })
    },
    ...textField('Callback URL', 'https://erp.example/half'),
  },
  {
    name: 'the name of an album',
    serve: () => {
      const service = albumsForTests([{ name: 'Oslo', count: 3 }])
      return {
        stop: service.restore,
        saveElsewhere: () => {
          service.albums[0]!.name = 'Bergen'
          return 'Bergen'
        },
      }
    },
    render: queries => {
      signIn()
      renderForTests(`/my-photos/albums/${albumIdForTests(0)}`, { [PATHS.album]: AlbumPage }, queries)
    },
    presses: [button('Rename album')],
    ...textField('Album name'),
  },
  {
    name: 'a new album',
    serve: () => ({ stop: albumsForTests([{ name: 'Oslo', count: 3 }]).restore }),
    isComplete: true,
    render: queries => {
      signIn()
      renderForTests(PATHS.albums, { [PATHS.albums]: AlbumsPage }, queries)
    },
    presses: [button('New album')],
    ...textField('Album name'),
  },
  widgetCase('a widget', {
    presses: [button(/^More:/), item('Edit')],
    ...textField('Title'),
    isComplete: true,
  }),
  widgetCase('a gallery entry', {
    presses: [button(/^More:/), item('Add to the gallery')],
    ...textField('Title'),
  }),
  {
    ...widgetCase('the mail of a widget', textField('Your name')),
    render: queries => renderWidgets('/online-products/K-1-1', queries),
  },
]
