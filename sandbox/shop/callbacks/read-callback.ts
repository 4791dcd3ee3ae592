import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { convert } from 'xmlbuilder2'
import { z } from 'zod'
import { callbackPayload, callbackPayload1 } from '#contract/callback-payload.ts'

/** What a callback tells: its type, and what it is about. */
export interface ReadCallback {
  type: string
  about: string | null
}

/**
 * Reads a callback in JSON or XML whose signature is of this secret and not older than five minutes (Standard Webhooks);
 * undefined for any other. Only verified XML is parsed.
 */
export function readCallback(
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
): ReadCallback | undefined {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
  const { type, data } = parsePayload(headers, body)
  return { type, about: SUBJECTS.map(name => data[name]).find(isText) ?? null }
}

/** The fields that name what a callback is about. */
const SUBJECTS = ['orderCode', 'invoiceNumber', 'fileName', 'productCode', 'name']

const isText = (field: unknown): field is string => typeof field === 'string'

/** XML of version 2026-12 has only texts, and elements that repeat. */
const xmlPayload = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

function parsePayload(
  headers: IncomingHttpHeaders,
  body: string,
): { type: string; data: Record<string, unknown> } {
  const isXml = headers['content-type']?.startsWith('application/xml')
  if (headers['keepsake-version'] !== '2026-12')
    return callbackPayload1.parse(isXml ? parseRoot(body) : JSON.parse(body))
  return isXml ? xmlPayload.parse(parseRoot(body)) : callbackPayload.parse(JSON.parse(body))
}

/** Reads the elements of the root by their names. */
function parseRoot(xml: string): unknown {
  const { callback } = convert(xml, { format: 'object' }) as unknown as { callback: Record<string, unknown> }
  return callback
}
