import { expect, test } from 'vitest'
import { defaultBrand, findBrandByHost } from '#brands/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { createContentSecurityPolicy } from './security-headers.ts'

const policyFor = (env: Record<string, string>, brand = defaultBrand) =>
  createContentSecurityPolicy(readConfig(env), brand)
const plain = policyFor({})

test('P22 without configuration pages may use their own origin only', () => {
  expect(plain).toMatchObject({
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    frameSrc: ["'self'"],
    formAction: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
  })
})

test('RV-605 the origin of a remote service is allowed for API calls only', () => {
  expect(policyFor({ SERVICE_ADDRESSES: 'downloads=https://downloads.example/api' })).toEqual({
    ...plain,
    connectSrc: ["'self'", 'https://downloads.example'],
  })
})

test('RV-605 the origin of a remote photo service is allowed for pictures, that of push for sockets', () => {
  const SERVICE_ADDRESSES =
    'photoManagement=https://photos.example,sharedAlbums=https://photos.example/shared,push=https://push.example'
  expect(policyFor({ SERVICE_ADDRESSES })).toEqual({
    ...plain,
    imgSrc: [...plain.imgSrc!, 'https://photos.example'],
    connectSrc: ["'self'", 'https://photos.example', 'https://push.example', 'wss://push.example'],
  })
})

test('RV-605 configured origins are allowed for their directive only', () => {
  expect(
    policyFor({
      PAGE_SCRIPT_ORIGINS: 'https://consent.example',
      PAGE_IMAGE_ORIGINS: 'https://pictures.example',
      PAGE_CONNECT_ORIGINS: 'https://consent.example',
      PAGE_FRAME_ORIGINS: 'https://pay.example',
      PAGE_FORM_ORIGINS: 'https://pay.example',
    }),
  ).toEqual({
    ...plain,
    scriptSrc: ["'self'", 'https://consent.example'],
    imgSrc: [...plain.imgSrc!, 'https://pictures.example'],
    connectSrc: ["'self'", 'https://consent.example'],
    frameSrc: ["'self'", 'https://pay.example'],
    formAction: ["'self'", 'https://pay.example'],
  })
})

const PROVIDER = { script: 'https://chat.example/v1/chat.js', keys: { 'en-GB': 'key' } }
const ALLOWED = {
  ...plain,
  scriptSrc: ["'self'", 'https://chat.example'],
  connectSrc: ["'self'", 'https://chat.example'],
}

test('AA-036 OP-58 the origin of a third-party script is allowed for scripts and calls of its brand only', () => {
  const THIRD_PARTIES = JSON.stringify({ 'keepsake-gb': { chat: PROVIDER } })
  expect(policyFor({ THIRD_PARTIES })).toEqual(ALLOWED)
  // In the same language.
  expect(policyFor({ THIRD_PARTIES }, findBrandByHost('snapbook-gb.localhost'))).toEqual(plain)
})

test('AA-036 OP-58 without a key for the locale a third-party script is not allowed', () => {
  const THIRD_PARTIES = JSON.stringify({ '*': { chat: PROVIDER } })
  expect(policyFor({ THIRD_PARTIES })).toEqual(ALLOWED)
  expect(policyFor({ THIRD_PARTIES }, findBrandByHost('herzbild-de.localhost'))).toEqual(plain)
})

test('AA-036 a brand’s own third parties count unless the configuration has others', () => {
  const brand = { ...defaultBrand, thirdParties: { chat: PROVIDER } }
  expect(policyFor({}, brand)).toEqual(ALLOWED)
  expect(policyFor({ THIRD_PARTIES: '{"*": {}}' }, brand)).toEqual(plain)
})

test.each([
  ['a wildcard', 'https://*.example/chat.js'],
  ['http elsewhere', 'http://chat.example/chat.js'],
  ['another scheme', 'javascript:alert(1)'],
  ['a host that ends the directive', 'https://chat.example;script-src/chat.js'],
])('AA-036 %s in a script address is refused at the start', (_, script) => {
  const THIRD_PARTIES = JSON.stringify({ '*': { chat: { ...PROVIDER, script } } })
  expect(() => readConfig({ THIRD_PARTIES })).toThrow(/THIRD_PARTIES/)
})

test('AA-036 what is no JSON is refused, and no key is in the message', () => {
  expect(() => readConfig({ THIRD_PARTIES: '{' })).toThrow(/not valid: the whole/)
  const secret = { '*': { chat: { script: 'x', keys: { 'en-GB': 'secret-key' } } } }
  expect(() => readConfig({ THIRD_PARTIES: JSON.stringify(secret) })).toThrow(/not valid: \*\.chat\.script/)
  expect(() => readConfig({ THIRD_PARTIES: JSON.stringify(secret) })).not.toThrow(/secret-key/)
})
