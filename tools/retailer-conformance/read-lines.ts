import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** Reads a file with one JSON value in each line. Throws an error that names the line which is none, or not of the schema. */
export async function* readLines<T>(file: string, schema: z.ZodType<T>): AsyncIterable<T> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line++
    if (text.trim() === '') continue
    yield parseLine(text, schema, `${file}:${line}`)
  }
}

function parseLine<T>(text: string, schema: z.ZodType<T>, place: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${place}: ${reason}`)
  }
}
