/** A test system of Keepsake, as one of the retailer's systems calls it (docs/retailer-interface.md). */
export interface KeepsakeSystem {
  url: string
  /** A service token. */
  token: string
}

export interface Response {
  status: number
  /** The JSON of the answer. */
  answer: Record<string, unknown> & { code?: string; message?: string; fields?: Record<string, string> }
}

const TIMEOUT_MS = 30_000

/** Makes a call; `body` is sent as JSON. Throws when there is no answer, or one that is not JSON. */
export async function callKeepsake(
  { url, token }: KeepsakeSystem,
  method: 'GET' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    // Undefined without a body.
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, answer: (await response.json()) as Response['answer'] }
}
