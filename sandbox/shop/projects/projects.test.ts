import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEEPSAKE_CALLS } from '../keepsake-calls/answer-call.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { ADDRESS, LARGE, SHOP_ORIGIN, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'
import type { Project } from './project.ts'

const DAY = 86_400
const PHOTOS = { 'a.jpg': LARGE, 'b.jpg': LARGE, 'c.jpg': LARGE }

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

/** Opens a photo book of three photos and saves it. */
async function saveBook(title = 'Coast to coast') {
  const opened = await t.openEditor(PHOTOS)
  const form = `/prints/${opened.id}/photo-book`
  await t.anna.open(form)
  await t.anna.submit(form, { article: 'BOOK-28X28-48', title, quantity: '2', next: 'project' })
  return { ...opened, form }
}
/** Saves prints: one of the first photo, three larger ones of the second, none of the third. */
async function savePrints() {
  const opened = await t.openEditor(PHOTOS)
  await t.anna.submit(opened.form, {
    [`s-${opened.photo('b.jpg')}`]: 'PRINT-20X30-GLOSSY',
    [`q-${opened.photo('b.jpg')}`]: '3',
    [`q-${opened.photo('c.jpg')}`]: '0',
    next: 'project',
  })
  return opened
}
/** What Keepsake has, without what is deleted. */
const listed = () =>
  [...t.keepsake.projects].flatMap(([id, project]) => (project ? [{ id, ...project }] : []))
async function saved(count = 1) {
  await waitUntilPasses(() => expect(listed()).toHaveLength(count))
  return listed().at(-1)!
}
const continueIn = (browser: TestBrowser, { editorUrl }: { editorUrl: string }) =>
  browser.open(editorUrl.replace(SHOP_ORIGIN, ''))
const files = () => readdir(join(t.folder, 'projects'))
const file = async (id: string): Promise<Project> =>
  JSON.parse(await readFile(join(t.folder, 'projects', `${id}.json`), 'utf8'))
const remove = (id: string, more = {}) => t.call('DELETE', `/projects/${id}`, undefined, more)

describe('AA-089 saving for later', () => {
  test('AA-089 AA-091 OP-74 a photo book is in the account with its facts, its preview and where it continues', async () => {
    const { photo } = await saveBook()
    expect(t.anna.text).toContain('Saved. You can continue whenever you like, from your account.')
    expect(t.anna.html).toContain('href="https://my.example/saved-projects"')
    const { id, ...project } = await saved()
    expect(id).toMatch(/^S-[A-Z0-9]{12}$/)
    expect(project).toEqual({
      version: 1,
      accountId: 'account-of-anna',
      title: 'Coast to coast',
      articleName: 'BOOK-28X28-48',
      pageCount: 48,
      photoIds: Object.keys(PHOTOS).map(photo),
      previewId: expect.any(String),
      editorUrl: expect.stringMatching(new RegExp(`^${SHOP_ORIGIN}/projects/${id}/[\\w-]{22}$`)),
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    })
    const picture = t.keepsake.pictures.get(project.previewId!)!
    expect(picture.accountId).toBe('account-of-anna')
    expect(picture.bytes).toMatch(new RegExp(`/${photo('a.jpg')}/800$`))
  })

  test('AA-089 saving again is the next version, and nothing else is made', async () => {
    const { form } = await saveBook()
    const { id } = await saved()
    t.passSeconds(60)
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'From coast to coast', article: 'BOOK-21X21-24', next: 'project' })
    await waitUntilPasses(() =>
      expect(listed()).toMatchObject([
        {
          id,
          version: 2,
          title: 'From coast to coast',
          pageCount: 24,
          updatedAt: '2026-11-21T12:01:00.000Z',
        },
      ]),
    )
    expect(listed()[0]!.createdAt).toBe('2026-11-21T12:00:00.000Z')
    expect(t.keepsake.pictures.size).toBe(1)
  })

  test('AA-089 prints, and a book without a title, are named by what they are and the day', async () => {
    const { photo } = await savePrints()
    expect(await saved()).toMatchObject({
      title: 'Prints, 21 November 2026',
      articleName: '4 prints',
      photoIds: [photo('a.jpg'), photo('b.jpg')],
    })
    expect(listed()[0]!.pageCount).toBeUndefined()
    const { form } = await saveBook('  ')
    expect(await saved(2)).toMatchObject({ title: 'Photo book, 21 November 2026' })
    await t.anna.open(form)
    expect(t.anna.fields(form).title).toBe('Photo book, 21 November 2026')
  })

  test('AA-089 what is wrong is named, and what was typed stays', async () => {
    const { form } = await saveBook()
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'Coast', quantity: 'many', next: 'project' })
    expect(t.anna.status).toBe(400)
    expect(t.anna.fields(form)).toMatchObject({ title: 'Coast', quantity: 'many' })
    expect(await saved()).toMatchObject({ version: 1 })
  })

  test('AA-091 it is saved while Keepsake is away, and sent when it is back, also by the next process', async () => {
    t.keepsake.projectFailures = ['lost', 503, 503]
    await saveBook()
    expect(await saved()).toMatchObject({ version: 1 })
    await waitUntilPasses(async () =>
      expect((await t.sent())[`project ${listed()[0]!.id}`]).toEqual({ acknowledged: 1 }),
    )
    const { form } = await t.openEditor(PHOTOS)
    t.keepsake.projectFailures = Array.from({ length: 1000 }, () => 503)
    await t.anna.submit(form, { next: 'project' })
    expect(t.anna.text).toContain('Saved.')
    await t.shop.close()
    t.keepsake.projectFailures = []
    await t.open()
    await saved(2)
  })

  test('AA-113 without variants of the photo the project comes first, and its preview later', async () => {
    t.keepsake.withoutVariants = true
    await saveBook()
    const { previewId } = await saved()
    expect(t.keepsake.pictures.size).toBe(0)
    t.keepsake.withoutVariants = false
    await waitUntilPasses(() => expect([...t.keepsake.pictures.keys()]).toEqual([previewId]))
  })

  test('AA-113 a photo that is deleted leaves a project without a preview', async () => {
    const { id, form } = await t.openEditor(PHOTOS)
    for (const photo of t.keepsake.selections.get(id)!) photo.removed = true
    await t.anna.submit(form, { next: 'project' })
    const project = await saved()
    await waitUntilPasses(async () =>
      expect((await t.sent())[`preview ${project.id}`]).toEqual({ acknowledged: project.previewId }),
    )
    expect(t.keepsake.pictures.size).toBe(0)
  })
})

describe('AA-089 OP-74 continuing', () => {
  test('AA-089 OP-74 prints open with their photos, sizes and copies, in any browser and after the selection expired', async () => {
    const { photo } = await savePrints()
    const project = await saved()
    t.passSeconds(20 * DAY)
    const phone = new TestBrowser(t.shop.origin)
    await continueIn(phone, project)
    expect(phone.status).toBe(200)
    const form = `${phone.path}`
    expect(phone.fields(form)).toMatchObject({
      [`s-${photo('a.jpg')}`]: 'PRINT-10X15-GLOSSY',
      [`q-${photo('a.jpg')}`]: '1',
      [`s-${photo('b.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('b.jpg')}`]: '3',
      [`q-${photo('c.jpg')}`]: '0',
    })
    await phone.submit(form, { [`q-${photo('c.jpg')}`]: '1', next: 'project' })
    await waitUntilPasses(() =>
      expect(listed()).toMatchObject([
        {
          ...{ id: project.id, version: 2, articleName: '5 prints' },
          photoIds: Object.keys(PHOTOS).map(photo),
        },
      ]),
    )
  })

  test('AA-089 a photo book opens with variant, title and copies; what was not saved is still there', async () => {
    await saveBook()
    await continueIn(t.anna, await saved())
    const form = t.anna.path
    expect(form).toMatch(/\/photo-book$/)
    expect(t.anna.fields(form)).toMatchObject({
      article: 'BOOK-28X28-48',
      title: 'Coast to coast',
      quantity: '2',
    })
    await t.anna.submit(form, { title: 'Coasts' })
    expect(t.anna.path).toMatch(/\/delivery$/)
    await continueIn(t.anna, await saved())
    expect(t.anna.path).toBe(form)
    expect(t.anna.fields(form).title).toBe('Coasts')
  })

  test('AA-089 photos that were deleted since are left out, and without any the page says so', async () => {
    const { id } = await savePrints()
    const photos = t.keepsake.selections.get(id)!
    photos[0]!.removed = true
    await continueIn(t.anna, await saved())
    expect(t.anna.text).toContain('1 photo is no longer in your library')
    expect(t.anna.text).toContain('2 photos')
    for (const photo of photos) photo.removed = true
    await continueIn(new TestBrowser(t.shop.origin), await saved()).then(browser => {
      expect(browser.status).toBe(410)
      expect(browser.text).toContain('The photos of this project are gone')
    })
  })

  test('AA-089 without its key there is no project; while Keepsake is away the page offers to try again', async () => {
    await saveBook()
    const { id, editorUrl } = await saved()
    for (const path of [
      `/projects/${id}/wrong`,
      `/projects/${id}/${'A'.repeat(22)}`,
      '/projects/S-222222222222/x',
    ])
      expect((await t.anna.open(path)).status).toBe(404)
    t.keepsake.unavailable = true
    await continueIn(t.anna, { editorUrl })
    expect(t.anna.status).toBe(503)
    expect(t.anna.text).toContain('Try again')
  })

  test('AA-089 work on the same project in two browsers: the later one is saved as a project of its own', async () => {
    const { form } = await saveBook()
    const project = await saved()
    const phone = new TestBrowser(t.shop.origin)
    await continueIn(phone, project)
    await phone.submit(phone.path, { title: 'On the phone', next: 'project' })
    expect(phone.text).toContain('Saved.')
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'On the desk', next: 'project' })
    expect(t.anna.text).toContain('Your project was changed or ordered in another window')
    await saved(2)
    await t.anna.submit(form, { title: 'On the desk, again', next: 'project' })
    await waitUntilPasses(() =>
      expect(listed()).toMatchObject([
        { id: project.id, title: 'On the phone' },
        { title: 'On the desk, again', version: 2 },
      ]),
    )
  })
})

describe('AA-091 ordering and deleting', () => {
  async function order(path: string, more: Record<string, string> = {}) {
    await t.anna.open(path)
    await t.anna.submit(path, {})
    await t.anna.submit(path.replace('/photo-book', '/order'), { ...ADDRESS, ...more })
    expect(t.anna.path).toMatch(/^\/orders\//)
    return t.anna.path.split('/').at(-1)!
  }

  test('AA-091 an ordered project is in the account no more, also after a killed process', async () => {
    const { form } = await saveBook()
    const { id } = await saved()
    t.keepsake.projectFailures = Array.from({ length: 1000 }, () => 503)
    await order(form)
    await waitUntilPasses(async () => expect((await file(id)).deletedAt).toBeDefined())
    await t.shop.close()
    t.keepsake.projectFailures = ['lost']
    await t.open()
    await waitUntilPasses(async () => expect(await files()).toEqual([]))
    expect(t.keepsake.projects.get(id)).toBeNull()
  })

  test('AA-091 an unpaid order keeps it: paid, it is gone; the same browser is led to the order', async () => {
    await saveBook()
    const project = await saved()
    await continueIn(t.anna, project)
    const code = await order(t.anna.path, { payment: 'later' })
    expect(listed()).toHaveLength(1)
    await continueIn(t.anna, project)
    expect(t.anna.path).toBe(`/orders/${code}`)
    await t.press(code, 'next-step')
    await waitUntilPasses(() => expect(listed()).toEqual([]))
    expect((await continueIn(t.anna, project)).status).toBe(404)
  })

  test('AA-091 an order of an earlier version leaves what was saved since', async () => {
    const { form } = await saveBook()
    const phone = new TestBrowser(t.shop.origin)
    await continueIn(phone, await saved())
    await phone.submit(phone.path, { title: 'On the phone', next: 'project' })
    await order(form)
    await waitUntilPasses(async () => expect((await t.files()).length).toBe(1))
    expect(await saved()).toMatchObject({ title: 'On the phone' })
  })

  test('AA-091 the DELETE of Keepsake: 204 and gone, then 404, 401 without the token; a save after it is a new project', async () => {
    const { form } = await saveBook()
    const project = await saved()
    expect((await remove(project.id, { token: 'another-token' })).status).toBe(401)
    expect((await continueIn(t.anna, project)).status).toBe(200)
    expect((await remove(project.id)).status).toBe(204)
    expect(await files()).toEqual([])
    expect((await remove(project.id)).status).toBe(404)
    expect((await remove(randomUUID())).status).toBe(404)
    expect((await continueIn(t.anna, project)).status).toBe(404)
    t.keepsake.projects.set(project.id, null)
    await t.anna.open(form)
    await t.anna.submit(form, { title: 'Once more', next: 'project' })
    const again = await saved()
    expect(again).toMatchObject({ title: 'Once more', version: 1 })
    expect(again.id).not.toBe(project.id)
  })

  test('AA-042 the projects of an erased customer are deleted', async () => {
    await saveBook()
    await saved()
    expect((await t.call('DELETE', '/customers/account-of-anna')).status).toBe(204)
    expect(await files()).toEqual([])
  })
})

describe('projects of the demo', () => {
  const demoProject = (more: object = {}) => ({
    accountId: 'account-of-anna',
    channel: 'KEEPSAKE-GB',
    title: 'Tulips',
    createdAt: '2026-10-01T10:00:00.000Z',
    updatedAt: '2026-10-14T10:00:00.000Z',
    photos: [{ id: randomUUID(), size: 'PRINT-10X15-GLOSSY', quantity: 1 }],
    article: 'BOOK-28X28-48',
    ...more,
  })
  const save = (body: object, key = 'tulips') => t.call('PUT', `/demo-projects/${key}`, body)

  test('are saved in the past, once; one with a date is deleted by the shop then', async () => {
    expect((await save(demoProject({ expiresAt: '2026-11-23T10:00:00.000Z' }))).status).toBe(204)
    const project = await saved()
    expect(project).toMatchObject({
      version: 1,
      title: 'Tulips',
      articleName: 'BOOK-28X28-48',
      createdAt: '2026-10-01T10:00:00.000Z',
      updatedAt: '2026-10-14T10:00:00.000Z',
      expiresAt: '2026-11-23T10:00:00.000Z',
    })
    expect((await save(demoProject())).status).toBe(204)
    expect(t.keepsake.receivedProjects).toHaveLength(1)
    t.passSeconds(2 * DAY)
    expect((await continueIn(t.anna, project)).status).toBe(404)
    await t.restart()
    expect(await files()).toEqual([])
    expect((await save({ ...demoProject(), photos: [] })).status).toBe(400)
    await t.restart({ SHOP_BACK_OFFICE: 'false' })
    const path = `${t.shop.origin}${KEEPSAKE_CALLS}/demo-projects/tulips`
    expect((await fetch(path, { method: 'PUT' })).status).toBe(404)
  })
})
