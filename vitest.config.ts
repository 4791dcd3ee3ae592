import { availableParallelism } from 'node:os'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Need Node's own globals, which differ inside a vm context, set the time zone, which a thread cannot, or build with Vite. */
const NEEDS_NODE_GLOBALS = [
  'locales/vite-plugin.test.ts',
  'web/src/platform/contract/vite-plugin.test.ts',
  'web/src/platform/http/call{,.*}.test.ts',
  'web/src/platform/i18n/dates{,.*}.test.ts',
]

/** Replaces a package, which other files of the same worker have loaded. */
const REPLACES_PACKAGE = 'server/src/domains/identity/sign-in/passwords.test.ts'

/** Tests that kill processes, or start many: `npm run proof` runs them, with PROOF=true. */
const PROOF_ONLY = process.env.PROOF === 'true' ? [] : ['**/*.proof.test.ts']

/** Takes minutes: started last it would run alone at the end. */
const LONGEST = '/server/src/model.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = [true, false].map(longest =>
      files.filter(({ moduleId }) => moduleId.endsWith(LONGEST) === longest),
    )
    return [...first!, ...(await super.sort(rest!))]
  }
}

/**
 * Tests create many short-lived objects: a larger semi-space needs fewer garbage collections. The workers keep all cores busy, and
 * what is compiled beside them is often not used: compiling in turn saves 6 % of the processor time.
 */
const ENGINE_FLAGS = ['--max-semi-space-size=64', '--no-concurrent-recompilation']

const shared: TestUserConfig = {
  setupFiles: ['./tools/vitest-setup.ts'],
  pool: 'forks',
  // Ends what hangs; a busy machine must not fail a test.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: Number(process.env.TEST_WAIT_MS ?? 60_000) } },
}

const server: TestUserConfig = {
  ...shared,
  // Loading the modules takes longer than most test files: without isolation a worker loads them once.
  isolate: false,
  execArgv: ENGINE_FLAGS,
  // Modules are loaded by Node as in production: nothing here needs Vite's transforms.
  experimental: { viteModuleRunner: false },
}

export default defineConfig({
  test: {
    globalSetup: ['./tools/vitest-template.ts'],
    // One for each core: each further one loads and compiles all modules once more, which costs more than waiting tests leave idle.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['{server,sandbox,proof,tools}/**/*.test.ts'],
          exclude: [REPLACES_PACKAGE, ...PROOF_ONLY],
        },
      },
      {
        // Browser code: each file runs in its own vm context, with modules that are compiled once.
        test: {
          ...shared,
          name: 'web',
          setupFiles: ['./tools/vitest-setup.ts', './tools/vitest-web-setup.ts'],
          include: ['{contract,brands,html,locales,web}/**/*.test.{ts,tsx}'],
          exclude: NEEDS_NODE_GLOBALS,
          pool: 'vmThreads',
          clearMocks: true,
          restoreMocks: true,
          unstubGlobals: true,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          execArgv: ENGINE_FLAGS,
          include: [...NEEDS_NODE_GLOBALS, REPLACES_PACKAGE],
        },
      },
    ],
  },
})
