import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const policyFor = (env: Record<string, string>) => contentSecurityPolicy(readConfig(env))
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
