// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { currentUploads } from '../tray/current-uploads.ts'
import { UploadModal } from './upload-modal.tsx'

const { createUploads } = vi.hoisted(() => ({ createUploads: vi.fn() }))
vi.mock('../engine/uploads.ts', () => ({ createUploads }))
vi.mock('./upload-dialog.tsx', () => ({ UploadDialog: () => <div role="dialog">The import</div> }))
vi.mock('#web/platform/session/page-session.ts', () => ({ useClaims: () => ({ sub: 'owner' }) }))

afterEach(() => {
  void currentUploads.close()
})

const onClose = vi.fn()
const add = vi.fn(async () => {})
const dropped = [{ file: new File(['x'], 'beach.jpg') }]
function open(uploads: string) {
  configureCalls({ services: { uploads } })
  createUploads.mockReturnValue({
    start: async () => {},
    add,
    stop: async () => {},
    beginImport: () => {},
    endImport: async () => {},
  })
  renderElement(<UploadModal droppedFiles={dropped} onClose={onClose} />)
}

test.each(['javascript:alert(1)//', 'ftp://uploads.example', 'http://['])(
  'PL-047 an upload address like %s starts nothing and says why',
  address => {
    open(address)
    expect(screen.getByRole('alert').textContent).toBe(
      'Photos can’t be added at the moment because the upload address isn’t valid.',
    )
    expect(screen.queryByText('The import')).toBeNull()
    expect(createUploads).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
  },
)

test.each(['/api/uploads', 'https://uploads.example'])(
  'PL-047 PL-040 an address like %s does, with the dropped files',
  address => {
    open(address)
    expect(screen.getByText('The import')).toBeDefined()
    expect(createUploads).toHaveBeenCalled()
    expect(add).toHaveBeenCalledExactlyOnceWith(dropped)
  },
)
