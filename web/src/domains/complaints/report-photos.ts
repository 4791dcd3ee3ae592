import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ATTACHMENT_MAX_BYTES, deleteComplaintAttachment } from '#contract/complaints.ts'
import {
  type FileCache,
  getUploadEndpoint,
  onOnline,
  openFileCache,
  type Reason,
  type RunningUpload,
  sendByTus,
  terminateByTus,
  uploadTokens,
  validateFile,
} from '#web/domains/uploads/index.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { createListeners } from '#web/platform/listeners/listeners.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import type { StoredPhoto } from './report-draft.ts'
import { toFilesKey } from './report-files.ts'

/** A photo of a report or of a message that is not sent yet. */
export interface ReportPhoto {
  id: string
  /** The file's name. */
  name: string
  /** Address of the picture in the page; undefined for a type that browsers do not show. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** From 0 to 1. */
  progress: number
  reason?: Reason | undefined
}

/** Whether the file can never be sent, such as one that is too large; it does not count towards `max`. */
export const isRefused = ({ state, reason }: ReportPhoto): boolean =>
  state === 'failed' && reason !== undefined && reason !== 'server'

const RETRY_MS = 4000

/**
 * The photos of a report, or of a message about it: sent one by one as soon as they are added, resumed after a break of the
 * network and after a reload. Their files are kept in the browser until the report or message is sent.
 */
export class ReportPhotos {
  /** The most photos that a report or a message can have. */
  readonly max: number
  readonly #account: string
  readonly #complaintId: string
  readonly #onStored: (photos: StoredPhoto[]) => void
  readonly #listeners = createListeners()
  readonly #files = new Map<string, File>()
  readonly #urls = new Map<string, string>()
  readonly #running = new Map<string, RunningUpload>()
  #photos: readonly ReportPhoto[] = []
  #cache: FileCache | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #stopOnline = () => {}

  constructor(
    account: string,
    complaintId: string,
    { max, onStored }: { max: number; onStored: (photos: StoredPhoto[]) => void },
  ) {
    this.max = max
    this.#account = toFilesKey(account, complaintId)
    this.#complaintId = complaintId
    this.#onStored = onStored
  }

  subscribe = (listener: () => void) => this.#listeners.subscribe(listener)
  list = () => this.#photos

  /** Restores the photos of an earlier visit and continues those that were not sent. */
  async open(stored: readonly StoredPhoto[]): Promise<void> {
    this.#isClosed = false
    this.#stopOnline = onOnline(() => this.#sendNext())
    // A browser without storage forgets the photos with the page.
    this.#cache = await openFileCache(this.#account).catch(() => undefined)
    const files = (await this.#cache?.load()) ?? new Map<string, File>()
    const restored = stored.flatMap(({ id, uploadUrl, isSent }): ReportPhoto[] => {
      const file = files.get(id)
      if (!file || this.#photos.some(photo => photo.id === id)) return []
      this.#files.set(id, file)
      if (uploadUrl) this.#urls.set(id, uploadUrl)
      const preview = URL.createObjectURL(file)
      const { name } = file
      return [{ id, name, preview, state: isSent ? 'sent' : 'sending', progress: isSent ? 1 : 0 }]
    })
    this.#set([...restored, ...this.#photos])
    this.#sendNext()
  }

  /** Stops sending; the service keeps what it has received. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#stopOnline()
    for (const upload of this.#running.values()) upload.abort()
    this.#running.clear()
    this.#cache?.close()
  }

  /** Adds files; returns false when some were left out, because there is no room for them. */
  async add(files: readonly File[]): Promise<boolean> {
    let isEnough = true
    for (const file of files) {
      const reason =
        (await validateFile(file)) ?? (file.size > ATTACHMENT_MAX_BYTES ? 'too-large' : undefined)
      if (!reason && !hasRoom(this)) {
        isEnough = false
        continue
      }
      const id = crypto.randomUUID()
      this.#files.set(id, file)
      const { name } = file
      const preview = URL.createObjectURL(file)
      const state = reason ? 'failed' : 'sending'
      this.#set([...this.#photos, { id, name, preview, state, progress: 0, reason }])
      if (!reason) await this.#cache?.put(id, file).catch(reportFailure)
    }
    this.#store()
    this.#sendNext()
    return isEnough
  }

  /** Removes a photo here and at the service. */
  remove(id: string): void {
    this.#running.get(id)?.abort()
    this.#running.delete(id)
    const photo = this.#photos.find(each => each.id === id)
    const url = this.#urls.get(id)
    if (photo) URL.revokeObjectURL(photo.preview)
    this.#set(this.#photos.filter(each => each.id !== id))
    this.#store()
    this.#cache?.delete([id]).catch(reportFailure)
    if (url && photo?.state !== 'failed')
      this.#removeAtService(url, photo?.state === 'sent').catch(reportFailure)
    this.#sendNext()
  }

  /** Sends failed photos again, and photos that the service no longer has. */
  sendAgain(isForgotten = false): void {
    if (isForgotten) this.#urls.clear()
    this.#set(
      this.#photos.map(photo =>
        !isRefused(photo) && (photo.state === 'failed' || isForgotten)
          ? { ...photo, state: 'sending', progress: 0, reason: undefined }
          : photo,
      ),
    )
    this.#sendNext()
  }

  /** The ids of the attachments that were sent, in their order. */
  listAttachmentIds(): string[] {
    return this.#photos
      .filter(({ state }) => state === 'sent')
      .map(({ id }) => toUploadId(this.#urls.get(id)!))
  }

  /** Resolves when no photo is being sent. */
  waitUntilSent(): Promise<void> {
    return new Promise(resolve => {
      const check = () => {
        if (this.#photos.some(({ state }) => state === 'sending')) return
        stop()
        resolve()
      }
      const stop = this.#listeners.subscribe(check)
      queueMicrotask(check)
    })
  }

  /** Forgets the photos on this device: they were sent. */
  async forget(): Promise<void> {
    await this.#cache?.delete(this.#photos.map(({ id }) => id))
  }

  async #removeAtService(url: string, isSent: boolean): Promise<void> {
    if (!isSent) return terminateByTus(url, uploadTokens)
    await nullIfNotFound(call(deleteComplaintAttachment, { params: { attachmentId: toUploadId(url) } }))
  }

  #sendNext(): void {
    if (this.#isClosed || this.#running.size > 0) return
    const photo = this.#photos.find(({ state }) => state === 'sending')
    const file = photo && this.#files.get(photo.id)
    const endpoint = getUploadEndpoint()
    if (!photo || !file || !endpoint) return
    const { id } = photo
    const uploadUrl = this.#urls.get(id)
    const purpose = { purpose: 'complaint', complaintId: this.#complaintId } as const
    const upload = sendByTus(
      endpoint,
      uploadTokens,
      { file, purpose, ...(uploadUrl && { uploadUrl }) },
      {
        onUploadUrl: url => {
          this.#urls.set(id, url)
          this.#store()
        },
        onProgress: sent => this.#update(id, { progress: sent / file.size }),
        onDone: () => this.#end(id, { state: 'sent', progress: 1 }),
        onError: error => {
          if (error.kind !== 'broken') return this.#end(id, { state: 'failed', reason: error.reason })
          // Continued when the page is online again, or after a while.
          this.#running.delete(id)
          this.#timer = setTimeout(() => this.#sendNext(), RETRY_MS)
        },
      },
    )
    this.#running.set(id, upload)
  }

  #end(id: string, change: Partial<ReportPhoto>): void {
    this.#running.delete(id)
    if (change.state === 'failed') this.#urls.delete(id)
    this.#update(id, change)
    this.#store()
    this.#sendNext()
  }

  #update(id: string, change: Partial<ReportPhoto>): void {
    this.#set(this.#photos.map(photo => (photo.id === id ? { ...photo, ...change } : photo)))
  }

  #set(photos: readonly ReportPhoto[]): void {
    this.#photos = photos
    this.#listeners.notify()
  }

  #store(): void {
    this.#onStored(
      this.#photos
        .filter(({ state }) => state !== 'failed')
        .map(({ id, state }) => ({ id, uploadUrl: this.#urls.get(id), isSent: state === 'sent' })),
    )
  }
}

/** Whether a further photo can be added. */
export const hasRoom = (photos: ReportPhotos): boolean =>
  photos.list().filter(photo => !isRefused(photo)).length < photos.max

/** The id of an upload is the last part of its address. */
const toUploadId = (url: string) => url.split('/').at(-1)!

/**
 * Returns the photos of a report or of a message, at most `max`, with those of an earlier visit. They are sent while the component
 * is mounted; `onStored` is called with what the draft must contain.
 */
export function useReportPhotos(
  complaintId: string,
  { max, stored, onStored }: UseReportPhotosOptions,
): { photos: ReportPhotos; items: readonly ReportPhoto[] } {
  const { sub } = useClaims()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos outlive each rendering of the draft
  const photos = useMemo(() => new ReportPhotos(sub, complaintId, { max, onStored }), [sub, complaintId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once with the photos of the draft
  useEffect(() => {
    photos.open(stored).catch(reportFailure)
    return () => photos.close()
  }, [photos])
  return { photos, items: useSyncExternalStore(photos.subscribe, photos.list) }
}

interface UseReportPhotosOptions {
  max: number
  stored: readonly StoredPhoto[]
  onStored: (photos: StoredPhoto[]) => void
}
