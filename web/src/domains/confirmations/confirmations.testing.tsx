import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'

type Answer = (body: unknown) => Response | Promise<Response>

/** Answers of a fake server behind `call`, by 'METHOD /path'; `calls` lists the requests. */
export function fakeServer(answers: Record<string, Answer>) {
  const calls: string[] = []
  answerCalls(({ method, path, body }) => {
    const call = `${method} ${path}`
    calls.push(call)
    return answers[call]?.(body) ?? refusal(404)
  })
  return { calls }
}
