// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreens, signIn } from '#web/app/screens.testing.tsx'
import { CHAT, CONSENT_SETTINGS } from '#web/platform/tracking/third-party-events.ts'
import { deleteStoredData } from './cookies.ts'
import { storeConsent } from './stored-consent.ts'
import { ThirdPartyScripts } from './third-party-scripts.tsx'

vi.mock('#web/ui/screen-size.ts', async original => ({
  ...(await original<typeof import('#web/ui/screen-size.ts')>()),
  useScreenSize: () => 'medium',
}))

afterEach(() => {
  deleteStoredData(['*'], 'keepsake.example')
  history.replaceState(null, '', '/')
})

const provider = (key: string) => ({ script: `https://${key}.example/s.js`, key })
const analytics = { ...provider('analytics'), stored: [] }
const [consent, feedback, chat] = ['consent', 'feedback', 'chat'].map(provider)
const { append } = Element.prototype

/** Shows a customer's page after a choice and the events; returns what the scripts of the page get, and whether analytics runs. */
async function load(choice: string | undefined, ...events: string[]) {
  signIn()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      close() {}
    },
  )
  if (choice) storeConsent({ analytics: choice[0] === '1', marketing: choice[1] === '1' }, 'keepsake.example')
  const loaded: DOMStringMap[] = []
  vi.spyOn(Element.prototype, 'append').mockImplementation(function (this: Element, ...nodes) {
    const [node] = nodes
    if (node instanceof HTMLScriptElement) loaded.push({ ...node.dataset })
    else append.apply(this, nodes)
  })
  const thirdParties = { consent, analytics, feedback, chat }
  renderScreens('/', { '/': () => <ThirdPartyScripts thirdParties={thirdParties} /> }, { toasts: false })
  await waitFor(() => expect(document.querySelector('[data-third-party=consent]')).not.toBeNull())
  for (const event of events) act(() => void document.dispatchEvent(new CustomEvent(event)))
  // The script of analytics is in its frame.
  const ofPage = loaded.filter(({ key }) => key !== 'analytics')
  const all = [...ofPage, ...(document.querySelector('iframe') ? ['analytics'] : [])]
  cleanup()
  return all
}

const locale = 'en-GB'
const CHAT_DATA = { key: 'chat', channel: 'KEEPSAKE-GB', locale: 'en', email: 'a@keepsake.test' }

test('AA-036 AA-038 AA-039 AA-040 each script is loaded with its consent only, the chat when it is opened', async () => {
  expect(await load(undefined)).toMatchObject([{ key: 'consent', locale }])
  expect(await load('01')).toEqual([])
  expect(await load('10')).toEqual([{ key: 'feedback', locale, variant: 'mobile' }, 'analytics'])
  expect(await load('00', CONSENT_SETTINGS, CHAT)).toMatchObject([
    { key: 'consent', consent: '00' },
    CHAT_DATA,
  ])
})

test('PL-016 OP-06 a stripped page has neither feedback nor chat', async () => {
  history.replaceState(null, '', '/?stripped')
  expect(await load('10', CHAT)).toEqual(['analytics'])
})
