import type { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../screens.testing.tsx'
import { addressForTests, addressService, renderAddresses } from './addresses/addresses.testing.tsx'
import { AlbumPage } from './album/album-pages.tsx'
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
  /** Starts the services; undefined where another window can change nothing. */
  serve: () => FormService | undefined
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
  /** Fills in what else the form needs to be submitted after `change`. */
  complete?: () => void
  /** Whether the form is closed while its save is under way, and opened again after a failure. */
  closesOnSubmit?: true
}

export interface FormService {
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
/** Enters values by the names of their fields. */
const enter = (values: Record<string, string>) => () => {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(document.querySelector(`[name="${name}"]`)!, { target: { value } })
}
const completeAddress = enter({
  firstName: ADDRESS.firstName,
  lastName: ADDRESS.lastName,
  streetNumber: ADDRESS.streetNumber ?? '',
  postalCode: ADDRESS.postalCode ?? '',
  city: ADDRESS.city,
  phoneNumber: ADDRESS.phoneNumber ?? '',
})

type Field = Pick<FormCase, 'find' | 'change' | 'read' | 'typed' | 'complete'>

const textField = (name: string | RegExp, typed = TYPED): Field => ({
  find: () => screen.queryByRole('textbox', { name }),
  change: field => void fireEvent.change(field, { target: { value: typed } }),
  read: field => (field as HTMLInputElement).value,
  typed,
})

const settingsCase = (
  name: string,
  path: string,
  field: Field,
  saveElsewhere?: (service: SettingsService) => string,
  { business = false } = {},
): FormCase => ({
  name,
  serve: () => {
    const service = settingsService()
    service.customer = { ...CUSTOMER, status: business ? 'Default' : null, addresses: [ADDRESS] }
    return saveElsewhere && { saveElsewhere: () => saveElsewhere(service) }
  },
  render: queries => {
    signIn({ business, sub: CUSTOMER.id, idpType: 'keepsake' })
    renderSettings(path, { queries })
  },
  ...field,
})

const widgetCase = (
  name: string,
  parts: Omit<FormCase, 'name' | 'serve' | 'render'>,
  { saves = false } = {},
): FormCase => ({
  name,
  serve: () => {
    const service = widgetService([widgetForTests()])
    return {
      ...(saves && {
        saveElsewhere: () => {
          service.widgets = [widgetForTests({ title: 'Winter by the sea' })]
          return 'Winter by the sea'
        },
      }),
      deleteElsewhere: () => {
        service.widgets = []
      },
    }
  },
  render: queries => renderWidgets(PATHS.onlineProducts, queries),
  ...parts,
})

/** Every form of the web in which something is entered that would be lost. */
export const FORMS: readonly FormCase[] = [
  {
    name: 'the delivery address of an order',
    serve: () => {
      const { phoneNumber, isDefault: _, id: __, ...address } = ADDRESS
      const order = orderForTests({
        superOrderCode: ORDER,
        deliveryAddress: { type: 'Home', phoneNumber, ...address },
        addressChange: { productCodes: ['2140-01'] },
      })
      const service = orderService([order])
      service.change = () => order
      service.addresses = [{ ...ADDRESS, street: 'Alma Vale Road' }]
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
    serve: () => void addressService([]),
    render: queries => void renderAddresses(PATHS.addresses, { queries }),
    ...textField('Street name'),
    complete: completeAddress,
  },
  {
    name: 'a new address',
    serve: () => void addressService([ADDRESS]),
    render: queries => void renderAddresses(PATHS.newAddress, { queries }),
    ...textField('Street name'),
    complete: completeAddress,
  },
  {
    name: 'an address of the address book',
    serve: () => {
      const service = addressService([ADDRESS])
      return {
        saveElsewhere: () => {
          service.addresses = [{ ...ADDRESS, street: 'Alma Vale Road' }]
          return 'Alma Vale Road'
        },
        deleteElsewhere: () => {
          service.addresses = []
        },
      }
    },
    render: queries => void renderAddresses(PATHS.address.replace('$addressId', ADDRESS.id), { queries }),
    ...textField('Street name'),
  },
  settingsCase('the personal details', PATHS.personalDetails, textField('Last name'), service => {
    service.customer = { ...service.customer, lastName: 'Winter' }
    return 'Winter'
  }),
  settingsCase(
    'the payment method',
    PATHS.paymentMethod,
    {
      find: () => screen.queryByRole('radio', { name: 'No preference' }),
      change: field => void fireEvent.click(field),
      read: field => new FormData((field as HTMLInputElement).form!).get('paymentMethod') as string,
      typed: '',
    },
    service => {
      service.customer = { ...service.customer, paymentMethod: 'card' }
      return 'card'
    },
  ),
  settingsCase('the new email address', PATHS.changeEmail, {
    ...textField('New email address', 'anna.winter@example.com'),
    complete: enter({ repeated: 'anna.winter@example.com' }),
  }),
  settingsCase(
    'the business details',
    PATHS.businessSettings,
    {
      ...textField('Company name'),
      complete: () => {
        const { companyName: _, ...details } = BUSINESS
        enter({ invoiceAddressId: ADDRESS.id, ...details })()
      },
    },
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
        '/api/api-keys/v1/keys': { keys: [] },
        '/api/api-keys/v1/calls': { calls: [], total: 0, refused: 0, next: null },
        '/api/callbacks/v1/endpoints': { endpoint: null, endpoints: [] },
        '/api/sftp-access/v1/me': { access: null },
        '/api/callbacks/v1/events': { events: [], latest: 0, oldest: 1, total: 0, failed: 0, cursor: null },
      }
      answerCalls(({ method, path, body }) => {
        if (method === 'PATCH') callbackUrl = body.ftp.callbackUrl
        const ftp = { callbackUrl, callbackFormat: 'JSON' }
        return Response.json(answers[path] ?? { ...CUSTOMER, status: 'Active', ftp })
      })
      return {
        saveElsewhere: () => {
          callbackUrl = 'https://erp.example/elsewhere'
          return callbackUrl
        },
      }
    },
    render: queries => {
      signIn({ business: true })
      renderScreens(
        `${PATHS.integration}?tab=callbacks`,
        { [PATHS.integration]: IntegrationPage },
        { queries },
      )
    },
    ...textField('Callback URL', 'https://erp.example/half'),
  },
  {
    name: 'the name of an album',
    serve: () => {
      const service = albumsForTests([{ name: 'Oslo', count: 3 }])
      return {
        saveElsewhere: () => {
          service.albums[0]!.name = 'Bergen'
          return 'Bergen'
        },
      }
    },
    render: queries =>
      void renderForTests(`/my-photos/albums/${albumIdForTests(0)}`, { [PATHS.album]: AlbumPage }, queries),
    presses: [button('Rename album')],
    ...textField('Album name'),
    closesOnSubmit: true,
  },
  {
    name: 'a new album',
    serve: () => void albumsForTests([{ name: 'Oslo', count: 3 }]),
    render: queries => void renderForTests(PATHS.albums, { [PATHS.albums]: AlbumsPage }, queries),
    presses: [button('New album')],
    ...textField('Album name'),
  },
  widgetCase(
    'a widget',
    { presses: [button(/^More:/), item('Edit')], ...textField('Title') },
    { saves: true },
  ),
  widgetCase('a gallery entry', {
    presses: [button(/^More:/), item('Add to the gallery')],
    ...textField('Title'),
    complete: enter({ categoryId: 'travel', authorName: 'Anna' }),
  }),
  {
    ...widgetCase('the mail of a widget', {
      ...textField('Your name'),
      complete: enter({ toEmailAddress: 'ben@example.com' }),
    }),
    render: queries => renderWidgets('/online-products/K-1-1', queries),
  },
]
