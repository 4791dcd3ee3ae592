import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Uses image formats that the server's image module blocks for the whole process. */
const DRAWING = 'sandbox/demo/**/*.test.ts'

/** Need Node's own globals, which differ inside a vm context, or build with Vite. */
const NEEDS_NODE_GLOBALS = [
  'locales/vite-plugin.test.ts',
  'web/src/platform/contract/vite-plugin.test.ts',
  'web/src/platform/http/call.test.ts',
  'web/src/platform/session/sign-in.test.ts',
]

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

/** Tests create many short-lived objects: a larger semi-space needs fewer garbage collections. */
const LARGE_SEMI_SPACE = ['--max-semi-space-size=64']

const shared: TestUserConfig = {
  setupFiles: ['./tools/vitest-setup.ts'],
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    globalSetup: ['./tools/vitest-template.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Loading the modules takes longer than most test files: without isolation a worker loads them once.
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [DRAWING],
          isolate: false,
          execArgv: LARGE_SEMI_SPACE,
          // Modules are loaded by Node as in production: nothing here needs Vite's transforms.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        // Browser code: each file runs in its own vm context, with modules that are compiled once.
        test: {
          ...shared,
          name: 'web',
          include: ['{contract,brands,html,locales,web}/**/*.test.{ts,tsx}'],
          exclude: NEEDS_NODE_GLOBALS,
          pool: 'vmThreads',
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          execArgv: LARGE_SEMI_SPACE,
          include: ['{sandbox/shop,proof,tools}/**/*.test.ts', ...NEEDS_NODE_GLOBALS, DRAWING],
        },
      },
    ],
  },
})
