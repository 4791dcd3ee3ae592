import { type Answer, type Endpoint, type Input, SERVICES } from '#contract/endpoint.ts'

/** The way from the shop to Keepsake (docs/retailer-interface.md). All throw KeepsakeError. */
export interface KeepsakeClient {
  /** Makes a call of the contract; `file` is the body of an endpoint that receives one. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, file?: Blob): Promise<Answer<E>>
  /** Makes a call of the contract that is answered with a file. */
  fetchFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Buffer>
  /** Fetches a picture from one of Keepsake's addresses. */
  fetchPicture(address: string): Promise<Buffer>
}

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

const TIMEOUT_MS = 10_000

export function createKeepsakeClient({ origin, token }: { origin: string; token: string }): KeepsakeClient {
  const authorization = `Bearer ${token}`
  return {
    call<E extends Endpoint>(endpoint: E, input: Input<E>, file?: Blob) {
      const { body } = input as Parts
      return exchange(
        createAddress(endpoint, input as Parts, origin),
        {
          method: endpoint.method,
          headers: {
            authorization,
            // The type of a file is part of it.
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: file ?? (body === undefined ? null : JSON.stringify(body)),
        },
        async response => endpoint.answer.parse(await response.json()) as Answer<E>,
      )
    },
    fetchFile: (endpoint, input) =>
      exchange(
        createAddress(endpoint, input as Parts, origin),
        { headers: { authorization } },
        async response => Buffer.from(await response.arrayBuffer()),
      ),
    // The address is the authorization.
    fetchPicture: address =>
      exchange(address, {}, async response => Buffer.from(await response.arrayBuffer())),
  }
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

function createAddress({ service, path }: Endpoint, { params, query = {} }: Parts, origin: string): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params![name]!))
  const url = new URL(SERVICES[service] + filled, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

async function exchange<T>(
  address: URL | string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok)
      throw new KeepsakeError(
        response.status,
        `Keepsake answered ${response.status}: ${await response.text()}`,
      )
    return await read(response)
  } catch (error) {
    if (error instanceof KeepsakeError) throw error
    throw new KeepsakeError(0, 'Keepsake gave no valid answer', error)
  }
}
