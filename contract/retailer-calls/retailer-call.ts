import { type ZodType, z } from 'zod'

/**
 * Declaration of one call from Keepsake to the retailer's systems (docs/retailer-interface.md): Keepsake makes it, the
 * shop answers it. `path` is relative to the retailer's base address; `body` is sent as JSON.
 */
export interface RetailerCall<
  P extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends ZodType = ZodType,
> {
  /** The client retries only GET; other calls contain an id that makes them idempotent. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  params: P
  body: B
  answer: A
  /** Status of the successful answer; 204 has no body. */
  status: 200 | 202 | 204
}

/** Body of a 409: the call is understood and refused. `reason` is one of the codes that the call documents. */
export const retailerRefusal = z.object({ reason: z.string().min(1).max(64) })

const noContent = z.undefined()
type NoContent = typeof noContent
type Part<T extends ZodType | undefined> = T extends ZodType ? T : NoContent

/** Declares a call to the retailer; an omitted part has no content. */
export function retailerCall<
  P extends ZodType | undefined = undefined,
  B extends ZodType | undefined = undefined,
  A extends ZodType | undefined = undefined,
>(
  method: RetailerCall['method'],
  path: string,
  { params, body, answer, status }: { params?: P; body?: B; answer?: A; status?: RetailerCall['status'] },
): RetailerCall<Part<P>, Part<B>, Part<A>> {
  return {
    method,
    path,
    params: params ?? noContent,
    body: body ?? noContent,
    answer: answer ?? noContent,
    status: status ?? (answer ? 200 : 204),
  } as unknown as RetailerCall<Part<P>, Part<B>, Part<A>>
}

/** Input of a call: only the parts that it declares. */
export type RetailerInput<C extends RetailerCall> = (C['params'] extends NoContent
  ? unknown
  : { params: z.input<C['params']> }) &
  (C['body'] extends NoContent ? unknown : { body: z.input<C['body']> })

export type RetailerAnswer<C extends RetailerCall> = z.output<C['answer']>
