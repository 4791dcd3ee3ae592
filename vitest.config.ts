import { defineConfig, type TestUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Draws with formats that the server's pictures block for the whole process. */
const DRAWING = 'demo/**/*.test.ts'

/** What they use compares with the classes of Node's own world, or builds with Vite. */
const NODES_OWN = [
  'locales/vite-plugin.test.ts',
  'web/src/platform/contract/vite-plugin.test.ts',
  'web/src/platform/http/call.test.ts',
  'web/src/platform/session/sign-in.test.ts',
]

/** Takes minutes in one piece: at the end it would run alone. */
const LONGEST = '/server/src/model.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = [true, false].map(longest =>
      files.filter(({ moduleId }) => moduleId.endsWith(LONGEST) === longest),
    )
    return [...first!, ...(await super.sort(rest!))]
  }
}

/** A test makes much that is soon forgotten: with more room it is looked through less often. */
const ROOM = ['--max-semi-space-size=64']

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
        // Its modules take longer to load than most of its files take to run: a worker loads them once.
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [DRAWING],
          isolate: false,
          execArgv: ROOM,
          // By Node itself, as the server runs: nothing here needs what Vite does with modules.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        // What runs in browsers: a world of its own for each file, made of modules that are compiled once.
        test: {
          ...shared,
          name: 'web',
          include: ['{contract,brands,html,locales,web}/**/*.test.{ts,tsx}'],
          exclude: NODES_OWN,
          pool: 'vmThreads',
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          execArgv: ROOM,
          include: ['{shop,tools}/**/*.test.ts', ...NODES_OWN, DRAWING],
        },
      },
    ],
  },
})
