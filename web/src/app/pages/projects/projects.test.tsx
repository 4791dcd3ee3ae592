// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Project } from '#contract/projects.ts'
import type { LibraryPush } from '#contract/push.ts'
import { articleForTests, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { type ProjectService, projectForTests, projectService, renderProjects } from './projects.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

vi.mock('#web/platform/session/page-session.ts', () => ({
  useClaims: () => ({ sub: 'anna' }),
  useSession: () => ({ status: 'signed-in', claims: { sub: 'anna', amr: [] } }),
}))

let service: ProjectService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })
})

const numbered = (count: number): Project[] =>
  Array.from({ length: count }, (_, index) => projectForTests({ title: `Project ${index + 1}` }))
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(each => each.textContent)
const range = (text: string) => screen.findByText(text)

async function deleteProject(title: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ‘${title}’?` }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete project' }))
}

test('AA-112 OP-86 a project names its article as the shop does, and says when the shop has it no longer', async () => {
  service = projectService([
    projectForTests({ title: 'Amsterdam weekend', articleName: 'BOOK' }),
    projectForTests({ title: 'Postcards', articleName: 'OLD', pageCount: null }),
    projectForTests({ title: 'Unknown', articleName: 'GONE-1', pageCount: null }),
  ])
  service.channel = channelForTests({
    Articles: [
      articleForTests('BOOK', 'Photo book, 21 × 21 cm'),
      articleForTests('OLD', 'Postcards', { Visible: false }),
    ],
  })
  const held = Promise.withResolvers<void>()
  service.holdChannel = held.promise
  renderProjects()
  const [book, old, unknown] = (await screen.findAllByRole('listitem')).map(each => within(each))
  // Neither a code nor another name is shown before the answer is there.
  expect(screen.queryByText(/BOOK/)).toBeNull()
  held.resolve()
  expect(await book!.findByText(/^Photo book, 21 × 21 cm, 36 pages/)).toBeTruthy()
  expect(old!.getByText('No longer in the shop')).toBeTruthy()
  expect(unknown!.getByText(/^GONE-1/)).toBeTruthy()
  expect(screen.getAllByText('No longer in the shop')).toHaveLength(1)
})

test('RV-847 AA-113 a preview without a valid address is read as an upload of the account; on 404 as one made before the sign-in', async () => {
  const [own, anonymous, gone, failing] = Array.from({ length: 4 }, () => crypto.randomUUID()) as string[]
  service = projectService([
    projectForTests({ title: 'Expired', previewId: own, thumbnailUrl: 'https://keepsake.test/expired.jpg' }),
    projectForTests({ title: 'Before', previewId: anonymous, thumbnailUrl: null }),
    projectForTests({ title: 'Gone', previewId: gone, thumbnailUrl: null }),
    projectForTests({ title: 'Failing', previewId: failing, thumbnailUrl: null }),
  ])
  service.uploads.own[failing!] = 'failing'
  service.uploads.own[own!] = 'https://keepsake.test/own.jpg'
  service.uploads.anonymous[anonymous!] = 'https://keepsake.test/anonymous.jpg'
  renderProjects()
  const [first, second, third] = await screen.findAllByRole('listitem')
  const source = (row: Element | undefined) => row!.querySelector('img')?.getAttribute('src')
  expect(source(first)).toBe('https://keepsake.test/expired.jpg')
  await waitFor(() => expect(source(second)).toBe('https://keepsake.test/anonymous.jpg'))
  const uploadRequests = () => service.requests.filter(each => /upload/.test(each))
  // A preview that is shown is not requested again.
  expect(uploadRequests().filter(each => each.includes(own!))).toEqual([])
  fireEvent.error(first!.querySelector('img')!)
  await waitFor(() => expect(source(first)).toBe('https://keepsake.test/own.jpg'))
  expect(source(third)).toBeUndefined()
  expect(uploadRequests().toSorted()).toEqual(
    [
      `GET /uploads/${own}?accountId=anna`,
      `GET /uploads/${anonymous}?accountId=anna`,
      `GET /uploads/${gone}?accountId=anna`,
      `GET /uploads/${failing}?accountId=anna`,
      'POST /getanonymousuploads',
      'POST /getanonymousuploads',
    ].toSorted(),
  )
})

test('AA-112 without the channel projects show the codes, and can be continued', async () => {
  service = projectService([projectForTests({ articleName: 'BOOK' })])
  service.channel = null
  renderProjects()
  expect(await screen.findByText(/^BOOK, 36 pages/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue with Amsterdam weekend' })).toBeTruthy()
})

describe('AA-089 /saved-projects', () => {
  test('AA-089 OP-74 a project has title, article, pages, last change, expiry and its editor', async () => {
    service = projectService([
      // The end of 20 May in London.
      projectForTests({ expiresAt: '2028-05-20T23:00:00Z' }),
      projectForTests({
        ...{ title: 'Family calendar', articleName: 'Wall calendar, A3', pageCount: null },
        expiresAt: '2026-12-22T10:00:00Z',
      }),
      projectForTests({
        title: 'Advent calendar',
        updatedAt: '2026-11-15T10:00:00Z',
        expiresAt: '2026-12-01T10:00:00Z',
      }),
      projectForTests({ title: 'Old', updatedAt: '2025-11-15T10:00:00Z', expiresAt: null, editorUrl: null }),
    ])
    renderProjects()
    const [book, calendar, advent, old] = (await screen.findAllByRole('listitem')).map(each => within(each))
    expect((await book!.findByText(/^Photo book, 36 pages/)).textContent).toBe(
      'Photo book, 36 pages · Changed today',
    )
    expect(book!.getByText('Kept until 20 May 2028')).toBeTruthy()
    expect(book!.getByRole('link', { name: 'Continue with Amsterdam weekend' }).getAttribute('href')).toBe(
      service.projects[0]!.editorUrl,
    )
    expect(calendar!.getByText('Wall calendar, A3')).toBeTruthy()
    expect(calendar!.getByText('30 days left, until 22 December')).toBeTruthy()
    expect(advent!.getByText(/Changed 15 November$/)).toBeTruthy()
    expect(advent!.getByText('9 days left, until 1 December')).toBeTruthy()
    expect(old!.getByText(/Changed 15 November 2025$/)).toBeTruthy()
    expect(old!.queryByText(/until/)).toBeNull()
    expect(old!.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('AA-089 ten per page, with the way to the others; the address has the page', async () => {
    service = projectService(numbered(25))
    const router = renderProjects()
    await range('1–10 of 25')
    expect(titles()).toHaveLength(10)
    expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
    await range('11–20 of 25')
    expect(router.state.location.href).toBe('/saved-projects?page=2')
    fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
    await range('21–25 of 25')
    await waitFor(() => expect(titles()).toHaveLength(5))
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Previous page' }))
    await range('11–20 of 25')
  })

  test.each(['0', 'two', '3', '-1'])(
    'AA-089 page %s, which does not exist, shows one that does',
    async page => {
      service = projectService(numbered(12))
      renderProjects(`/saved-projects?page=${page}`)
      await range(page === '3' ? '11–12 of 12' : '1–10 of 12')
    },
  )

  test('AA-089 a failure offers to try again; what the shop saves and deletes appears and disappears by itself', async () => {
    service = projectService(numbered(1))
    service.failing = 'GET'
    renderProjects()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('An unexpected error')
    service.failing = undefined
    fireEvent.click(again)
    await screen.findByText('Project 1')
    const message: LibraryPush = { type: 'projects-changed' }
    service.projects.unshift(projectForTests({ title: 'Saved in the shop' }))
    act(() => push(message))
    await waitFor(() => expect(titles()).toEqual(['Saved in the shop', 'Project 1']))
    service.projects.pop()
    act(() => push(message))
    await waitFor(() => expect(titles()).toEqual(['Saved in the shop']))
  })
})

describe('AA-090 deleting a project', () => {
  test('AA-090 asks first, then removes it from the list and lowers the total at once', async () => {
    service = projectService(numbered(12))
    const held = Promise.withResolvers<void>()
    service.hold = held.promise
    renderProjects()
    await range('1–10 of 12')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Project 2' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(service.requests.filter(each => each.startsWith('DELETE'))).toEqual([])
    await deleteProject('Project 2')
    await range('1–10 of 11')
    expect(titles()).not.toContain('Project 2')
    held.resolve()
    // The first one of the next page moves up.
    await waitFor(() => expect(titles()).toContain('Project 11'))
    expect(screen.getByText('‘Project 2’ deleted.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  test('AA-090 a failure puts it back with the total, and says so', async () => {
    service = projectService(numbered(12))
    service.failing = 'DELETE'
    renderProjects()
    await range('1–10 of 12')
    const before = titles()
    await deleteProject('Project 3')
    expect(await screen.findByText(/^We couldn’t delete ‘Project 3’\. It’s back in your list\./)).toBeTruthy()
    await range('1–10 of 12')
    expect(titles()).toEqual(before)
  })

  test('AA-090 a failure for the last project of page 3 leads back to it; deleted, it leads to page 2', async () => {
    service = projectService(numbered(21))
    service.failing = 'DELETE'
    const router = renderProjects('/saved-projects?page=3')
    await deleteProject('Project 21')
    await screen.findByText(/^We couldn’t delete/)
    await range('21–21 of 21')
    await waitFor(() => expect(titles()).toEqual(['Project 21']))
    expect(router.state.location.href).toBe('/saved-projects?page=3')
    service.failing = undefined
    await deleteProject('Project 21')
    await range('11–20 of 20')
    expect(router.state.location.href).toBe('/saved-projects?page=2')
  })

  test('AA-090 AA-089 the last project of all leaves the empty page, with the way to the shop', async () => {
    service = projectService(numbered(1))
    renderProjects()
    await deleteProject('Project 1')
    expect(await screen.findByRole('heading', { name: 'No saved projects' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Visit the shop' })).toBeTruthy()
  })
})
