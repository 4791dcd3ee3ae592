import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callbackPayload } from '#contract/callback-payload.ts'
import {
  CALLBACK_LOG_DAYS,
  createSecret,
  OVERLAP_HOURS,
  OVERLAP_HOURS_MAX,
  SIGNING_SECRETS_MAX,
  sendTest,
} from '#contract/callbacks.ts'
import { patchCustomer } from '#contract/customers.ts'
import { createOutbound, OUTBOUND_TIMEOUT_MS, type Outbound } from '../../platform/outbound/outbound.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { type CallbackReceiver, type ReceivedCallback, startReceiver } from './callbacks.testing.ts'
import { LANES } from './delivery/dispatcher.ts'
import { getRetryTime } from './delivery/record-attempt.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const PAGE = read('docs/callbacks.md')

const readSnippet = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(PAGE)![1]!

interface Language {
  name: string
  file: string
  /** The program of the snippet: reads secret, headers and body as lines of base64, and prints `true` or `false`. */
  createProgram: (snippet: string) => string
  command: readonly string[]
}

/** The languages of the page; C# has no interpreter among them that needs no project. */
const LANGUAGES: Record<string, Language> = {
  js: {
    name: 'Node',
    file: 'verify.mjs',
    createProgram: snippet => `import { readFileSync } from 'node:fs'
${snippet}
const [secret, headers, body] = readFileSync(0, 'utf8').split('\\n').map(line => Buffer.from(line, 'base64'))
console.log(verify(String(secret), JSON.parse(headers), body))`,
    command: [process.execPath],
  },
  python: {
    name: 'Python',
    file: 'verify.py',
    createProgram: snippet => `import json, sys
${snippet}
secret, headers, body = [base64.b64decode(line) for line in sys.stdin.read().split("\\n")]
print(str(verify(secret.decode(), json.loads(headers), body)).lower())`,
    command: ['python3'],
  },
  php: {
    name: 'PHP',
    file: 'verify.php',
    createProgram: snippet => `${snippet}
[$secret, $headers, $body] = array_map('base64_decode', explode("\\n", file_get_contents('php://stdin')));
echo json_encode(verify($secret, json_decode($headers, true), $body));`,
    command: ['php'],
  },
  java: {
    name: 'Java',
    file: 'Verify.java',
    // The launcher runs the first class of a file.
    createProgram: snippet =>
      `${snippet.replace(
        'class Callbacks {',
        `import java.util.HashMap;
import java.util.regex.Pattern;
class Verify {
    public static void main(String[] args) throws Exception {
        String[] lines = new String(System.in.readAllBytes(), UTF_8).split("\\n");
        Base64.Decoder base64 = Base64.getDecoder();
        Map<String, String> headers = new HashMap<>();
        var matcher = Pattern.compile("\\"([^\\"]+)\\":\\"([^\\"]*)\\"").matcher(new String(base64.decode(lines[1]), UTF_8));
        while (matcher.find()) headers.put(matcher.group(1), matcher.group(2));
        System.out.println(Callbacks.verify(new String(base64.decode(lines[0]), UTF_8), headers, base64.decode(lines[2])));
    }
}
class Callbacks {`,
      )}`,
    command: ['java', '-XX:TieredStopAtLevel=1'],
  },
}

const isInstalled = ({ command: [program] }: Language) =>
  spawnSync(program!, ['--version'], { stdio: 'ignore' }).status === 0

let receiver: CallbackReceiver
let outbound: Outbound
let server: TestServer
let secrets: string[]
let callback: ReceivedCallback
beforeAll(async () => {
  receiver = await startReceiver()
  outbound = createOutbound({ allowedOrigins: [receiver.origin] })
  server = await testServer({ outbound })
  // Signatures are valid for five minutes of the real time.
  server.clock.set(new Date())
  const business = await server.customer({ business: true })
  await business.call(patchCustomer, { body: { ftp: { callbackUrl: `${receiver.origin}/erp` } } })
  secrets = []
  for (let i = 0; i < 2; i++) secrets.push((await business.call(createSecret, { body: {} })).secret)
  await business.call(sendTest)
  await server.idle()
  callback = receiver.received[0]!
})
afterAll(async () => {
  await server.close()
  await outbound.close()
  await receiver.close()
})

describe('NX-362 RV-873 docs/callbacks.md', () => {
  test.each(Object.entries(LANGUAGES).filter(([, language]) => isInstalled(language)))(
    'NX-362 its lines in %s verify a callback with each secret, and refuse every other',
    async (id, { file, createProgram, command }) => {
      const path = join(server.ctx.config.dataDir, file)
      await writeFile(path, createProgram(readSnippet(id)))
      const verify = async (secret: string, headers: Record<string, unknown>, body: string) => {
        const [program, ...args] = [...command, path]
        const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
        const lines = [secret, JSON.stringify(headers), body].map(each =>
          Buffer.from(each).toString('base64'),
        )
        child.stdin.end(lines.join('\n'))
        const output = text(child.stdout)
        await once(child, 'close')
        return (await output).trim()
      }
      const { headers, body } = callback
      const old = new Date(Date.now() - 6 * 60_000)
      const oldHeaders = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(old.getTime() / 1000)),
        'webhook-signature': new Webhook(secrets[0]!).sign('msg_1', old, body),
      }
      const verified = [
        await verify(secrets[0]!, headers, body),
        await verify(secrets[1]!, headers, body),
        await verify(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body),
        await verify(secrets[0]!, headers, `${body} `),
        await verify(secrets[0]!, { ...headers, 'webhook-id': 'msg_2' }, body),
        await verify(secrets[0]!, oldHeaders, body),
      ]
      expect(verified).toEqual(['true', 'true', 'false', 'false', 'false', 'false'])
    },
  )

  test('NX-362 has lines for five languages', () => {
    for (const language of ['js', 'python', 'php', 'csharp', 'java'])
      expect(readSnippet(language)).toMatch(/verify\(/i)
  })

  test('NX-362 names the headers that are sent, all types with their fields, and an example that is one', () => {
    for (const name of Object.keys(callback.headers).filter(each => /^(webhook|keepsake)-/.test(each)))
      expect(PAGE).toContain(`| \`${name}\` |`)
    for (const { shape } of callbackPayload.options) {
      const line = PAGE.split('\n').find(each => each.startsWith(`| \`${shape.type.value}\` |`))
      const fields = Object.keys(shape.data.shape).filter(name => name !== 'customer')
      expect([shape.type.value, ...line!.split('|')[3]!.matchAll(/`(\w+)`/g)].map(String)).toHaveLength(
        fields.length + 1,
      )
      for (const field of fields) expect(line).toContain(`\`${field}\``)
    }
    const example = JSON.parse(readSnippet('json'))
    expect(callbackPayload.parse(example)).toEqual(example)
  })

  test('NX-362 names the schedule, the limits and the times of the code', () => {
    const now = new Date(0)
    const delays: string[] = []
    for (let failures = 1; ; failures++) {
      const next = getRetryTime(failures, { now, random: 0.5 })
      if (!next) break
      delays.push(formatDelay(next.getTime()))
    }
    expect(PAGE).toContain(
      `sent again after ${delays.slice(0, -1).join(', ')} and ${delays.at(-1)}, each ± 20 %`,
    )
    expect(getRetryTime(1, { now, random: 0 })).toEqual(new Date(4000))
    expect(getRetryTime(1, { now, random: 1 })).toEqual(new Date(6000))
    expect(delays).toHaveLength(9)
    expect(PAGE).toContain('ten attempts')
    expect(PAGE).toContain(`no answer within ${OUTBOUND_TIMEOUT_MS / 1000} seconds`)
    expect(PAGE).toContain(`last ${CALLBACK_LOG_DAYS} days`)
    expect(PAGE).toContain(`${OVERLAP_HOURS} without a choice, ${OVERLAP_HOURS_MAX} at most`)
    expect([SIGNING_SECRETS_MAX, ...LANES.slice(1).map(({ perEndpoint }) => perEndpoint)]).toEqual([3, 2, 1])
    expect(PAGE).toContain('Up to three sign')
    expect(PAGE.replaceAll('\n', ' ')).toContain(
      'Up to two callbacks of an endpoint are sent at a time, one while',
    )
  })

  test('NX-362 README, API and changelog lead to it, and the changelog has the policy', () => {
    expect(read('README.md')).toContain('](docs/callbacks.md)')
    expect(read('README.md')).toContain('](CHANGELOG.md)')
    expect(read('docs/api.md')).toContain('](callbacks.md)')
    const changelog = read('CHANGELOG.md')
    expect(changelog).toContain('](docs/callbacks.md)')
    for (const word of ['90 days', '24 months', '`Deprecation`', '`Sunset`', 'Nothing is deprecated'])
      expect(changelog).toContain(word)
  })
})

function formatDelay(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}
