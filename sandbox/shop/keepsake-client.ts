import { type Answer, type Endpoint, type Input, SERVICES } from '#contract/endpoint.ts'

/** The way from the shop to Keepsake (docs/retailer-interface.md). */
export type KeepsakeClient = ReturnType<typeof createKeepsakeClient>

/** Statuses of permanent failures: a retry would get the same answer. */
export const PERMANENT_FAILURES: ReadonlySet<number> = new Set([400, 404, 409, 413])

/** A failed call. `status` is 0 when there was no answer or one that the contract does not allow. */
export class KeepsakeError extends Error {
  override name = 'KeepsakeError'
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** Handles the rejection of a failed call; throws any other error. */
export const onFailure =
  <T>(recover: (error: KeepsakeError) => T) =>
  (error: unknown): T => {
    if (error instanceof KeepsakeError) return recover(error)
    throw error
  }

/** Handles the rejection of a call that was answered with one of these statuses; throws any other error. */
export const onStatus = <T>(statuses: readonly number[], recover: () => T) =>
  onFailure(error => {
    if (statuses.includes(error.status)) return recover()
    throw error
  })

const TIMEOUT_MS = 10_000

/** Creates the client of one Keepsake. All its calls throw KeepsakeError. */
export function createKeepsakeClient({ origin, token }: { origin: string; token: string }) {
  const authorization = `Bearer ${token}`
  const send = <T>(
    { method, service, path }: Endpoint,
    { params, query = {}, body }: Parts,
    read: (response: Response) => Promise<T>,
    file?: Blob,
  ) => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params![name]!))
    const url = new URL(SERVICES[service] + filled, origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const headers = new Headers({ authorization })
    // The type of a file is part of it.
    if (body !== undefined) headers.set('content-type', 'application/json')
    const json = body === undefined ? null : JSON.stringify(body)
    return exchange(url, { method, headers, body: file ?? json }, read)
  }
  return {
    /** Makes a call of the contract; `file` is the body of an endpoint that receives one. */
    call<E extends Endpoint>(endpoint: E, input: Input<E>, file?: Blob): Promise<Answer<E>> {
      const read = async (response: Response) => endpoint.answer.parse(await response.json()) as Answer<E>
      return send(endpoint, input as Parts, read, file)
    },
    /** Makes a call of the contract that is answered with a file. */
    fetchFile: <E extends Endpoint>(endpoint: E, input: Input<E>) =>
      send(endpoint, input as Parts, readBytes),
    /** Fetches a picture from one of Keepsake's addresses, which is its authorization. */
    fetchPicture: (address: string) => exchange(address, {}, readBytes),
  }
}

const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

async function exchange<T>(
  address: URL | string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { ok, status } = response
    if (!ok) throw new KeepsakeError(status, `Keepsake answered ${status}: ${await response.text()}`)
    return await read(response)
  } catch (error) {
    if (error instanceof KeepsakeError) throw error
    throw new KeepsakeError(0, 'Keepsake gave no valid answer', error)
  }
}
