import { z } from 'zod'
import type { ClientOptions } from './product-world.ts'

/** Account area, section 7: the generic helper. */
export const caller =
  ({ services, accessToken }: ClientOptions) =>
  (service: keyof ClientOptions['services'], failure?: string) => {
    const send = async (path: string, { method = 'GET', query = {}, body, token = true }: Request = {}) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
      const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
      const url = `${services[service]}${path}${search.size > 0 ? `?${search}` : ''}`
      const headers = new Headers({
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Cache-Control': 'no-cache',
        'X-Correlation-Id': crypto.randomUUID(),
      })
      const bearer = token && (await accessToken())
      if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
      const response = await fetch(url, { method, headers, body: JSON.stringify(body), cache: 'no-cache' })
      if (response.ok) return response
      const message = `Error ${await response.text()}; Status Code: ${response.status} Received from ${url}`
      throw new RequestError(failure ?? message, response.status)
    }

    return {
      json: async <T extends z.ZodType>(shape: T, path: string, request?: Request): Promise<z.output<T>> =>
        parse(path, shape, await (await send(path, request)).json()),
      bytes: async (path: string, request?: Request) =>
        new Uint8Array(await (await send(path, request)).arrayBuffer()),
      run: async (path: string, request?: Request): Promise<void> => {
        await (await send(path, request)).arrayBuffer()
      },
    }
  }

export class RequestError extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: object
  body?: unknown
  token?: boolean
}
export type Caller = ReturnType<typeof caller>

const parse = <T extends z.ZodType>(path: string, shape: T, answer: unknown): z.output<T> => {
  const { data, error } = shape.safeParse(answer)
  if (error) throw new Error(`${path}: ${z.prettifyError(error).slice(0, 400)}`)
  return data!
}

/** Gives other for a 404; every other failure stays one. */
export const unlessMissing = async <T, U>(call: Promise<T>, other: () => U | Promise<U>): Promise<T | U> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return other()
    throw error
  }
}

export const part = (value: string | number) => encodeURIComponent(value)
