import { expect, test } from 'vitest'
import { createAppLink, createUploadLink, DEEP_LINK_FALLBACK_MS, openApp } from './open-upload.ts'

const BACK = 'https://my.keepsake.example/my-photos/albums/oslo'

test('PL-045 OP-11 the upload address gets album_id and return_to', () => {
  const address = createUploadLink('https://upload.example/add?theme=x', 'oslo', BACK)!
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    theme: 'x',
    album_id: 'oslo',
    return_to: BACK,
  })
  expect(createUploadLink('https://upload.example', undefined, BACK)).not.toContain('album_id')
})

test.each(['ftp://upload.example', 'javascript:alert(1)', 'nowhere', ''])(
  'PL-047 %s is no upload address',
  address => {
    expect(createUploadLink(address, undefined, BACK)).toBeUndefined()
  },
)

test('PL-046 an app may have its own scheme, never one that runs in the page', () => {
  expect(createAppLink('keepsake://add', 'oslo', BACK)).toMatch(/^keepsake:\/\/add\?album_id=oslo&return_to=/)
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'nothing'])
    expect(createAppLink(bad, undefined, BACK)).toBeUndefined()
})

function switching() {
  const did: string[] = []
  let due: { work: () => void; milliseconds: number } | undefined
  let hidden = () => {}
  openApp('keepsake://add', () => did.push('web'), {
    navigate: address => did.push(address),
    onHidden: callback => {
      hidden = callback
      return () => {
        hidden = () => {}
      }
    },
    schedule: (work, milliseconds) => {
      due = { work, milliseconds }
      return () => {
        due = undefined
      }
    },
  })
  return { did, hide: () => hidden(), due: () => due }
}

test('PL-046 PL-197 AA-120 without an app the web address opens after 2000 ms', () => {
  const { did, due } = switching()
  expect([did, due()!.milliseconds]).toEqual([['keepsake://add'], DEEP_LINK_FALLBACK_MS])
  expect(DEEP_LINK_FALLBACK_MS).toBe(2000)
  due()!.work()
  expect(did).toEqual(['keepsake://add', 'web'])
})

test('PL-046 with the app the page does not navigate', () => {
  const { did, hide, due } = switching()
  hide()
  expect([did, due()]).toEqual([['keepsake://add'], undefined])
})
